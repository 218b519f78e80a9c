"use client";

import { formatDuration } from "../app/format-duration.ts";
import { useNow } from "../app/time.tsx";

/** Shorter waits change while they are read. */
const SOON_MS = 60_000;

/** Says when the platform is asked about a job again: "Checking again in 12 minutes." */
export function NextCheck({ at }: { at: number }) {
  const wait = at - useNow();
  return (
    <span suppressHydrationWarning>
      Checking again {wait < SOON_MS ? "in less than a minute" : `in ${formatDuration(wait)}`}.
    </span>
  );
}
