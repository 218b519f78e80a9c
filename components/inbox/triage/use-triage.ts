"use client";

import { useEffect, useRef } from "react";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import type { DismissalChange, ItemChange } from "../../../lib/item-fields/decision.ts";
import { matchesFilters, valuesOf } from "../../../lib/item-fields/fields.ts";
import { useSession } from "../../app/session.tsx";
import { statusName } from "../../feedback/status-label.tsx";
import type { FeedbackList } from "../list/use-feedback-list.ts";
import { type ActiveItem, activeOrOpenItem } from "../use-active-item.ts";
import type { Decisions } from "./use-decisions.ts";
import type { Selection } from "./use-selection.ts";

/** Changes of items in the inbox. */
export interface Triage {
  /** Changes the selection, or the active row if nothing is selected. @param reason why they are dismissed */
  change: (change: ItemChange, reason?: DismissalChange) => void;
  /**
   * Changes one row, or the open item. If that takes it off the list, the next one becomes active, or opens.
   * @param ids the items of the row, its own one first
   */
  changeRow: (ids: readonly string[], change: ItemChange, reason?: DismissalChange) => void;
  /** Undoes the last change. Beside an open item, the changed one opens again. */
  undo: () => void;
  redo: () => void;
}

interface TriageTargets {
  decisions: Decisions;
  filters: FeedbackFilters;
  list: FeedbackList;
  item: ActiveItem;
  selection: Selection;
}

/**
 * Changes items and moves to the next row when the active one leaves the list. While the selection is
 * loading, a decision waits for it.
 * @returns null if the person can't triage, so that no control or shortcut appears
 */
export function useTriage(canTriage: boolean, inbox: TriageTargets): Triage | null {
  const me = useSession().person.id;
  const latest = useRef(inbox);
  useEffect(() => {
    latest.current = inbox;
  });
  if (!canTriage) return null;
  const { item, selection } = inbox;
  const onCancel = (change: ItemChange) => (reason: string | null) =>
    latest.current.decisions.notApplied(change, reason);
  return {
    change: (change, reason) =>
      selection.afterSelectionLoads({
        description: describe("them", change),
        run: () => changeSelected(latest.current, { change, reason }, me),
        onCancel: onCancel(change),
      }),
    changeRow: (ids, change, reason) =>
      selection.enqueue({
        description: describe(ids[0] === item.openId ? "the open item" : "one row", change),
        run: () => changeRow(latest.current, ids, { change, reason }, me),
        onCancel: onCancel(change),
      }),
    undo: () =>
      selection.enqueue({
        description: "undoing the last change",
        run: () => undo(latest.current),
      }),
    redo: () =>
      selection.enqueue({
        description: "redoing the last change",
        run: () => redo(latest.current, me),
      }),
  };
}

const DOING = { assign: "assigning", restore: "restoring", snooze: "snoozing" };

function describe(what: string, change: ItemChange): string {
  return change.kind === "set"
    ? `marking ${what} as ${statusName(change.status).toLowerCase()}`
    : `${DOING[change.kind]} ${what}`;
}

interface DecisionInput {
  change: ItemChange;
  /** Why the items are dismissed, if it was chosen with the dismissal. */
  reason: DismissalChange | undefined;
}

function decide(
  { set }: Decisions,
  ids: readonly string[],
  { change, reason }: DecisionInput,
  wasSelected: boolean,
): void {
  set(ids, change, wasSelected);
  if (reason) set(ids, reason);
}

function changeSelected(
  { decisions, filters, list, item, selection }: TriageTargets,
  { change, reason }: DecisionInput,
  me: string,
) {
  const activeId = activeOrOpenItem(item, list.ids);
  const selected = selection.currentIds();
  const active = activeId === null ? [] : list.itemsOf([activeId]);
  const ids = selected.size > 0 ? selected : new Set(active);
  if (ids.size === 0) return;
  decide(decisions, [...ids], { change, reason }, selected.size > 0);
  if (matchesFilters(filters, valuesOf(change), me)) return;
  // The next shortcut must not change items that are no longer visible.
  if (selected.size > 0) selection.clear();
  if (activeId !== null && ids.has(activeId)) moveToNext(list.ids, activeId, ids, item);
}

function changeRow(
  { decisions, filters, list, item }: TriageTargets,
  ids: readonly string[],
  { change, reason }: DecisionInput,
  me: string,
): void {
  decide(decisions, ids, { change, reason }, false);
  const [id = ""] = ids;
  if (matchesFilters(filters, valuesOf(change), me) || !list.ids.includes(id)) return;
  // If another item is open, it stays open.
  if ((item.openId ?? id) === id) moveToNext(list.ids, id, new Set(ids), item);
}

function undo({ decisions, item, list }: TriageTargets): void {
  const { activeId, formerIndex, openId } = item;
  const changed = decisions.undo();
  if (openId === null || changed === null) return;
  // The list has the item again after the next load. Until then, it takes the place of the item that
  // was active.
  if (!list.ids.includes(changed)) {
    item.leaveList(changed, formerIndex ?? list.ids.indexOf(activeId ?? openId));
  }
  item.open(changed);
}

/** Makes the last undone decision again. Undoing it has selected its items, which leave the list again. */
function redo({ decisions, filters, selection }: TriageTargets, me: string): void {
  const made = decisions.redo();
  if (!made) return;
  const { ids, ...change } = made.decision;
  if (matchesFilters(filters, valuesOf(change), me)) return;
  const redone = new Set(ids);
  if ([...selection.currentIds()].every((id) => redone.has(id))) selection.clear();
}

/** Moves to the next row that stays in the list, or else to the last one before. */
function moveToNext(
  ids: readonly string[],
  activeId: string,
  leaving: ReadonlySet<string>,
  item: ActiveItem,
): void {
  const index = ids.indexOf(activeId);
  const stays = (id: string) => !leaving.has(id);
  const next = ids.slice(index + 1).find(stays) ?? ids.slice(0, Math.max(0, index)).findLast(stays);
  if (next === undefined) return;
  if (item.openId === null) item.activate(next);
  else item.open(next);
}
