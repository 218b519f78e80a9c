"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { ROW_HEIGHT } from "./feedback-table-row.tsx";

/** Pixels of the list's head, which stays on top and covers what scrolls beneath. */
const HEAD_HEIGHT = 33;

/** Rows drawn beyond either edge of the screen, so that a short scroll finds them there. */
const BEYOND = 4;

/** Before the browser has measured: enough rows for the server's HTML to fill a screen. */
const AT_FIRST = { first: 0, last: 20 };

/**
 * Which of `count` rows are drawn: those on the screen and a few around them. All have one height,
 * so where they stand is known without measuring any.
 */
export function useVisibleRows(scroller: RefObject<HTMLElement | null>, count: number) {
  const [shown, setShown] = useState(AT_FIRST);
  const scrolledTo = useRef(0);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const { scrollTop, clientHeight } = element;
      scrolledTo.current = scrollTop;
      const first = Math.floor(scrollTop / ROW_HEIGHT);
      const last = Math.ceil((scrollTop + clientHeight - HEAD_HEIGHT) / ROW_HEIGHT);
      setShown((before) =>
        before.first === first && before.last === last ? before : { first, last },
      );
    };
    // Drawn before the frame is painted, or a fast scroll would show nothing where rows belong.
    const onScroll = () => flushSync(look);
    element.addEventListener("scroll", onScroll, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [scroller]);

  const last = Math.min(count - 1, shown.last + BEYOND);
  const first = Math.max(0, Math.min(shown.first, last) - BEYOND);

  /** Scrolls no further than needed for the row to be whole on the screen. */
  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const highest = index * ROW_HEIGHT;
      const lowest = highest + ROW_HEIGHT + HEAD_HEIGHT - element.clientHeight;
      if (element.scrollTop > highest) element.scrollTo({ top: highest });
      else if (element.scrollTop < lowest) element.scrollTo({ top: lowest });
    },
    [scroller],
  );
  const toTop = useCallback(() => {
    // Scrolling has the page laid out at once, which would only delay a list that is at its top.
    if (scrolledTo.current !== 0) scroller.current?.scrollTo({ top: 0 });
  }, [scroller]);
  return { first, last, reveal, toTop };
}
