import type { ReactNode } from "react";
import type { SyncStatus } from "../../lib/contract/api/sync.ts";
import { isStopped } from "../../lib/queries/sync.ts";
import { TriangleAlert } from "../ui/icons.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { ClockTime } from "./time.tsx";
import { useConnection } from "./use-connection.ts";

/**
 * How up to date the feedback is, in a line, and a link to what Errata couldn't read.
 * @param props.children the line while there is a connection and the sync isn't stopped
 */
export function SyncSummary(props: { projectId: string; status: SyncStatus; children: ReactNode }) {
  const { status } = props;
  const isOnline = useConnection() === "online";
  return (
    <>
      <p className="flex items-start gap-1">
        <span>
          {!isOnline ? (
            <LastKnown status={status} />
          ) : isStopped(status) ? (
            "Sync stopped"
          ) : (
            props.children
          )}
        </span>
        {/* After the text, which doesn't move then. */}
        {status.problem && <TriangleAlert size={12} className="mt-1 shrink-0 text-warn" />}
      </p>
      {status.quarantined > 0 && (
        // Visually hidden on narrow screens, where it must not receive focus.
        <IntentLink
          href={`/settings#skipped-${props.projectId}`}
          className="link inline-block py-1 hover:text-ink max-md:hidden"
        >
          {status.quarantined.toLocaleString("en")} skipped
          <span className="sr-only"> because Errata couldn't read them</span>
        </IntentLink>
      )}
    </>
  );
}

/** Without a connection, nothing newer than this is known. */
function LastKnown({ status: { lastSuccessAt } }: { status: SyncStatus }) {
  if (lastSuccessAt === null) return "Not synced yet";
  return (
    <>
      Showing data from <ClockTime at={lastSuccessAt} />
    </>
  );
}
