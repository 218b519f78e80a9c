import { useEffect } from "react";
import { isIgnored } from "../inbox/ignored-keys.ts";
import { areSingleKeyShortcutsOn } from "../inbox/shortcut-setting.ts";

/** The screens that `g` and a letter lead to. */
const SCREENS: Readonly<Record<string, string>> = {
  ...{ h: "", f: "/feedback", p: "/pages", i: "/insights", j: "/jobs" },
};
/** Milliseconds between the two keys. */
const WITHIN = 1_500;

/** Goes to a screen of the project with `g` and a letter, on every page. */
export function useGoKeys(projectId: string): void {
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isIgnored(event) || !areSingleKeyShortcutsOn()) return;
      const screen = event.timeStamp - pressedAt < WITHIN ? SCREENS[event.key] : undefined;
      pressedAt = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (screen === undefined) return;
      const address = `/${projectId}${screen}`;
      // In the inbox, the letter alone does something else.
      event.stopImmediatePropagation();
      const links = document.querySelectorAll<HTMLAnchorElement>("nav a");
      [...links].find(({ pathname }) => pathname === address)?.click();
    };
    addEventListener("keydown", onKeyDown, true);
    return () => removeEventListener("keydown", onKeyDown, true);
  }, [projectId]);
}
