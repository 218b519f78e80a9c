import type { BackfillProgress } from "../../lib/contract/api/sync.ts";
import { PAGE_LIMIT } from "../../lib/contract/platform/vocabulary.ts";
import { ClockTime, formatDate, useLocale } from "./time.tsx";

/**
 * How far back the first sync has read, and its speed. The platform gives no total, so there is no
 * estimated end.
 */
export function BackfillRate({ backfill }: { backfill: BackfillProgress }) {
  const { readBackTo, resumesAt } = backfill;
  const itemsPerHour = backfill.pagesPerHour * PAGE_LIMIT.maximum;
  return (
    <>
      {readBackTo !== null && (
        <>
          back to <UtcDay at={readBackTo} />;{" "}
        </>
      )}
      {resumesAt === null ? (
        `up to ${itemsPerHour.toLocaleString("en")} items per hour`
      ) : (
        <>
          resumes at <ClockTime at={resumesAt} />
        </>
      )}
    </>
  );
}

/** A day in UTC, as in the date filter: "Oct 3". */
function UtcDay({ at }: { at: number }) {
  const day = { year: "numeric", month: "short", day: "numeric" } as const;
  return (
    <time dateTime={new Date(at).toISOString()}>{formatDate(at, useLocale(), "UTC", day)}</time>
  );
}
