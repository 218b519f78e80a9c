// What the dashboard's own API says of a job beyond the job itself: follow-ups, history, pull
// request, and what a person may do. Types only. All instants are epoch milliseconds.
import type { Actor } from "./people.ts";

/**
 * `intent`: written, nothing sent. `waiting`: not sent before `notBefore`. `sending`: on its way.
 * `unknown`: sent, the answer was lost. `refused`: the platform said no, nothing was created.
 * `cancelled`: taken back before it was sent. `not_created`: a person looked, it is not there. The
 * rest is the platform's own word, usually one of the documented four.
 */
export type JobState =
  | "intent"
  | "waiting"
  | "sending"
  | "unknown"
  | "refused"
  | "cancelled"
  | "not_created"
  | (string & {});

/** `unknown` where the code host cannot be asked. */
export type PullState = "open" | "merged" | "closed" | "unknown";

/** What a person said became of a job. `set_aside`: nothing more to do about it. */
export type ResolutionOutcome = "exists" | "again" | "not_created" | "cancel" | "set_aside";

/** A follow-up to a job. States are those of a job that has not been answered, and `sent`. */
export interface JobMessage {
  id: string;
  state: "intent" | "waiting" | "sending" | "sent" | "refused" | "unknown" | "cancelled";
  prompt: string;
  createdAt: number;
  sentAt: number | null;
  /** Until when it waits. */
  notBefore: number | null;
  problem: string | null;
  /** Name of who wrote it; null for what was before anybody was known. */
  by: string | null;
}

/**
 * One thing that happened to a job. What `detail` names:
 * `created` {retryOf} · `sent` {} · `answered` {platformJobId, state} · `waiting` {until, problem} ·
 * `refused` {problem} · `unknown` {problem} · `status` {from, to} · `link` {link} ·
 * `pull` {from, to, link} · `gone` {} · `message` {message, state} ·
 * `resolution` {outcome, platformJobId?, retry?} · `late_answer` {platformJobId} ·
 * `feedback` {status, count, undo} · `archive` {}
 * Where a person did it, `by` is the name.
 */
export interface JobEvent {
  id: number;
  at: number;
  kind: JobEventKind;
  detail: Record<string, string | number | null>;
}

export type JobEventKind =
  | "created"
  | "sent"
  | "answered"
  | "waiting"
  | "refused"
  | "unknown"
  | "status"
  | "link"
  | "pull"
  | "gone"
  | "message"
  | "resolution"
  | "late_answer"
  | "feedback"
  | "archive";

/** What one press does for the feedback behind a job whose pull request is settled. */
export interface JobOffer {
  /** `resolve` after a merge; `requeue` (in progress becomes pending again) after a closing. */
  kind: "resolve" | "requeue";
  count: number;
}

/** An entry that already has a job which is not over, or whose pull request may be open. */
export interface OpenJob {
  feedbackId: string;
  jobId: string;
  state: JobState;
  prLink: string | null;
  prState: PullState | null;
  createdAt: number;
}

/** For badges. */
export interface JobCounts {
  /** Pull requests waiting, failed, refused, unknown, waiting, gone from the platform. */
  needsMe: number;
  active: number;
  /** Who has asked for jobs, by name. */
  people: Actor[];
}

/** A change of feedback that can be taken back with `undo`. */
export interface FeedbackChange {
  changed: number;
  undo: string | null;
}

/** What taking a change back did: `left` entries were changed again since and stay. */
export interface FeedbackUndone {
  restored: number;
  left: number;
}

/** What the embedded platform can tell of a job beyond the interface. */
export interface JobReport {
  /** Why it failed; null while it has not. */
  failure: string | null;
  /** What the agent said, capped. */
  output: string;
  /** How often the agent was begun. */
  attempts: number;
}
