"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { createContext, type ReactNode, use, useState } from "react";
import { rememberInCookie } from "./cookie.ts";
import { THEME_COOKIE, THEMES, type Theme } from "./theme.ts";

const ThemeContext = createContext<{ theme: Theme; choose: (theme: Theme) => void } | null>(null);

export function ThemeProvider({ initial, children }: { initial: Theme; children: ReactNode }) {
  const [theme, setTheme] = useState(initial);
  const choose = (chosen: Theme) => {
    setTheme(chosen);
    document.documentElement.dataset.theme = chosen;
    rememberInCookie(THEME_COOKIE, chosen);
  };
  return <ThemeContext value={{ theme, choose }}>{children}</ThemeContext>;
}

const LOOK = {
  system: { icon: Monitor, label: "System theme" },
  light: { icon: Sun, label: "Light theme" },
  dark: { icon: Moon, label: "Dark theme" },
} as const;

export function ThemeSwitch() {
  const context = use(ThemeContext);
  if (!context) return null;
  return (
    <fieldset className="flex gap-0.5 rounded-md border border-line p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((theme) => {
        const { icon: Icon, label } = LOOK[theme];
        return (
          <button
            key={theme}
            type="button"
            aria-label={label}
            aria-pressed={context.theme === theme}
            title={label}
            onClick={() => context.choose(theme)}
            className="grid size-6 place-items-center rounded text-muted hover:text-ink aria-pressed:bg-sunken aria-pressed:text-ink"
          >
            <Icon aria-hidden size={14} />
          </button>
        );
      })}
    </fieldset>
  );
}
