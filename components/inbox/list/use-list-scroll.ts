"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { FeedbackList } from "./use-feedback-list.ts";
import { useLoadMore } from "./use-load-more.ts";
import { useVisibleRows } from "./use-visible-rows.ts";

/**
 * Which rows stand on the screen, as it scrolls, as the active row moves, as the view changes.
 * @returns their places in the list, from the top
 */
export function useListScroll(
  list: FeedbackList,
  active: string | null,
  scroller: RefObject<HTMLDivElement | null>,
): number[] {
  const { first, last, reveal, toTop } = useVisibleRows(scroller, list.before + list.rows.length);
  useLoadMore(list, first, last);

  const revealActive = useEffectEvent((id: string) => {
    const index = list.ids.indexOf(id);
    if (index >= 0) reveal(list.before + index);
  });
  useEffect(() => {
    if (active !== null) revealActive(active);
  }, [active]);

  const view = useRef(list.view);
  useEffect(() => {
    // Another view begins at its top; the first one stands where the browser left it.
    if (view.current !== list.view) toTop();
    view.current = list.view;
  }, [list.view, toTop]);

  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
