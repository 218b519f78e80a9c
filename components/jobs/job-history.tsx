import type { JobDetail, JobEvent, JobOutcome } from "../../lib/contract/api/jobs.ts";
import { MESSAGE_STATE, MESSAGE_STATES } from "../../lib/contract/api/message-states.ts";
import { PULL_STATE, PULL_STATES } from "../../lib/contract/api/pull-states.ts";
import { Time } from "../app/time.tsx";
import { statusName as feedbackStatusName } from "../feedback/status-label.tsx";
import { platformStatusName } from "./job-badge.tsx";

/** A job's history, oldest first. */
export function JobHistory({ job }: { job: JobDetail }) {
  return (
    <section>
      <h2 className="mb-2 font-medium">History</h2>
      <ol className="flex flex-col gap-1">
        {job.history.map((event) => (
          <li key={event.id} className="flex gap-3">
            <span className="w-24 shrink-0 text-muted">
              <Time at={event.at} />
            </span>
            <span className="untrusted min-w-0">
              {sentence(event)}
              {event.detail.by ? ` by ${event.detail.by}` : null}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function sentence({ kind, detail }: JobEvent): string {
  switch (kind) {
    case "created":
      return detail.retryOf ? "Created as a retry of an earlier job" : "Created";
    case "sent":
      return "Sent to the platform";
    case "answered":
      return `Created on the platform as ${detail.platformJobId}`;
    case "scheduled":
      return `Scheduled: ${detail.problem}`;
    case "rejected":
      return `Rejected: ${detail.problem}`;
    case "unconfirmed":
      return "The platform's response was lost";
    case "status":
      return `Status: ${statusName(detail.from)} → ${statusName(detail.to)}`;
    case "link":
      return `Pull request opened: ${detail.link}`;
    case "pull":
      return `Pull request: ${pullName(detail.from)} → ${pullName(detail.to)}`;
    case "deleted":
      return "Marked as deleted: the platform hasn't recognized it for a day";
    case "found":
      return "Found on the platform again";
    case "message":
      return `Follow-up: ${messageName(detail.state)}`;
    case "outcome":
      return OUTCOME_TEXT.get(String(detail.outcome)) ?? `Outcome set manually: ${detail.outcome}`;
    case "late_answer":
      return `A late response arrived: ${detail.platformJobId}`;
    case "feedback":
      return `${detail.count} linked ${detail.count === 1 ? "item" : "items"} set to ${nameOfFeedbackStatus(detail.status)}`;
    case "archive":
      return "Archived";
  }
}

type Value = JobEvent["detail"][string] | undefined;

function statusName(status: Value): string {
  return platformStatusName(String(status ?? ""));
}

function pullName(state: Value): string {
  if (state === null || state === undefined) return "new";
  const known = PULL_STATES.find((each) => each === state);
  return known ? PULL_STATE[known].label.toLowerCase() : String(state);
}

function nameOfFeedbackStatus(status: Value): string {
  return feedbackStatusName(String(status)).toLowerCase();
}

function messageName(state: Value): string {
  const known = MESSAGE_STATES.find((each) => each === state);
  return known ? MESSAGE_STATE[known].label.toLowerCase() : String(state);
}

const OUTCOME: Record<JobOutcome, string> = {
  exists: "Linked to a job on the platform",
  retry: "Retried as a new job",
  not_created: "Outcome set to “not created”",
  cancel: "Canceled before it was sent",
  handled: "Marked as handled",
};
const OUTCOME_TEXT = new Map<string, string>(Object.entries(OUTCOME));
