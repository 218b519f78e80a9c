import { LEDGER_STATE, LEDGER_STATES } from "../../lib/contract/api/job-states.ts";
import type { JobEvent, JobEventKind, JobOutcome } from "../../lib/contract/api/jobs.ts";
import { MESSAGE_STATE, MESSAGE_STATES } from "../../lib/contract/api/message-states.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { pullName } from "../../lib/text/pull-name.ts";
import { statusName as feedbackStatusName } from "../feedback/status-label.tsx";
import { platformStatusName } from "./job-badge.tsx";

/** Says what happened to a job, and who did it if someone did. @param actor names who did it */
export function jobEventSentence(
  { kind, detail }: JobEvent,
  actor: (name: string) => string,
): string {
  const sentence = SENTENCES[kind](detail);
  return detail.by ? `${sentence} by ${actor(String(detail.by))}` : sentence;
}

type Detail = JobEvent["detail"];

const SENTENCES: Record<JobEventKind, (detail: Detail) => string> = {
  created: ({ retryOf }) => (retryOf ? "Created as a retry of an earlier job" : "Created"),
  sent: () => "Sent to the platform",
  answered: ({ platformJobId }) => `Created on the platform as ${platformJobId}`,
  scheduled: ({ problem }) => `Scheduled: ${problem}`,
  rejected: ({ problem }) => `Rejected: ${problem}`,
  unconfirmed: () => "The platform's response was lost",
  status: ({ from, to }) => `Status changed from ${statusName(from)} to ${statusName(to)}`,
  link: ({ link }) => `${pullName(String(link))} opened`,
  pull: ({ from, to }) => pullSentence(from, to),
  deleted: () => "Marked as deleted: the platform hasn't recognized it for a day",
  found: () => "Found on the platform again",
  message: ({ state }) => `Follow-up: ${messageName(state)}`,
  outcome: ({ outcome }) => OUTCOME_TEXT.get(String(outcome)) ?? `Outcome set manually: ${outcome}`,
  late_answer: ({ platformJobId }) => `A late response arrived: ${platformJobId}`,
  feedback: ({ count, status }) =>
    `${count} linked ${count === 1 ? "item" : "items"} marked as ${nameOfFeedbackStatus(status)}`,
  archive: () => "Archived",
  held: ({ decision, files }) => DECISIONS.get(String(decision))?.(Number(files)) ?? "Decided",
  discard: (place) => `Change of ${pathOf(place)} discarded (${linesOf(place)})`,
  edit: (place) => `${pathOf(place)} edited (${linesOf(place)})`,
};

const pathOf = ({ path }: Detail) => displayable(String(path));
const linesOf = ({ line, lastLine }: Detail) =>
  line === lastLine ? `line ${line}` : `lines ${line}–${lastLine}`;

/** @param count 0 for a change that is only too large, which has no such files */
const files = (count: number, before = "") =>
  count === 0 ? "" : ` (${before}${count === 1 ? "1 file" : `${count} files`})`;
/** About a change beyond what the agent may change. */
const DECISIONS = new Map<string, (count: number) => string>([
  ["allow", (count) => `Change beyond the agent's limits allowed once${files(count)}`],
  ["trim", (count) => `Change trimmed to the agent's limits${files(count, "without ")}`],
  ["discard", () => "Change beyond the agent's limits discarded"],
]);

type Value = Detail[string] | undefined;

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
  stopped: "Stopped",
  discarded: "Change discarded",
  unfollowed: "Stopped following",
};
const OUTCOME_TEXT = new Map<string, string>(Object.entries(OUTCOME));
