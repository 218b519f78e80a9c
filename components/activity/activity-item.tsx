import type { ProjectEvent } from "../../lib/contract/api/history.ts";
import { decisionOfJob } from "../../lib/contract/api/job-states.ts";
import { serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { counted } from "../../lib/text/counted.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { usePermission } from "../app/session.tsx";
import { Time } from "../app/time.tsx";
import { actorOf, useChangeSentence } from "../feedback/use-change-sentence.ts";
import { Button } from "../ui/button.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import type { Undo } from "./use-undo.ts";

/** Shows one change: who made it, the items, the values before and after, and the time. */
export function ActivityItem(props: { projectId: string; event: ProjectEvent; undo: Undo }) {
  const { projectId, event, undo } = props;
  const { items } = event;
  const sentenceOf = useChangeSentence([event.field]);
  const mayUndo = usePermission("triage") && event.undoable > 0;
  const job = createdJobOf(event);
  const state = event.change === null ? null : undo.stateOf(event.change);
  return (
    <li
      data-testid="activity"
      tabIndex={-1}
      className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="untrusted">
          <span className="font-medium">{actorOf(event)}</span> {sentenceOf(event, items)}
          {job !== null && (
            <>
              {" by creating an "}
              <IntentLink href={`/${projectId}/jobs/${job}`} className="link">
                agent job
              </IntentLink>
            </>
          )}
        </p>
        <Subject projectId={projectId} event={event} />
      </div>
      <span role="status" className="text-muted empty:-mr-3">
        {state}
      </span>
      {mayUndo && state === null && (
        <Button
          onClick={({ currentTarget }) => {
            // The pressed button disappears, so focus its row.
            currentTarget.closest("li")?.focus();
            undo.undo(event);
          }}
        >
          {event.undoable === items ? "Undo" : `Undo for ${counted(event.undoable, "item")}`}
        </Button>
      )}
      <span className="text-muted sm:w-24 sm:text-right">
        <Time at={event.at} />
      </span>
    </li>
  );
}

/** What the first of the items says, and how many more there are. */
function Subject({ projectId, event }: { projectId: string; event: ProjectEvent }) {
  const { items, subject, feedbackId } = event;
  if (subject === null) return null;
  return (
    <p className="untrusted flex gap-1 text-muted">
      {items === 1 ? (
        <IntentLink
          href={`/${projectId}/feedback${serializeInboxAddress({ open: feedbackId })}`}
          className="truncate underline-offset-2 hover:underline"
        >
          <bdi>{displayable(subject)}</bdi>
        </IntentLink>
      ) : (
        <bdi className="truncate">{displayable(subject)}</bdi>
      )}
      {items > 1 && <span className="shrink-0">and {(items - 1).toLocaleString("en")} more</span>}
    </p>
  );
}

/** Returns the ID of the job whose creation set items to in progress, or null. */
function createdJobOf({ kind, change }: ProjectEvent): string | null {
  const prefix = decisionOfJob("");
  return kind === "set" && change?.startsWith(prefix) ? change.slice(prefix.length) : null;
}
