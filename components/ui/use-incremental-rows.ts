"use client";

import { useCallback, useEffect, useRef, useState } from "react";

/** Rows that are added at a time, so that no frame takes long. */
const ROWS_PER_FRAME = 25;

/**
 * Returns how many rows of a list to show, more as someone gets to the end of them, and the element that marks the end.
 * @param all how many there are
 * @param atLeast rows that are shown anyway
 */
export function useIncrementalRows<End extends Element>(all: number, atLeast = 0) {
  const [wanted, setWanted] = useState(ROWS_PER_FRAME);
  const [shown, setShown] = useState(ROWS_PER_FRAME);
  const end = useRef<End>(null);
  const isBehind = shown < Math.min(all, Math.max(wanted, atLeast));
  const more = useCallback(() => setWanted(shown + ROWS_PER_FRAME), [shown]);
  useEffect(() => {
    if (!isBehind) return;
    const frame = requestAnimationFrame(() => setShown(shown + ROWS_PER_FRAME));
    return () => cancelAnimationFrame(frame);
  }, [shown, isBehind]);
  useEffect(() => {
    if (isBehind || !end.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && more());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isBehind, more]);
  return { shown, end, more };
}
