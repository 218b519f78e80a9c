import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { signalName } from "./source-label.tsx";
import { StatusLabel, statusName } from "./status-label.tsx";
import { StatusMenu } from "./status-menu.tsx";

/** Where an entry stands, the platform's view of it where that differs, and what signal it is. */
export function ItemState(props: {
  entry: FeedbackDetail;
  /** As shown: the entry's, or one that is on its way. */
  status: string;
  /** Null where the person may not set one. */
  onSetStatus: ((status: string) => void) | null;
}) {
  const { entry, status, onSetStatus } = props;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {onSetStatus ? (
        <StatusMenu
          label={<StatusLabel status={status} />}
          title="Set the status of this entry"
          testId="entry-status"
          className="inline-flex h-7 min-w-0 items-center gap-1.5 rounded-md border border-line-strong px-2 hover:bg-raised"
          current={status}
          onSet={onSetStatus}
        />
      ) : (
        <StatusLabel status={status} />
      )}
      {entry.platformStatus !== entry.status && (
        <span className="untrusted text-muted">
          On the platform: {statusName(entry.platformStatus)}
        </span>
      )}
      <span className="untrusted text-muted">{signalName(entry.source, entry.helpful)}</span>
    </div>
  );
}
