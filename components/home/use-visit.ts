"use client";

import { useEffect, useRef } from "react";
import { visitHome } from "../../lib/queries/home.ts";

/** Milliseconds for which the page must be visible to count as shown. */
const LOOK = 3_000;

/**
 * Records once that the page was shown, after someone had time to look at it. If that fails, the same
 * items are new next time.
 * @param at when the server read what the page shows; undefined until it is there
 */
export function useVisit(projectId: string, at: number | undefined): void {
  const isRecorded = useRef(false);
  useEffect(() => {
    if (at === undefined || isRecorded.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const record = () => {
      isRecorded.current = true;
      visitHome(projectId, { at, caughtUp: false }).catch(() => {
        isRecorded.current = false;
      });
    };
    const follow = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(record, LOOK);
    };
    follow();
    document.addEventListener("visibilitychange", follow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", follow);
    };
  }, [projectId, at]);
}
