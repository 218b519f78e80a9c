import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import type { Status } from "../../lib/contract/platform/vocabulary.ts";
import { Time } from "../app/time.tsx";
import { usePersonName } from "../app/use-person-name.ts";
import type { Choice } from "../inbox/triage/choice.ts";
import { choicesFor } from "../inbox/triage/choice-words.ts";
import { Button } from "../ui/button.tsx";
import { ChangedLabel } from "./changed-label.tsx";
import { PlatformStatus } from "./platform-status.tsx";
import { SnoozeLabel } from "./snooze-label.tsx";
import { signalName } from "./source-label.tsx";
import { StatusLabel } from "./status-label.tsx";
import { StatusMenu } from "./status-menu.tsx";

interface StateProps {
  item: Pick<
    FeedbackDetail,
    | "status"
    | "platformStatus"
    | "changedSince"
    | "snoozedUntil"
    | "snoozeOver"
    | "assignee"
    | "source"
    | "helpful"
    | "createdAt"
  >;
  /** Null if the person can't change statuses. */
  onSetStatus: ((status: Status) => void) | null;
  canAssign: boolean;
  /** Opens a choice for the item; null if the person can't triage. */
  onChoose: ((kind: Choice["kind"]) => void) | null;
  /** Null if the person can't create agent jobs. */
  onFix: (() => void) | null;
}

/** An item's status, the platform's status if it differs, and the kind of signal. */
export function ItemState(props: StateProps) {
  const { item, onSetStatus, onChoose, onFix } = props;
  const { status } = item;
  return (
    <div className="panel-state">
      {onFix && (
        <Button variant="primary" data-testid="fix-item" onClick={onFix}>
          Draft fix
        </Button>
      )}
      {onSetStatus ? (
        <StatusMenu
          label={<StatusLabel status={status} />}
          title="Set status"
          testId="entry-status"
          className="menu-button min-w-0"
          current={status}
          onSet={onSetStatus}
          onDismiss={onChoose ? () => onChoose("dismiss") : undefined}
        />
      ) : (
        <StatusLabel status={status} />
      )}
      <Assignee {...props} />
      {onChoose &&
        // Without the assignee, which has a button of its own.
        choicesFor(false).map(
          ({ kind, button }) =>
            button && (
              <Button key={kind} data-testid={`entry-${kind}`} onClick={() => onChoose(kind)}>
                {button}
              </Button>
            ),
        )}
      <SnoozeLabel until={item.snoozedUntil} over={item.snoozeOver} />
      {item.changedSince && <ChangedLabel since={item.changedSince} />}
      {item.platformStatus !== status && <PlatformStatus status={item.platformStatus} />}
      <span className="untrusted">
        {signalName(item.source, item.helpful)}
        {item.createdAt !== null && (
          <>
            , <Time at={item.createdAt} />
          </>
        )}
      </span>
    </div>
  );
}

function Assignee({
  item: { assignee },
  canAssign,
  onChoose,
}: Pick<StateProps, "item" | "canAssign" | "onChoose">) {
  const personName = usePersonName();
  const assigned = assignee === null ? null : `Assigned to ${personName(assignee) ?? "…"}`;
  if (!onChoose || !canAssign) return assigned && <span className="untrusted">{assigned}</span>;
  return (
    <Button
      data-testid="entry-assignee"
      title="Assign item"
      className="untrusted min-w-0"
      onClick={() => onChoose("assign")}
    >
      {assigned ?? "Assign"}
    </Button>
  );
}
