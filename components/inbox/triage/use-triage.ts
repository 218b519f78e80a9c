"use client";

import { useEffect, useRef } from "react";
import type { Status } from "../../../lib/contract/platform/vocabulary.ts";
import type { FeedbackFilters } from "../../../lib/filters/feedback-filters.ts";
import { statusName } from "../../feedback/status-label.tsx";
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

interface TriageTargets {
  decisions: Decisions;
  filters: FeedbackFilters;
  list: FeedbackList;
  item: ActiveItem;
  selection: Selection;
}

/**
 * Sets statuses and moves to the next row when the active one leaves the list. While the selection is
 * loading, a decision waits for it.
 * @returns null if the person can't triage, so that no control or shortcut appears
 */
export function useTriage(canTriage: boolean, inbox: TriageTargets): Triage | null {
  const latest = useRef(inbox);
  useEffect(() => {
    latest.current = inbox;
  });
  if (!canTriage) return null;
  const { decisions, item, selection } = inbox;
  const drop = (status: Status) => (reason: string | null) =>
    latest.current.decisions.notMade(status, reason);
  return {
    setStatus: (status) =>
      selection.whenKnown({
        description: `marking them as ${nameOf(status)}`,
        run: () => setSelected(latest.current, status),
        drop: drop(status),
      }),
    setOpenItemStatus: (status) => {
      const { openId } = item;
      if (openId === null) return;
      selection.inOrder({
        description: `marking the open item as ${nameOf(status)}`,
        run: () => setOpen(latest.current, openId, status),
        drop: drop(status),
      });
    },
    undo: () => selection.inOrder({ description: "undoing the last change", run: decisions.undo }),
    redo: () => selection.inOrder({ description: "redoing the last change", run: decisions.redo }),
  };
}

function nameOf(status: Status): string {
  return statusName(status).toLowerCase();
}

function setSelected({ decisions, filters, list, item, selection }: TriageTargets, status: Status) {
  const { activeId } = item;
  const selected = selection.currentIds();
  const ids = selected.size > 0 ? selected : new Set(activeId === null ? [] : [activeId]);
  if (ids.size === 0) return;
  decisions.set([...ids], status);
  if (matchesStatusFilter(filters.status, status)) return;
  // The next shortcut must not change items that are no longer visible.
  if (selected.size > 0) selection.clear();
  if (activeId !== null && ids.has(activeId)) moveToNext(list.ids, activeId, ids, item);
}

function setOpen(
  { decisions, filters, list, item }: TriageTargets,
  openId: string,
  status: Status,
): void {
  decisions.set([openId], status);
  const index = list.ids.indexOf(openId);
  const staysListed = matchesStatusFilter(filters.status, status);
  if (!staysListed && index >= 0) item.leaveList(openId, index);
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
