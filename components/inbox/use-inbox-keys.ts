"use client";

import { useEffect, useEffectEvent } from "react";
import type { Selection } from "./use-selection.ts";

interface InboxKeys {
  ids: readonly string[];
  active: string | null;
  open: string | null;
  selection: Selection;
  move: (id: string) => void;
  openEntry: (id: string) => void;
  close: () => void;
  focusSearch: () => void;
  draft: () => void;
  enabled: boolean;
}

/** The inbox by keyboard. Off in text fields, in popups and with modifier keys. */
export function useInboxKeys(keys: InboxKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!keys.enabled || event.defaultPrevented || isElsewhere(event)) return;
    const done = act(event, keys);
    if (done) event.preventDefault();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function act(event: KeyboardEvent, keys: InboxKeys): boolean {
  const { active, open, selection } = keys;
  switch (event.key) {
    case "j":
    case "ArrowDown":
      return step(keys, 1, false);
    case "k":
    case "ArrowUp":
      return step(keys, -1, false);
    case "J":
      return step(keys, 1, true);
    case "K":
      return step(keys, -1, true);
    case "o":
      if (active !== null) keys.openEntry(active);
      return active !== null;
    case "x":
      if (active !== null) selection.toggle(active);
      return active !== null;
    case "Escape":
      if (open !== null) keys.close();
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

/** Moves by one row; with `extend` the rows passed are selected. */
function step(keys: InboxKeys, by: 1 | -1, extend: boolean): boolean {
  const { ids, active, selection } = keys;
  const from = active === null ? -1 : ids.indexOf(active);
  const to = from < 0 ? ids[0] : ids[from + by];
  if (to === undefined) return true;
  if (extend) {
    if (active !== null && !selection.ids.has(active)) selection.toggle(active);
    selection.extendTo(to, ids);
  }
  keys.move(to);
  return true;
}

function isElsewhere(event: KeyboardEvent): boolean {
  if (event.metaKey || event.ctrlKey || event.altKey) return true;
  const { target } = event;
  if (!(target instanceof HTMLElement)) return false;
  const field = target.closest("input:not([type=checkbox]), textarea, select, [role=dialog]");
  return field !== null || target.isContentEditable;
}
