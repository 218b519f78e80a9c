import type { SyncStatus } from "../../lib/contract/dashboard.ts";
import { BackfillPace } from "../app/backfill-pace.tsx";

/** Beside the counts: that they still grow, and how fast. Says nothing aloud. */
export function FirstSync({ sync }: { sync: SyncStatus | undefined }) {
  if (!sync?.backfill || sync.problem || sync.resting) return null;
  return (
    <p className="min-w-0 truncate text-muted tabular-nums">
      First sync under way, <BackfillPace backfill={sync.backfill} />
    </p>
  );
}
