import type { BackfillProgress } from "../../lib/contract/api/sync.ts";
import { PAGE_LIMIT } from "../../lib/contract/platform/vocabulary.ts";
import { ClockTime } from "./time.tsx";

/** How fast a first reading goes: nobody knows how much there is, so its end is not promised. */
export function BackfillRate({ backfill }: { backfill: BackfillProgress }) {
  if (backfill.resumesAt !== null) {
    return (
      <>
        goes on at <ClockTime at={backfill.resumesAt} />
      </>
    );
  }
  const most = backfill.pagesPerHour * PAGE_LIMIT.maximum;
  return <>up to {most.toLocaleString("en")} an hour</>;
}
