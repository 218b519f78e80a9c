"use client";

import type { Status } from "../../../lib/contract/platform/vocabulary.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import type { FeedbackList } from "../list/use-feedback-list.ts";
import type { ActiveItem } from "../use-active-item.ts";
import { matchesStatusFilter } from "./unsaved-status.ts";
import type { Decisions } from "./use-decisions.ts";
import type { Selection } from "./use-selection.ts";

/** Status actions of the inbox. */
export interface Triage {
  /** Sets the status of the selection, or of the active row if nothing is selected. */
  setStatus: (status: Status) => void;
  /** Sets the status of the open item, which stays open. */
  setOpenItemStatus: (status: Status) => void;
  undo: () => void;
  redo: () => void;
}

/**
 * Sets statuses and moves to the next row when the active one leaves the list.
 * @returns null if the person can't triage, so that no control or shortcut appears
 */
export function useTriage(
  canTriage: boolean,
  inbox: {
    decisions: Decisions;
    filters: FeedbackFilters;
    list: FeedbackList;
    item: ActiveItem;
    selection: Selection;
  },
): Triage | null {
  if (!canTriage) return null;
  const { decisions, filters, list, item, selection } = inbox;
  return {
    setStatus: (status) => {
      const { activeId } = item;
      const wasSelected = selection.ids.size > 0;
      const ids = wasSelected ? selection.ids : new Set(activeId === null ? [] : [activeId]);
      if (ids.size === 0) return;
      decisions.set([...ids], status);
      if (matchesStatusFilter(filters.status, status)) return;
      // The next shortcut must not change items that are no longer visible.
      if (wasSelected) selection.clear();
      if (activeId !== null && ids.has(activeId)) moveToNext(list.ids, activeId, ids, item);
    },
    setOpenItemStatus: (status) => {
      const { openId } = item;
      if (openId === null) return;
      decisions.set([openId], status);
      const index = list.ids.indexOf(openId);
      const staysListed = matchesStatusFilter(filters.status, status);
      if (!staysListed && index >= 0) item.leaveList(openId, index);
    },
    undo: decisions.undo,
    redo: decisions.redo,
  };
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
