"use client";

import { useEffect, useEffectEvent } from "react";
import { rowOnScreen } from "./row-on-screen.ts";
import type { ActiveEntry } from "./use-active-entry.ts";
import type { Selection } from "./use-selection.ts";

interface InboxKeys {
  ids: readonly string[];
  entry: ActiveEntry;
  selection: Selection;
  focusSearch: () => void;
  draft: () => void;
  enabled: boolean;
}

/** The inbox by keyboard. Off in text fields, in popups and with modifier keys. */
export function useInboxKeys(keys: InboxKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!keys.enabled || event.defaultPrevented || isElsewhere(event)) return;
    if (act(event, keys)) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

/** Whether the key meant something here. */
function act(event: KeyboardEvent, keys: InboxKeys): boolean {
  const { selection } = keys;
  const { active, open, show, close } = keys.entry;
  switch (event.key) {
    case "j":
      return step(keys, 1, false);
    case "k":
      return step(keys, -1, false);
    case "J":
      return step(keys, 1, true);
    case "K":
      return step(keys, -1, true);
    // Arrows, Enter and Space are the focused list's own: elsewhere they scroll and press.
    case "ArrowDown":
      return isInList(event) && step(keys, 1, event.shiftKey);
    case "ArrowUp":
      return isInList(event) && step(keys, -1, event.shiftKey);
    case "Enter":
    case "o":
      if (active === null || (event.key === "Enter" && !isInList(event))) return false;
      show(active);
      return true;
    case " ":
    case "x":
      if (active === null || (event.key === " " && !isInList(event))) return false;
      selection.toggle(active);
      return true;
    case "Escape":
      if (open !== null) close();
      else selection.clear();
      return true;
    case "/":
      keys.focusSearch();
      return true;
    case "p":
      keys.draft();
      return true;
    default:
      return false;
  }
}

/**
 * Moves by one row; with `extend` the rows passed are selected. From an entry that is not in the list,
 * or far from what was read of it, it moves to what is seen.
 */
function step(keys: InboxKeys, by: 1 | -1, extend: boolean): boolean {
  const { ids, selection } = keys;
  const { active, open, activate, show } = keys.entry;
  const from = active === null ? -1 : ids.indexOf(active);
  const to = from < 0 ? (rowOnScreen() ?? ids[0]) : ids[from + by];
  if (to === undefined) return true;
  if (extend) selection.extendTo(to, ids, from < 0 ? to : active);
  if (open === null) activate(to);
  else show(to);
  return true;
}

/** Whether a row has the focus: not the list's head, whose buttons take the same keys. */
function isInList({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches("[data-feedback-id]");
}

function isElsewhere(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest("input:not([type=checkbox]), textarea, select, [role=dialog]");
  return field !== null || target.isContentEditable;
}
