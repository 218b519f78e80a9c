"use client";

import { useEffectEvent, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { startEarlyNote, typeEarlyNote } from "../feedback/early-note.ts";
import { isIgnored } from "./ignored-keys.ts";
import { firstVisibleRow } from "./list/first-visible-row.ts";
import type { FeedbackList } from "./list/use-feedback-list.ts";
import type { FirstRow } from "./list/use-first-row.ts";
import { areSingleKeyShortcutsOn } from "./shortcut-setting.ts";
import { CHOICES, type Choice } from "./triage/choice.ts";
import type { Selection } from "./triage/use-selection.ts";
import type { Triage } from "./triage/use-triage.ts";
import { type ActiveItem, activeOrOpenItem } from "./use-active-item.ts";

interface ShortcutTargets {
  list: FeedbackList;
  item: ActiveItem;
  selection: Selection;
  /** Null if the person can't triage. */
  triage: Triage | null;
  canAssign: boolean;
  /** Opens a choice for the selection or the active row; null if the person can't triage. */
  choose: ((kind: Choice["kind"]) => void) | null;
  assignToMe: () => void;
  firstRow: FirstRow;
  focusSearch: () => void;
  /** Shows the items that the search hides. */
  clearSearch: () => void;
  /** Lists similar items as one row, or each. */
  toggleGroups: () => void;
  draft: () => void;
  showShortcuts: () => void;
  /** Says that the list has nothing to act on. */
  sayNothing: () => void;
  enabled: boolean;
}

const MAY_REPEAT = new Set(["j", "k", "J", "K", "ArrowDown", "ArrowUp"]);

/** Handles the inbox's shortcuts. Ignores text fields, popovers, and modifier keys. */
export function useInboxShortcuts(targets: ShortcutTargets): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!targets.enabled || event.defaultPrevented || isIgnored(event)) return;
    if (typeEarlyNote(targets.item.openId, event.key)) return event.preventDefault();
    // A key that is held down may scroll through rows, but it decides only once.
    if (event.repeat && !MAY_REPEAT.has(event.key)) return;
    if (isForItems(event.key) && makeRowActive(targets)) return onKeyDown(event);
    if (handleKey(event, targets)) event.preventDefault();
  });
  // Keys work as soon as the rows are visible: other effects run later.
  useLayoutEffect(() => {
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/**
 * Keys that act on items. If no item is active, they act on the row with the focus, or else on the first
 * row.
 */
const FOR_ITEMS = new Set([...Object.keys(CHOICES), ..."mnopux1234"]);

function isForItems(key: string): boolean {
  return FOR_ITEMS.has(key) && areSingleKeyShortcutsOn();
}

/** @returns whether a row became active, because there was nothing to act on */
function makeRowActive(targets: ShortcutTargets): boolean {
  const { item, list, selection } = targets;
  if (selection.ids.size > 0 || selection.isLoading || item.openId !== null) return false;
  if (activeOrOpenItem(item, list.ids) !== null) return false;
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement && activeElement.dataset.feedbackId;
  const id = focused || nearestRow(targets, 1);
  if (id === undefined && !list.isLoading) targets.sayNothing();
  if (id === undefined || id === item.activeId) return false;
  flushSync(() => item.activate(id));
  return true;
}

/** @returns whether the key was handled */
function handleKey(event: KeyboardEvent, targets: ShortcutTargets): boolean {
  if (handleGridKey(event, targets)) return true;
  // Shift and a letter count as a single-key shortcut.
  return event.key.length === 1 && areSingleKeyShortcutsOn() && handleShortcut(event.key, targets);
}

/** Arrows, Enter, and Space only apply to a focused row: elsewhere they scroll and press buttons. Without a focus, Enter doesn't. */
function handleGridKey(event: KeyboardEvent, targets: ShortcutTargets): boolean {
  const { item, selection } = targets;
  if (event.key === "Escape") {
    if (item.openId !== null) item.close();
    else if (selection.ids.size > 0 || selection.isLoading) selection.clear();
    else targets.clearSearch();
    return true;
  }
  if (event.key === "Enter" && event.target === document.body) return onActive(targets, item.open);
  if (!isOnRow(event)) return false;
  switch (event.key) {
    case "ArrowDown":
      return move(targets, 1, event.shiftKey);
    case "ArrowUp":
      return move(targets, -1, event.shiftKey);
    case "Home":
      return run(targets.firstRow.focus);
    case "End":
      return run(() => moveToLast(targets));
    case "ArrowRight":
      return pressGroup(event, false);
    case "ArrowLeft":
      return pressGroup(event, true);
    case "Enter":
      return onActive(targets, item.open);
    case " ":
      return toggleActive(targets);
    default:
      return false;
  }
}

/** Actions of keys, apart from choices and decisions. */
const SHORTCUTS: Readonly<Record<string, (targets: ShortcutTargets) => boolean>> = {
  j: (targets) => move(targets, 1, false),
  k: (targets) => move(targets, -1, false),
  J: (targets) => move(targets, 1, true),
  K: (targets) => move(targets, -1, true),
  o: (targets) => onActive(targets, targets.item.open),
  x: toggleActive,
  "/": ({ focusSearch }) => run(focusSearch),
  G: ({ toggleGroups }) => run(toggleGroups),
  "?": ({ showShortcuts }) => run(showShortcuts),
  p: ({ draft }) => run(draft),
  n: writeNote,
  // Without teammates, the dialog says so.
  m: (targets) => (targets.canAssign ? run(targets.assignToMe) : openChoice("a", targets)),
};

function handleShortcut(key: string, targets: ShortcutTargets): boolean {
  const shortcut = SHORTCUTS[key];
  if (shortcut) return shortcut(targets);
  return openChoice(key, targets) || handleTriageKey(key, targets.triage);
}

function openChoice(key: string, { choose }: ShortcutTargets): boolean {
  const kind = Object.entries(CHOICES).find(([own]) => own === key)?.[1];
  if (!kind || !choose) return false;
  return run(() => choose(kind));
}

/**
 * `1` to `4` set the statuses in the order of the platform interface; `u` restores noise; `z` undoes and `Z`
 * redoes.
 */
function handleTriageKey(key: string, triage: Triage | null): boolean {
  if (!triage) return false;
  const { change, undo, redo } = triage;
  if (key === "z") return run(undo);
  if (key === "Z") return run(redo);
  if (key === "u") return run(() => change({ kind: "restore" }));
  const status = STATUSES[Number(key) - 1];
  return status !== undefined && run(() => change({ kind: "set", status }));
}

/** Focuses the note field of the open item, or else of the active row's, which may take a while to be there. */
function writeNote(targets: ShortcutTargets): boolean {
  const { item, triage } = targets;
  const field = document.querySelector<HTMLElement>("[data-testid=note-field]");
  if (field) return run(() => field.focus());
  return onActive(targets, (id) => {
    if (triage) startEarlyNote(id);
    if (item.openId === null) item.open(id);
  });
}

function run(action: () => void): true {
  action();
  return true;
}

/** Acts on the active row. Without one, the first visible row becomes active. */
function onActive(targets: ShortcutTargets, action: (id: string) => void): boolean {
  const { item, list } = targets;
  const id = activeOrOpenItem(item, list.ids) ?? nearestRow(targets, 1);
  if (id === undefined) return false;
  item.activate(id);
  return run(() => action(id));
}

function toggleActive(targets: ShortcutTargets): boolean {
  return onActive(targets, (id) => targets.selection.toggle(targets.list.itemsOf([id])));
}

/**
 * Moves by one row; `extend` selects the rows passed. If the active item isn't in the loaded part of
 * the list, moves to a visible row.
 */
function move(targets: ShortcutTargets, by: 1 | -1, extend: boolean): boolean {
  const { list, selection } = targets;
  const { ids } = list;
  const { activeId, openId, activate, open } = targets.item;
  const from = activeId === null ? -1 : ids.indexOf(activeId);
  const to = from < 0 ? nearestRow(targets, by) : ids[from + by];
  if (to === undefined) return true;
  if (extend) selection.extendTo(to, list, from < 0 ? to : activeId);
  if (openId === null) activate(to);
  else open(to);
  return true;
}

/** Moves to the last loaded row. More rows may load once it is shown. */
function moveToLast({ list, item }: ShortcutTargets): void {
  const last = list.ids.at(-1);
  if (last === undefined) return;
  if (item.openId === null) item.activate(last);
  else item.open(last);
}

/** Returns the neighbor of an item that has left the list, or else a visible row. */
function nearestRow({ list, item }: ShortcutTargets, by: 1 | -1): string | undefined {
  const { ids } = list;
  if (item.formerIndex !== null) return ids[by === 1 ? item.formerIndex : item.formerIndex - 1];
  return firstVisibleRow() ?? ids[0];
}

/** Shows or hides the items of the row's group. */
function pressGroup({ target }: KeyboardEvent, isExpanded: boolean): boolean {
  const button = (target as HTMLElement).querySelector<HTMLElement>(
    `[data-testid=row-group][aria-expanded=${isExpanded}]`,
  );
  return button !== null && run(() => button.click());
}

/** Whether a row has the focus. The header's buttons need these keys themselves. */
function isOnRow({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLElement && target.matches("[data-feedback-id]");
}
