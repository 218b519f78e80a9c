"use client";

import { useEffect, useLayoutEffect, useState } from "react";
import type { ProjectSummary } from "../../lib/contract/api/projects.ts";
import { isIgnored } from "../inbox/ignored-keys.ts";
import { areSingleKeyShortcutsOn } from "../inbox/shortcut-setting.ts";
import { Search } from "../ui/icons.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

/** Keeps typed text until the palette has loaded. */
const typed = { text: "" };

const Palette = lazyPart({
  name: "the command palette",
  load: () => import("../palette/palette.tsx").then((module) => module.Palette),
  failure: "floating",
  pending: <TypedText />,
});

/**
 * Opens the command palette, on every page: Cmd or Ctrl and K, and a button, which is an icon on a narrow screen. `g` and
 * a letter go to a screen.
 */
export function CommandKey(props: { projects: ProjectSummary[]; projectId: string }) {
  const [isOpen, setIsOpen] = useState(false);
  useGoKeys(props.projectId);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.metaKey || event.ctrlKey) || event.defaultPrevented) return;
      event.preventDefault();
      // A dialog may have text that isn't saved.
      if (!document.querySelector("dialog[open]")) setIsOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  const close = () => {
    typed.text = "";
    setIsOpen(false);
  };
  return (
    <>
      <button
        type="button"
        title="Commands (Ctrl+K)"
        // Until the palette is loaded, the inbox takes no keys as its shortcuts.
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={Palette.preload}
        onClick={() => setIsOpen(true)}
        className="nav-link"
      >
        <Search />
        <span>Search</span>
      </button>
      {isOpen && <Palette {...props} typed={typed} onClose={close} />}
    </>
  );
}

/** Receives typed text until the palette has loaded. */
function TypedText() {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, altKey } = event;
      if (metaKey || ctrlKey || altKey) return;
      if (key === "Backspace") typed.text = typed.text.slice(0, -1);
      else if (key.length === 1) typed.text += key;
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return null;
}

/** The screens that `g` and a letter lead to. */
const SCREENS: Readonly<Record<string, string>> = {
  h: "",
  f: "/feedback",
  p: "/pages",
  i: "/insights",
  j: "/jobs",
};
/** Milliseconds between the two keys. */
const SECOND_KEY_TIMEOUT_MS = 1_500;

/** Goes to a screen of the project with `g` and a letter, on every page. */
function useGoKeys(projectId: string): void {
  useEffect(() => {
    let pressedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (isIgnored(event) || !areSingleKeyShortcutsOn()) return;
      const screen =
        event.timeStamp - pressedAt < SECOND_KEY_TIMEOUT_MS ? SCREENS[event.key] : undefined;
      pressedAt = event.key === "g" ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (screen === undefined) return;
      const address = `/${projectId}${screen}`;
      // In the inbox, the letter alone is another shortcut.
      event.stopImmediatePropagation();
      const links = document.querySelectorAll<HTMLAnchorElement>("nav a");
      [...links].find(({ pathname }) => pathname === address)?.click();
    };
    addEventListener("keydown", onKeyDown, true);
    return () => removeEventListener("keydown", onKeyDown, true);
  }, [projectId]);
}
