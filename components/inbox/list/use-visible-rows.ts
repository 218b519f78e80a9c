"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

/** Pixels. The header is sticky and covers the rows that scroll under it. */
interface Heights {
  row: number;
  header: number;
}

/** Extra rows rendered above and below the viewport, for short scrolls. */
const OVERSCAN = 3;

/** Rows in the server's HTML, before the viewport is measured: enough to fill a screen. */
const INITIAL = { first: 0, last: 16, slots: 16 + OVERSCAN + 1 };

/**
 * Returns which of `count` rows to render: those in the viewport and a few around them. All rows of
 * a layout have the same height (`--row-height`), so none has to be measured. There are never more of them than
 * `slots`, which scrolling doesn't change.
 */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number) {
  const [visible, setVisible] = useState(INITIAL);
  const scrolledTo = useRef(0);
  const heights = useRef<Heights>({ row: 40, header: 33 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { scrollTop, clientHeight } = element;
      const { row, header } = heights.current;
      scrolledTo.current = scrollTop;
      const first = Math.floor(scrollTop / row);
      const last = Math.ceil((scrollTop + clientHeight - header) / row);
      const slots = Math.ceil((clientHeight - header) / row) + 2 + 2 * OVERSCAN;
      setVisible((before) =>
        before.first === first && before.last === last && before.slots === slots
          ? before
          : { first, last, slots },
      );
    };
    // Render before the next paint, or a fast scroll shows blank space.
    const onScroll = () => flushSync(measure);
    element.addEventListener("scroll", onScroll, { passive: true });
    const onResize = () => {
      const before = heights.current.row;
      heights.current = heightsOf(element);
      // Another layout keeps the same row at the top.
      const { row } = heights.current;
      if (row !== before && element.scrollTop > 0) element.scrollTop *= row / before;
      measure();
    };
    heights.current = heightsOf(element);
    const observer = new ResizeObserver(onResize);
    observer.observe(element);
    // All rows together: another layout can change their height alone.
    if (element.lastElementChild) observer.observe(element.lastElementChild);
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
      const { row, header } = heights.current;
      const maxScrollTop = index * row;
      const minScrollTop = maxScrollTop + row + header - element.clientHeight;
      if (element.scrollTop > maxScrollTop) element.scrollTo({ top: maxScrollTop });
      else if (element.scrollTop < minScrollTop) element.scrollTo({ top: minScrollTop });
    },
    [scroller],
  );
  const toTop = useCallback(() => {
    // Scrolling forces a layout, so skip it if the list is already at the top.
    if (scrolledTo.current !== 0) scroller.current?.scrollTo({ top: 0 });
  }, [scroller]);
  return { first, last, slots: visible.slots, reveal, toTop };
}

function heightsOf(element: HTMLElement): Heights {
  const row = Number.parseFloat(getComputedStyle(element).getPropertyValue("--row-height"));
  const header = element.firstElementChild;
  return { row, header: header instanceof HTMLElement ? header.offsetHeight : 0 };
}
