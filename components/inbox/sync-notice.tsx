import type { SyncStatus } from "../../lib/contract/dashboard.ts";
import { ClockTime, Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";

/** Why what is shown may be old, and from when it is. */
export function SyncNotice({ sync }: { sync: SyncStatus }) {
  if (!sync.problem) return null;
  return (
    <Notice tone="warn" role="status">
      {sync.problem.message}{" "}
      {sync.lastSuccessAt !== null && (
        <>
          What is shown is from <ClockTime at={sync.lastSuccessAt} /> (
          <Time at={sync.lastSuccessAt} exact />
          ).
        </>
      )}
    </Notice>
  );
}
