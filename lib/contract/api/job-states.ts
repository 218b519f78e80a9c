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

export interface ShownState {
  label: string;
  tone: Tone;
}

/** What each state allows or requires. */
interface JobStateFlags {
  /** Whether the prompt was sent, or may have been. */
  sent: boolean;
  /** Whether the job is over: nothing more happens to it without a person. */
  settled: boolean;
  /** Whether the same prompt may be sent again as another job. */
  retryable: boolean;
  /** Whether someone has to decide what happens next. */
  needsAttention: boolean;
  /** Whether it changes without a person, so that screens poll it. */
  polls: boolean;
  /** Whether it can be canceled: nothing was sent. */
  cancelable: boolean;
  /** Whether a person may say if the platform has the job. */
  outcomeUncertain: boolean;
}

export interface JobStateFacts extends ShownState, JobStateFlags {}

const NO_FLAGS: JobStateFlags = {
  sent: false,
  settled: false,
  retryable: false,
  needsAttention: false,
  polls: false,
  cancelable: false,
  outcomeUncertain: false,
};

/** @param flags that are true for the state */
function facts(label: string, tone: Tone, ...flags: (keyof JobStateFlags)[]): JobStateFacts {
  return { ...NO_FLAGS, label, tone, ...Object.fromEntries(flags.map((flag) => [flag, true])) };
}

export const LEDGER_STATE: Record<LedgerState, JobStateFacts> = {
  queued: facts("Queued", "muted", "polls", "cancelable"),
  scheduled: facts("Scheduled", "warn", "needsAttention", "polls", "cancelable"),
  sending: facts("Sending…", "muted", "sent", "polls"),
  unconfirmed: facts(
    "Unconfirmed",
    "warn",
    "sent",
    "retryable",
    "needsAttention",
    "outcomeUncertain",
  ),
  rejected: facts("Rejected", "bad", "sent", "settled", "retryable", "needsAttention"),
  canceled: facts("Canceled", "muted", "settled", "retryable"),
  not_created: facts("Not created", "muted", "sent", "settled", "retryable", "outcomeUncertain"),
  sent: facts("Sent", "muted", "sent", "polls"),
};

/** The platform's documented statuses (docs/contract/platform.md). */
export const PLATFORM_STATUS: Record<JobStatus, JobStateFacts> = {
  active: facts("Running", "accent", "sent", "polls"),
  completed: facts("Completed", "good", "sent", "settled"),
  failed: facts("Failed", "bad", "sent", "settled", "retryable", "needsAttention"),
  archived: facts("Archived", "muted", "sent", "settled"),
};

/**
 * Facts about the platform's word. A word it doesn't document is quoted, so that it never reads like
 * one of ours, and polled until it hasn't changed for a day. It's never a reason to send a job again.
 */
export function platformStatusFacts(status: string): JobStateFacts {
  if (isDocumentedStatus(status)) return PLATFORM_STATUS[status];
  return facts(status.trim() === "" ? "No status" : `“${status}”`, "warn", "sent", "polls");
}

/** A job's state: ours, and the platform's word once it was sent. */
export interface JobStatePair {
  state: LedgerState;
  platformStatus: string | null;
}

export function jobStateFacts({ state, platformStatus }: JobStatePair): JobStateFacts {
  return platformStatus === null ? LEDGER_STATE[state] : platformStatusFacts(platformStatus);
}

/** Whether a job failed and nobody has said yet what becomes of it: it can be retried, or marked as handled. */
export function isOpenFailure(job: JobStatePair & { outcome: string | null }): boolean {
  const { settled, needsAttention } = jobStateFacts(job);
  return settled && needsAttention && job.outcome === null;
}

/** The one word for a job's state: the platform's once it was sent, else ours. */
export function jobStatusWord({ state, platformStatus }: JobStatePair): string {
  return platformStatus ?? state;
}

/** ID of the decision that set a new job's pending items to in progress. */
export function decisionOfJob(jobId: string): string {
  return `job-${jobId}`;
}

/** Our states for which `flag` holds. `sent` is left out: the platform's status decides there. */
export function ledgerStatesThat(flag: keyof JobStateFlags): LedgerState[] {
  return LEDGER_STATES.filter((state) => state !== "sent" && LEDGER_STATE[state][flag]);
}

/** Documented statuses of the platform for which `flag` holds. */
export function platformStatusesThat(flag: keyof JobStateFlags): JobStatus[] {
  return JOB_STATUSES.filter((status) => PLATFORM_STATUS[status][flag]);
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
export const LINK_GRACE_MS = 600_000;

export function isDocumentedStatus(status: string): status is JobStatus {
  return JOB_STATUSES.some((each) => each === status);
}
