"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ROW_HEIGHT } from "./feedback-table-row.tsx";

/** Pixels. The header is sticky and covers the rows that scroll under it. */
const HEADER_HEIGHT = 33;

/** Extra rows rendered above and below the viewport, for short scrolls. */
const OVERSCAN = 4;

/** Rows in the server's HTML, before the viewport is measured: enough to fill a screen. */
const INITIAL = { first: 0, last: 20 };

/**
 * Returns which of `count` rows to render: those in the viewport and a few around them. All rows
 * have the same height, so none has to be measured.
 */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number) {
  const [visible, setVisible] = useState(INITIAL);
  const scrolledTo = useRef(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { scrollTop, clientHeight } = element;
      scrolledTo.current = scrollTop;
      const first = Math.floor(scrollTop / ROW_HEIGHT);
      const last = Math.ceil((scrollTop + clientHeight - HEADER_HEIGHT) / ROW_HEIGHT);
      setVisible((before) =>
        before.first === first && before.last === last ? before : { first, last },
      );
    };
    // Render before the next paint, or a fast scroll shows blank space.
    const onScroll = () => flushSync(measure);
    element.addEventListener("scroll", onScroll, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [scroller]);

  const last = Math.min(count - 1, visible.last + OVERSCAN);
  const first = Math.max(0, Math.min(visible.first, last) - OVERSCAN);

  /** Scrolls just enough to make the row fully visible. */
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const maxScrollTop = index * ROW_HEIGHT;
      const minScrollTop = maxScrollTop + ROW_HEIGHT + HEADER_HEIGHT - element.clientHeight;
      if (element.scrollTop > maxScrollTop) element.scrollTo({ top: maxScrollTop });
      else if (element.scrollTop < minScrollTop) element.scrollTo({ top: minScrollTop });
    },
    [scroller],
  );
  const toTop = useCallback(() => {
    // Scrolling forces a layout, so skip it if the list is already at the top.
    if (scrolledTo.current !== 0) scroller.current?.scrollTo({ top: 0 });
  }, [scroller]);
  return { first, last, reveal, toTop };
}
