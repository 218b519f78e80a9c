// Every state of a job, and what the dashboard does with it.
// Labels, filters, polling and SQL conditions are made from these tables. Browser code uses the
// values, so nothing here imports zod.
import { JOB_STATUSES, type JobStatus } from "../platform/vocabulary.ts";

/**
 * The ledger's own states. `queued`: saved, not sent yet. `scheduled`: not sent before
 * `scheduledFor`. `sending`: the request is running. `unconfirmed`: sent, but the answer was lost.
 * `rejected`: the platform created nothing. `canceled`: canceled before it was sent. `not_created`: a
 * person checked that the platform doesn't have it. `sent`: the platform has it, and `platformStatus`
 * says how it's going.
 */
export const LEDGER_STATES = [
  "queued",
  "scheduled",
  "sending",
  "unconfirmed",
  "rejected",
  "canceled",
  "not_created",
  "sent",
] as const;
export type LedgerState = (typeof LEDGER_STATES)[number];

export type Tone = "muted" | "accent" | "good" | "warn" | "bad";

export interface Shown {
  label: string;
  tone: Tone;
}

/** What follows from a job's state. */
export interface JobStateFacts extends Shown {
  /** The prompt went out, or may have. */
  sent: boolean;
  /** The job is over: nothing more happens to it without a person. */
  settled: boolean;
  /** The same prompt may be sent again as another job. */
  retryable: boolean;
  /** Someone has to decide what happens next. */
  needsAttention: boolean;
  /** It changes without a person, so that screens poll it. */
  polls: boolean;
}

interface LedgerStateFacts extends JobStateFacts {
  /** It may still be canceled: nothing was sent. */
  cancelable: boolean;
  /** A person may say whether the platform has the job. */
  outcomeUncertain: boolean;
}

const unsent = { sent: false, settled: false, retryable: false, needsAttention: false };
const certain = { cancelable: false, outcomeUncertain: false };
const over = { settled: true, polls: false };

export const LEDGER_STATE = {
  queued: {
    ...unsent,
    label: "Queued",
    tone: "muted",
    polls: true,
    cancelable: true,
    outcomeUncertain: false,
  },
  scheduled: {
    ...unsent,
    label: "Scheduled",
    tone: "warn",
    needsAttention: true,
    polls: true,
    cancelable: true,
    outcomeUncertain: false,
  },
  sending: {
    ...certain,
    label: "Sending…",
    tone: "muted",
    sent: true,
    settled: false,
    retryable: false,
    needsAttention: false,
    polls: true,
  },
  unconfirmed: {
    label: "Unconfirmed",
    tone: "warn",
    sent: true,
    settled: false,
    retryable: true,
    needsAttention: true,
    polls: false,
    cancelable: false,
    outcomeUncertain: true,
  },
  rejected: {
    ...certain,
    ...over,
    label: "Rejected",
    tone: "bad",
    sent: true,
    retryable: true,
    needsAttention: true,
  },
  canceled: {
    ...certain,
    ...over,
    label: "Canceled",
    tone: "muted",
    sent: false,
    retryable: true,
    needsAttention: false,
  },
  not_created: {
    ...over,
    label: "Not created",
    tone: "muted",
    sent: true,
    retryable: true,
    needsAttention: false,
    cancelable: false,
    outcomeUncertain: true,
  },
  sent: {
    ...certain,
    label: "Sent",
    tone: "muted",
    sent: true,
    settled: false,
    retryable: false,
    needsAttention: false,
    polls: true,
  },
} as const satisfies Record<LedgerState, LedgerStateFacts>;

const working = { settled: false, retryable: false, needsAttention: false, polls: true };

/** The platform's documented statuses (docs/contract/platform.md). */
export const PLATFORM_STATUS = {
  active: { ...working, label: "Active", tone: "accent", sent: true },
  completed: {
    ...over,
    label: "Completed",
    tone: "good",
    sent: true,
    retryable: false,
    needsAttention: false,
  },
  failed: {
    ...over,
    label: "Failed",
    tone: "bad",
    sent: true,
    retryable: true,
    needsAttention: true,
  },
  archived: {
    ...over,
    label: "Archived",
    tone: "muted",
    sent: true,
    retryable: false,
    needsAttention: false,
  },
} as const satisfies Record<JobStatus, JobStateFacts>;

/**
 * Facts about the platform's word. A word it doesn't document is quoted, so that it never reads like
 * one of ours, and polled until it hasn't changed for a day. It's never a reason to send a job again.
 */
export function platformStatusFacts(status: string): JobStateFacts {
  if (isDocumentedStatus(status)) return PLATFORM_STATUS[status];
  const label = status.trim() === "" ? "No status" : `“${status}”`;
  return { ...working, label, tone: "warn", sent: true };
}

/** A job's state: ours, and the platform's word once it was sent. */
export interface JobStatePair {
  state: LedgerState;
  platformStatus: string | null;
}

export function jobStateFacts({ state, platformStatus }: JobStatePair): JobStateFacts {
  return platformStatus === null ? LEDGER_STATE[state] : platformStatusFacts(platformStatus);
}

/** The one word for a job's state: the platform's once it was sent, else ours. */
export function jobStatusWord({ state, platformStatus }: JobStatePair): string {
  return platformStatus ?? state;
}

type Fact<Facts> = { [Key in keyof Facts]: Facts[Key] extends boolean ? Key : never }[keyof Facts];

/** ID of the decision that set a new job's pending items to in progress. */
export function decisionOfJob(jobId: string): string {
  return `job-${jobId}`;
}

/** Our states for which `fact` holds. `sent` is left out: the platform's status decides there. */
export function ledgerStatesThat(fact: Fact<LedgerStateFacts>): LedgerState[] {
  return LEDGER_STATES.filter((state) => state !== "sent" && LEDGER_STATE[state][fact]);
}

/** Documented statuses of the platform for which `fact` holds. */
export function platformStatusesThat(fact: Fact<JobStateFacts>): JobStatus[] {
  return JOB_STATUSES.filter((status) => PLATFORM_STATUS[status][fact]);
}

/** In a list filter, marks a platform's word that is spelled like one of our states. */
const PLATFORM_PREFIX = "platform:";

/**
 * Reads a word of a list filter. One of our states means that state; any other word, or one after
 * `platform:`, is the platform's.
 */
export function filterWord(word: string): { state: LedgerState } | { platformStatus: string } {
  if (word.startsWith(PLATFORM_PREFIX)) {
    return { platformStatus: word.slice(PLATFORM_PREFIX.length) };
  }
  const state = LEDGER_STATES.find((each) => each === word);
  return state ? { state } : { platformStatus: word };
}

/** Whether the platform deleted the job before it settled: it didn't know the job for a day. */
export function isDeletedOnPlatform(job: {
  settledAt: number | null;
  deletedAt: number | null;
}): boolean {
  return job.deletedAt !== null && job.settledAt === null;
}

/** Whether polls of a job ended before it settled, because nothing changed for a day. */
export function isNoLongerPolled(job: {
  platformJobId: string | null;
  settledAt: number | null;
  deletedAt: number | null;
  nextPollAt: number | null;
}): boolean {
  const isUnsettled = job.settledAt === null && job.deletedAt === null;
  return job.platformJobId !== null && isUnsettled && job.nextPollAt === null;
}

/** How long a completed job's link may be missing, in milliseconds (docs/contract/live-services.md). */
export const LINK_GRACE = 600_000;

export function isDocumentedStatus(status: string): status is JobStatus {
  return JOB_STATUSES.some((each) => each === status);
}
