import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { BackfillRate } from "../app/backfill-rate.tsx";

/** How far the first sync of a hosted platform is. Not a live region: it changes with every page. */
export function FirstSync({ sync }: { sync: SyncStatus }) {
  if (sync.source !== "export" || !sync.backfill || sync.problem || sync.paused) return null;
  return (
    <p className="min-w-0 truncate text-muted tabular-nums max-sm:shrink-0">
      First sync
      <span className="max-sm:hidden">
        {" in progress: "}
        <BackfillRate backfill={sync.backfill} />
      </span>
    </p>
  );
}
