"use client";

import { useEffect } from "react";
import type { FeedbackList } from "./use-feedback-list.ts";

/** Rows before the end of what is in memory at which the next page is asked for. */
const AHEAD = 20;

/** Rows that are read back page by page; beyond that the list starts over. */
const FAR = 2_000;

/** Reads pages as the screen comes near the edge of what is in memory. */
export function useLoadMore(list: FeedbackList, firstShown: number, lastShown: number): void {
  const { before, rows, fetching, error, hasNext, hasPrevious } = list;
  const { fetchNext, fetchPrevious, fromStart } = list;
  const nearEnd = hasNext && lastShown >= before + rows.length - AHEAD;
  const missingBefore = hasPrevious && firstShown < before + AHEAD;
  const farAway = before - firstShown > FAR;
  useEffect(() => {
    if (fetching || error) return;
    if (farAway) fromStart();
    else if (missingBefore) void fetchPrevious();
    else if (nearEnd) void fetchNext();
  }, [fetching, error, farAway, missingBefore, nearEnd, fromStart, fetchPrevious, fetchNext]);
}
