import type { BackfillProgress } from "../../lib/contract/api/sync.ts";
import { PAGE_LIMIT } from "../../lib/contract/platform/vocabulary.ts";
import { ClockTime, formatDate, useLocale } from "./time.tsx";

/** How far back the first sync has read, and when it ends or how fast it is. */
export function BackfillRate({ backfill }: { backfill: BackfillProgress }) {
  const { readBackTo, oldestDate } = backfill;
  return (
    <>
      {readBackTo !== null && (
        <>
          synced back to <UtcDay at={readBackTo} />
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

/** How much is left isn't known, only the speed. */
function Remaining({ backfill }: { backfill: BackfillProgress }) {
  const { resumesAt, pagesPerHour } = backfill;
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
  const day = formatDate(at, useLocale(), "UTC", { dateStyle: "medium" });
  return <time dateTime={new Date(at).toISOString()}>{day}</time>;
}
