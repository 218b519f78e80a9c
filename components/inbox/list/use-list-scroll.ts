"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { FeedbackList } from "./use-feedback-list.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

/** Loads the next page this many rows before the end of the loaded ones, or near the end of the first. */
const PREFETCH_ROWS = 100;

/** Beyond this many rows before the loaded ones, the list restarts instead of loading page by page. */
const RESTART_ROWS = 2_000;

/** Loads more rows as scrolling nears the end of the loaded ones. */
function useLoadMore(list: FeedbackList, firstVisible: number, lastVisible: number): void {
  const { offset, rows, isFetching, error, hasNext, hasPrevious } = list;
  const { fetchNext, fetchPrevious, restart } = list;
  const isNearEnd =
    hasNext && lastVisible >= offset + rows.length - Math.min(PREFETCH_ROWS, rows.length / 8);
  const isNearStart = hasPrevious && firstVisible < offset + PREFETCH_ROWS;
  const isFarBefore = offset - firstVisible > RESTART_ROWS;
  useEffect(() => {
    if (isFetching || error) return;
    if (isFarBefore) restart();
    else if (isNearStart) void fetchPrevious();
    else if (isNearEnd) void fetchNext();
  }, [isFetching, error, isFarBefore, isNearStart, isNearEnd, restart, fetchPrevious, fetchNext]);
}

/** A row to render. */
interface VisibleRow {
  index: number;
  /** Rows that scroll into view take over the elements of those that scroll out, which is faster than new ones. */
  key: number | "active";
}

/**
 * Loads rows while scrolling, keeps the active row visible, and scrolls to the top on new filters.
 * @returns the rows to render, in order
 */
export function useListScroll(
  list: FeedbackList,
  activeId: string | null,
  scroller: RefObject<HTMLDivElement | null>,
): VisibleRow[] {
  const { first, last, slots, reveal, toTop } = useVisibleRows(
    scroller,
    list.offset + list.rows.length,
  );
  useLoadMore(list, first, last);

  const revealActive = useEffectEvent((id: string) => {
    const index = list.ids.indexOf(id);
    if (index >= 0) reveal(list.offset + index);
  });
  useEffect(() => {
    if (activeId !== null) revealActive(activeId);
  }, [activeId]);

  const shownFilters = useRef(list.filterKey);
  useEffect(() => {
    // On the first render, keep the scroll position that the browser restored.
    if (shownFilters.current !== list.filterKey) toTop();
    shownFilters.current = list.filterKey;
  }, [list.filterKey, toTop]);

  const visible = Array.from(
    { length: Math.max(0, last - first + 1) },
    (_, position): VisibleRow => ({ index: first + position, key: (first + position) % slots }),
  );
  // The active row stays in the document, because removing it would lose the focus.
  const activeAt = activeId === null ? -1 : list.ids.indexOf(activeId);
  const index = list.offset + activeAt;
  if (activeAt < 0 || (index >= first && index <= last)) return visible;
  const active: VisibleRow = { index, key: "active" };
  return index < first ? [active, ...visible] : [...visible, active];
}
