"use client";

import { useEffect, useRef } from "react";
import { visitHome } from "../../lib/queries/home.ts";

/** Milliseconds for which the page must be visible to count as shown. */
const MIN_VISIBLE_MS = 3_000;

/**
 * Records once that the page was shown, after someone had time to look at it. If that fails, the same
 * items are new next time.
 * @param at when the server read what the page shows; undefined until it is there
 */
export function useVisit(projectId: string, at: number | undefined): void {
  const isRecorded = useRef(false);
  const latest = useRef(at);
  useEffect(() => {
    latest.current = at;
  }, [at]);
  const isShown = at !== undefined;
  // New items are shown when they arrive. They don't restart the timer, or visits to a busy project would never
  // be recorded.
  useEffect(() => {
    if (!isShown || isRecorded.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const record = () => {
      if (latest.current === undefined || isRecorded.current) return;
      isRecorded.current = true;
      visitHome(projectId, { at: latest.current, caughtUp: false }).catch(() => {
        isRecorded.current = false;
      });
    };
    const follow = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(record, MIN_VISIBLE_MS);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", follow);
    };
  }, [projectId, isShown]);
}
