import type { BackfillProgress } from "../../lib/contract/api/sync.ts";
import { PAGE_LIMIT } from "../../lib/contract/platform/vocabulary.ts";
import { ClockTime } from "./time.tsx";

/** The speed of the first sync. The platform gives no total, so there is no estimated end. */
export function BackfillRate({ backfill }: { backfill: BackfillProgress }) {
  if (backfill.resumesAt !== null) {
    return (
      <>
        resumes at <ClockTime at={backfill.resumesAt} />
      </>
    );
  }
  const itemsPerHour = backfill.pagesPerHour * PAGE_LIMIT.maximum;
  return <>up to {itemsPerHour.toLocaleString("en")} items per hour</>;
}
