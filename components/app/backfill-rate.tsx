import type { BackfillProgress } from "../../lib/contract/api/sync.ts";
import { PAGE_LIMIT } from "../../lib/contract/platform/vocabulary.ts";
import { formatDuration } from "./format-duration.ts";
import { ClockTime, formatDate, useLocale, useNow } from "./time.tsx";

/** How far back the first sync has read, and when it ends or how fast it is. */
export function BackfillRate({ backfill }: { backfill: BackfillProgress }) {
  const { readBackTo, oldestDate } = backfill;
  return (
    <>
      {readBackTo !== null && (
        <>
          back to <UtcDay at={readBackTo} />
          {oldestDate !== null && (
            <>
              {" (oldest: "}
              <UtcDay at={oldestDate} />)
            </>
          )}
          ;{" "}
        </>
      )}
      <Remaining backfill={backfill} />
    </>
  );
}

/** Only the built-in platform says how much is left. On a hosted one, only the speed is known. */
function Remaining({ backfill }: { backfill: BackfillProgress }) {
  const { expectedEndAt, resumesAt, pagesPerHour } = backfill;
  const now = useNow();
  if (expectedEndAt !== null) {
    const left = expectedEndAt - now;
    return left < 60_000 ? "almost done" : `about ${formatDuration(left)} left`;
  }
  if (resumesAt === null) {
    return `up to ${(pagesPerHour * PAGE_LIMIT.maximum).toLocaleString("en")} items per hour`;
  }
  return (
    <>
      resumes at <ClockTime at={resumesAt} />
    </>
  );
}

/** A day in UTC, as in the date filter: "Oct 3, 2026". */
function UtcDay({ at }: { at: number }) {
  const day = { year: "numeric", month: "short", day: "numeric" } as const;
  return (
    <time dateTime={new Date(at).toISOString()}>{formatDate(at, useLocale(), "UTC", day)}</time>
  );
}
