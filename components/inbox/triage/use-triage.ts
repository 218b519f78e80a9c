"use client";

import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import type { FeedbackList } from "../list/use-feedback-list.ts";
import type { ActiveItem } from "../use-active-item.ts";
import { isListed } from "./pending-status.ts";
import type { Selection } from "./use-selection.ts";
import type { StatusChanges } from "./use-status-changes.ts";

/** Sets statuses and sees to it that work goes on at the row after those that leave the list. */
export interface Triage {
  /** Of the selection, else of the active row. */
  setStatus: (status: string) => void;
  /** Of the entry that stands open, which stays open. */
  setStatusOfOpen: (status: string) => void;
  undo: () => void;
}

/** @returns null where the person may not triage: then no control and no key for it is there */
export function useTriage(
  may: boolean,
  inbox: {
    changes: StatusChanges;
    filters: FeedbackFilters;
    list: FeedbackList;
    entry: ActiveItem;
    selection: Selection;
  },
): Triage | null {
  if (!may) return null;
  const { changes, filters, list, entry, selection } = inbox;
  return {
    setStatus: (status) => {
      const { active } = entry;
      const wasSelected = selection.ids.size > 0;
      const ids = wasSelected ? selection.ids : new Set(active === null ? [] : [active]);
      if (ids.size === 0) return;
      changes.set({ ids, status, wasSelected });
      if (isListed(filters.status, status)) return;
      // What is out of sight must not be what the next key changes.
      if (wasSelected) selection.clear();
      if (active !== null && ids.has(active)) moveOn(list.ids, active, ids, entry);
    },
    setStatusOfOpen: (status) => {
      const { open } = entry;
      if (open === null) return;
      changes.set({ ids: new Set([open]), status, wasSelected: false });
      const place = list.ids.indexOf(open);
      if (!isListed(filters.status, status) && place >= 0) entry.leaveList(open, place);
    },
    undo: changes.undo,
  };
}

/** To the next row that stays, else to the last one before. */
function moveOn(
  ids: readonly string[],
  active: string,
  leaving: ReadonlySet<string>,
  entry: ActiveItem,
): void {
  const place = ids.indexOf(active);
  const stays = (id: string) => !leaving.has(id);
  const next = ids.slice(place + 1).find(stays) ?? ids.slice(0, Math.max(0, place)).findLast(stays);
  if (next === undefined) return;
  if (entry.open === null) entry.activate(next);
  else entry.show(next);
}
