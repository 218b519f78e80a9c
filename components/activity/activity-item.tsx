import type { ProjectEvent } from "../../lib/contract/api/history.ts";
import { serializeInboxAddress } from "../../lib/filters/feedback-filters.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { usePermission } from "../app/session.tsx";
import { Time } from "../app/time.tsx";
import { useReasonName } from "../app/use-dismissal-reasons.ts";
import { useLabelName } from "../app/use-labels.ts";
import { usePersonName } from "../app/use-person-name.ts";
import { noiseName } from "../feedback/noise-name.ts";
import { statusName } from "../feedback/status-label.tsx";
import { Button } from "../ui/button.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import type { Undo } from "./use-undo.ts";

/** One change: who made it, to which items, from what, to what, and when. */
export function ActivityItem(props: { projectId: string; event: ProjectEvent; undo: Undo }) {
  const { projectId, event, undo } = props;
  const { items, subject, feedbackId } = event;
  const personName = usePersonName();
  const labelName = useLabelName(event.field === "label");
  const reasonName = useReasonName(event.field === "dismissal");
  const mayUndo = usePermission("triage") && event.undoable > 0;
  const nameOf = (value: string | null) => {
    if (value === null) return "Mixed values";
    if (event.field === "status") return statusName(value);
    if (event.field === "dismissal") return reasonName(value);
    if (event.field === "noise") return noiseName(value);
    if (event.field === "group") return value === "" ? "Not grouped" : "Grouped";
    return value === "" ? "Unassigned" : (personName(value) ?? "…");
  };
  const state = event.change === null ? null : undo.stateOf(event.change);
  return (
    <li
      data-testid="activity"
      tabIndex={-1}
      className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-2"
    >
      <div className="min-w-0 flex-1 basis-64">
        <p className="untrusted">
          <span className="font-medium">{actorOf(event)}</span> {VERBS[event.kind]} the{" "}
          {FIELDS[event.field]} of {items === 1 ? "an item" : `${items.toLocaleString("en")} items`}
          :{" "}
          {event.field === "label"
            ? labelChange(event, labelName)
            : `${nameOf(event.from)} → ${nameOf(event.to)}`}
        </p>
        {subject !== null && (
          <p dir="auto" className="untrusted truncate text-muted">
            {items === 1 ? (
              <IntentLink
                href={`/${projectId}/feedback${serializeInboxAddress({ open: feedbackId })}`}
                className="underline-offset-2 hover:underline"
              >
                {displayable(subject)}
              </IntentLink>
            ) : (
              `${displayable(subject)} and ${(items - 1).toLocaleString("en")} more`
            )}
          </p>
        )}
      </div>
      <span role="status" className="text-muted empty:-mr-3">
        {state}
      </span>
      {mayUndo && state === null && (
        <Button
          onClick={({ currentTarget }) => {
            // The pressed button goes away.
            currentTarget.closest("li")?.focus();
            undo.undo(event);
          }}
        >
          {event.undoable === items
            ? "Undo"
            : `Undo for ${event.undoable.toLocaleString("en")} ${event.undoable === 1 ? "item" : "items"}`}
        </Button>
      )}
      <span className="text-muted sm:w-24 sm:text-right">
        <Time at={event.at} />
      </span>
    </li>
  );
}

const FIELDS: Record<ProjectEvent["field"], string> = {
  status: "status",
  assignee: "assignee",
  group: "group",
  dismissal: "dismissal reason",
  noise: "noise status",
  label: "labels",
};

const VERBS: Record<ProjectEvent["kind"], string> = {
  set: "changed",
  undo: "undid a change to",
  platform: "changed",
  superseded: "tried to change",
};

/** Of the two values, one is empty. */
function labelChange({ from, to }: ProjectEvent, nameOf: (label: string) => string): string {
  return to ? `${nameOf(to)} added` : `${nameOf(from ?? "")} removed`;
}

function actorOf({ kind, by }: ProjectEvent): string {
  if (kind === "platform") return "The platform";
  return by ?? "Errata";
}
