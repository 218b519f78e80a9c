import { LEDGER_STATE, LEDGER_STATES } from "../../lib/contract/api/job-states.ts";
import type { JobEvent, JobOutcome } from "../../lib/contract/api/jobs.ts";
import { MESSAGE_STATE, MESSAGE_STATES } from "../../lib/contract/api/message-states.ts";
import { pullName } from "../../lib/text/pull-name.ts";
import { statusName as feedbackStatusName } from "../feedback/status-label.tsx";
import { platformStatusName } from "./job-badge.tsx";

/** Says what happened to a job, and who did it if someone did. */
export function jobEventSentence(event: JobEvent): string {
  const { by } = event.detail;
  return by ? `${sentence(event)} by ${by}` : sentence(event);
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
      return `Status changed from ${statusName(detail.from)} to ${statusName(detail.to)}`;
    case "link":
      return `${pullName(String(detail.link))} opened`;
    case "pull":
      return pullSentence(detail.from, detail.to);
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
      return `${detail.count} linked ${detail.count === 1 ? "item" : "items"} marked as ${nameOfFeedbackStatus(detail.status)}`;
    case "archive":
      return "Archived";
  }
}

type Value = JobEvent["detail"][string] | undefined;

/** @param status of the platform, or the ledger's before it had one */
function statusName(status: Value): string {
  const known = LEDGER_STATES.find((state) => state === status);
  return known ? LEDGER_STATE[known].label : platformStatusName(String(status ?? ""));
}

function pullSentence(from: Value, to: Value): string {
  switch (to) {
    case "open":
      return from === "closed" ? "Pull request reopened" : "Pull request is open";
    case "merged":
    case "closed":
      return `Pull request ${to}`;
    default:
      return "Couldn't check the pull request's status";
  }
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
