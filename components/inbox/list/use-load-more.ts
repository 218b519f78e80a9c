"use client";

import { useEffect } from "react";
import type { FeedbackList } from "./use-feedback-list.ts";

/** Loads the next page this many rows before the end of the loaded ones, or near the end of the first. */
const PREFETCH_ROWS = 100;

/** Beyond this many rows before the loaded ones, the list restarts instead of loading page by page. */
const RESTART_ROWS = 2_000;

/** Loads more rows as scrolling nears the end of the loaded ones. */
export function useLoadMore(list: FeedbackList, firstVisible: number, lastVisible: number): void {
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
