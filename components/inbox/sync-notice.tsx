import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { isStopped } from "../../lib/queries/sync.ts";
import { ClockTime, Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";

/** Trouble with our own database: when the platform is asked next has nothing to do with it. */
const STORE_TROUBLE = "unavailable";

/** Why what is shown may be old, from when it is, and what to do about it. */
export function SyncNotice({ sync }: { sync: SyncStatus }) {
  const { problem, lastSuccessAt } = sync;
  if (!problem) return null;
  return (
    <Notice tone="warn" role="status">
      <p>{problem.message}</p>
      <p>
        {isStopped(sync) ? (
          lastSuccessAt !== null && (
            <>
              What is shown is from <ClockTime at={lastSuccessAt} /> (
              <Time at={lastSuccessAt} exact />
              ).
              {problem.code !== STORE_TROUBLE && (
                <>
                  {" The platform is asked again at "}
                  <ClockTime at={sync.nextRequestAt} />.
                </>
              )}
            </>
          )
        ) : (
          <>
            Since <ClockTime at={problem.since} />; everything else is as fresh as usual.
          </>
        )}
      </p>
    </Notice>
  );
}
