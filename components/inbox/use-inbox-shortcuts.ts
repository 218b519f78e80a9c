"use client";

import { useEffect, useEffectEvent } from "react";
import { STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { firstVisibleRow } from "./list/first-visible-row.ts";
import { areSingleKeysOn } from "./shortcut-setting.ts";
import type { Selection } from "./triage/use-selection.ts";
import type { Triage } from "./triage/use-triage.ts";
import type { ActiveItem } from "./use-active-item.ts";

interface InboxKeys {
  ids: readonly string[];
  entry: ActiveItem;
  selection: Selection;
  /** Null where the person may not triage. */
  triage: Triage | null;
  focusSearch: () => void;
  draft: () => void;
  showKeys: () => void;
  enabled: boolean;
}

/** The inbox by keyboard. Off in text fields, in popups and with modifier keys. */
export function useInboxShortcuts(keys: InboxKeys): void {
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
  if (actOnList(event, keys)) return true;
  // Shift and a letter is a shortcut of one key, too.
  return event.key.length === 1 && areSingleKeysOn() && handleShortcut(event.key, keys);
}

/** Arrows, Enter and Space are the focused list's own: elsewhere they scroll and press. */
function actOnList(event: KeyboardEvent, keys: InboxKeys): boolean {
  const { entry, selection } = keys;
  if (event.key === "Escape") {
    if (entry.open !== null) entry.close();
    else selection.clear();
    return true;
  }
  if (!isInList(event)) return false;
  switch (event.key) {
    case "ArrowDown":
      return step(keys, 1, event.shiftKey);
    case "ArrowUp":
      return step(keys, -1, event.shiftKey);
    case "Enter":
      return onActive(keys, entry.show);
    case " ":
      return onActive(keys, selection.toggle);
    default:
      return false;
  }
}

function handleShortcut(sign: string, keys: InboxKeys): boolean {
  switch (sign) {
    case "j":
      return step(keys, 1, false);
    case "k":
      return step(keys, -1, false);
    case "J":
      return step(keys, 1, true);
    case "K":
      return step(keys, -1, true);
    case "o":
      return onActive(keys, keys.entry.show);
    case "x":
      return onActive(keys, keys.selection.toggle);
    case "/":
      return done(keys.focusSearch);
    case "?":
      return done(keys.showKeys);
    case "p":
      return done(keys.draft);
    default:
      return keys.triage !== null && triage(sign, keys.triage);
  }
}

/** `1` to `4` are the statuses as the interface lists them. */
function triage(sign: string, { setStatus, undo }: Triage): boolean {
  if (sign === "z") return done(undo);
  const status = STATUSES[Number(sign) - 1];
  return status !== undefined && done(() => setStatus(status));
}

function done(action: () => void): true {
  action();
  return true;
}

function onActive({ entry }: InboxKeys, action: (id: string) => void): boolean {
  const { active } = entry;
  return active !== null && done(() => action(active));
}

/**
 * Moves by one row; with `extend` the rows passed are selected. From an entry that is not in the list,
 * or far from what was read of it, it moves to what is seen.
 */
function step(keys: InboxKeys, by: 1 | -1, extend: boolean): boolean {
  const { ids, selection } = keys;
  const { active, open, activate, show } = keys.entry;
  const from = active === null ? -1 : ids.indexOf(active);
  const to = from < 0 ? beside(keys, by) : ids[from + by];
  if (to === undefined) return true;
  if (extend) selection.extendTo(to, ids, from < 0 ? to : active);
  if (open === null) activate(to);
  else show(to);
  return true;
}

/** Where an entry that has left the list stood, or what is seen. */
function beside({ ids, entry }: InboxKeys, by: 1 | -1): string | undefined {
  if (entry.left !== null) return ids[by === 1 ? entry.left : entry.left - 1];
  return firstVisibleRow() ?? ids[0];
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
