"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { ROW_HEIGHT } from "./feedback-table-row.tsx";
import type { FeedbackList } from "./use-feedback-list.ts";
import { useMorePages } from "./use-more-pages.ts";

/** Pixels of the list's head, which stays on top and covers what scrolls beneath. */
const HEAD_HEIGHT = 33;

/** Before the browser has measured: enough rows for the server's HTML to fill a screen. */
const FIRST_RECT = { width: 1024, height: 800 };

/** Which rows stand on the screen, as it scrolls, as the active row moves, as the view changes. */
export function useListScroll(
  list: FeedbackList,
  active: string | null,
  scroller: RefObject<HTMLDivElement | null>,
) {
  const virtualizer = useVirtualizer({
    count: list.before + list.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    initialRect: FIRST_RECT,
    scrollMargin: HEAD_HEIGHT,
    scrollPaddingStart: HEAD_HEIGHT,
    overscan: 4,
  });
  const items = virtualizer.getVirtualItems();
  useMorePages(list, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);

  const reveal = useEffectEvent((id: string) => {
    const index = list.ids.indexOf(id);
    if (index >= 0) virtualizer.scrollToIndex(list.before + index, { align: "auto" });
  });
  useEffect(() => {
    if (active !== null) reveal(active);
  }, [active]);

  const view = useRef(list.view);
  const toTop = useEffectEvent(() => {
    // Scrolling has the page laid out at once, which would only delay a list that is at its top.
    if (virtualizer.scrollOffset !== 0) scroller.current?.scrollTo({ top: 0 });
  });
  useEffect(() => {
    // Another view begins at its top; the first one stands where the browser left it.
    if (view.current !== list.view) toTop();
    view.current = list.view;
  }, [list.view]);

  return { items, height: virtualizer.getTotalSize(), top: HEAD_HEIGHT };
}
