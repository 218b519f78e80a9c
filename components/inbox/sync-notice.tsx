import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { isStopped } from "../../lib/queries/sync.ts";
import { DeletionDue } from "../app/deletion-due.tsx";
import { formatDuration } from "../app/format-duration.ts";
import { ClockTime, Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";

/** The code of an error in Errata's own database, which the next sync doesn't fix. */
const DATABASE_ERROR = "unavailable";

/** Explains why the feedback may be outdated, since when, and what happens next. */
export function SyncNotice({ sync }: { sync: SyncStatus }) {
  const { problem, lastSuccessAt } = sync;
  if (!problem) return null;
  return (
    <Notice tone="warn" role="status">
      <p>{problem.message}</p>
      <p>
        {isStopped(sync) ? (
          <>
            {lastSuccessAt !== null && (
              <>
                Showing data from <ClockTime at={lastSuccessAt} /> (
                <Time at={lastSuccessAt} />
                ).{" "}
              </>
            )}
            {sync.source === "export" && problem.code !== DATABASE_ERROR && (
              <>
                Retrying at <ClockTime at={sync.nextRequestAt} />.
              </>
            )}
          </>
        ) : (
          <>
            {problem.dueAt !== undefined && <DeletionDue at={problem.dueAt} />}
            {sync.source === "export" &&
              sync.newItemsLate &&
              `New feedback shows up within ${formatDuration(sync.newItemsInterval)}. `}
            Ongoing since <ClockTime at={problem.since} />. Everything else is up to date.
          </>
        )}
      </p>
    </Notice>
  );
}
