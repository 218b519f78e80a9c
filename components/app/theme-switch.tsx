"use client";

import { createContext, type ReactNode, use, useState } from "react";
import { Monitor, Moon, Sun } from "../ui/icons.tsx";
import { savePreference } from "./cookie.ts";
import { THEME_COOKIE, THEMES, type Theme } from "./theme.ts";

const ThemeContext = createContext<{ theme: Theme; setTheme: (theme: Theme) => void } | null>(null);

/** Applies the theme to the document and saves it for the next page. */
export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setCurrent] = useState(initial);
  const setTheme = (next: Theme) => {
    setCurrent(next);
    document.documentElement.dataset.theme = next;
    savePreference(THEME_COOKIE, next);
  };
  return <ThemeContext value={{ theme, setTheme }}>{children}</ThemeContext>;
}

/** Returns a function that changes the theme. */
export function useSetTheme(): (theme: Theme) => void {
  const context = use(ThemeContext);
  if (!context) throw new Error("useSetTheme requires a ThemeProvider.");
  return context.setTheme;
}

const OPTIONS = {
  system: { icon: Monitor, label: "System theme" },
  light: { icon: Sun, label: "Light theme" },
  dark: { icon: Moon, label: "Dark theme" },
} as const;

/** Buttons for the system, light, and dark theme; on a narrow screen, one button that cycles through them. */
export function ThemeSwitch() {
  const context = use(ThemeContext);
  if (!context) return null;
  const next = THEMES[(THEMES.indexOf(context.theme) + 1) % THEMES.length] ?? "system";
  const { icon: CurrentIcon, label: current } = OPTIONS[context.theme];
  return (
    <>
      <button
        type="button"
        aria-label={`${current}. Change to ${OPTIONS[next].label.toLowerCase()}`}
        onClick={() => context.setTheme(next)}
        className="icon-button icon-button-muted md:hidden"
      >
        <CurrentIcon size={14} />
      </button>
      <fieldset className="hidden gap-0.5 self-start rounded-md border border-line p-0.5 md:flex">
        <legend className="sr-only">Theme</legend>
        {THEMES.map((theme) => {
          const { icon: Icon, label } = OPTIONS[theme];
          return (
            <button
              key={theme}
              type="button"
              aria-label={label}
              aria-pressed={context.theme === theme}
              title={label}
              onClick={() => context.setTheme(theme)}
              className="icon-button icon-button-muted"
            >
              <Icon size={14} />
            </button>
          );
        })}
      </fieldset>
    </>
  );
}
