// Agent jobs as the dashboard's API returns them. Instants are epoch milliseconds.
import { z } from "zod";
import { checkProblem, commandCheck, hostCheck } from "./checks.ts";
import { feedbackChange, feedbackRow } from "./feedback.ts";
import { hostVerdict } from "./host-reviews.ts";
import { jobState, pullState } from "./job-reference.ts";
import { heldChange } from "./leash.ts";
import { MESSAGE_STATES } from "./message-states.ts";
import { actor } from "./people.ts";
import { PULL_NUDGES } from "./pull-states.ts";

/**
 * The outcome that a person set for a job. `handled`: nothing more to do; `stopped`: its agent was stopped; `discarded`: its
 * change was beyond what the agent may change, and was discarded; `unfollowed`: it isn't polled until someone checks it.
 */
export const jobOutcome = z.enum([
  "exists",
  "retry",
  "not_created",
  "cancel",
  "handled",
  "stopped",
  "discarded",
  "unfollowed",
]);
export type JobOutcome = z.infer<typeof jobOutcome>;

/** The outcome that a person sets for a job if the platform didn't report one. */
export const jobOutcomeRequest = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.literal("exists"), platformJobId: z.string().trim() }),
  z.strictObject({ outcome: z.literal("retry"), intentKey: z.string() }),
  z.strictObject({ outcome: z.enum(["not_created", "cancel", "handled", "unfollowed"]) }),
]);
export type JobOutcomeRequest = z.infer<typeof jobOutcomeRequest>;

/** Tokens, and money in US dollars as the agent's program estimates it; null where it reports none. */
export const jobUsage = z.strictObject({
  input: z.number(),
  output: z.number(),
  cached: z.number(),
  cost: z.number().nullable(),
});
export type JobUsage = z.infer<typeof jobUsage>;

export const job = z.strictObject({
  id: z.string(),
  projectId: z.string(),
  state: jobState,
  /** The platform's word once the job was sent. */
  platformStatus: z.string().nullable(),
  platformJobId: z.string().nullable(),
  prLink: z.string().nullable(),
  repository: z.string().nullable(),
  ref: z.string().nullable(),
  model: z.string().nullable(),
  createdAt: z.number(),
  settledAt: z.number().nullable(),
  archivedAt: z.number().nullable(),
  /** Since when the platform answers that it doesn't know the job; null if it knows it. */
  missingSince: z.number().nullable(),
  /** When the job counted as deleted, after the platform didn't know it for a day. */
  deletedAt: z.number().nullable(),
  /** What the platform sent as a link if it can't be followed; shortened. */
  linkText: z.string().nullable(),
  /** When the platform last answered about the job. */
  lastPolledAt: z.number().nullable(),
  /** When the server polls next; null once the job is settled, deleted, or unchanged for a day. */
  nextPollAt: z.number().nullable(),
  /** When a scheduled job is sent; null otherwise. */
  scheduledFor: z.number().nullable(),
  /** The job that this one retries. */
  retryOf: z.string().nullable(),
  /** The jobs that were created at once have the same; null for a single job. */
  batchId: z.string().nullable(),
  /** The outcome that a person set. */
  outcome: jobOutcome.nullable(),
  /** Null if there is no pull request or it wasn't checked yet. */
  prState: pullState.nullable(),
  /** Why the open pull request doesn't get merged, as of the last check; null if nothing is known. */
  prNudge: z.enum(PULL_NUDGES).nullable(),
  /** Whether checks of its code host failed, as of the last check; null if the host says nothing. */
  prChecksFailed: z.boolean().nullable(),
  prCheckedAt: z.number().nullable(),
  /** Why the job was rejected, what is uncertain, or why the last poll or check of its pull request failed. */
  problem: z.string().nullable(),
  feedbackCount: z.number(),
  /** First line of the prompt, for lists. */
  title: z.string(),
  /** Who created it; null for jobs from before sign-in was set up. */
  by: actor.nullable(),
  /** What its agent reported that it used, over all prompts; null if it reported nothing. */
  usage: jobUsage.nullable(),
  /** Whether its change goes beyond what the agent may change, and waits for a person. */
  isHeld: z.boolean(),
});
export type Job = z.infer<typeof job>;

/** A follow-up message to a job. */
export const jobMessage = z.strictObject({
  id: z.string(),
  state: z.enum(MESSAGE_STATES),
  prompt: z.string(),
  createdAt: z.number(),
  sentAt: z.number().nullable(),
  /** When a scheduled message is sent. */
  scheduledFor: z.number().nullable(),
  problem: z.string().nullable(),
  /** Name of the author; null for messages from before sign-in was set up. */
  by: z.string().nullable(),
});
export type JobMessage = z.infer<typeof jobMessage>;

export const jobEventKind = z.enum([
  "created",
  "sent",
  "answered",
  "scheduled",
  "rejected",
  "unconfirmed",
  "status",
  "link",
  "pull",
  "deleted",
  "found",
  "message",
  "outcome",
  "late_answer",
  "feedback",
  "archive",
  "held",
  "discard",
  "edit",
]);
export type JobEventKind = z.infer<typeof jobEventKind>;

/**
 * One event of a job's history. Keys of `detail` by kind:
 * `created` {retryOf} · `sent` {} · `answered` {platformJobId, state} · `scheduled` {until, problem} ·
 * `rejected` {problem} · `unconfirmed` {problem} · `status` {from, to} · `link` {link} ·
 * `pull` {from, to, link} · `deleted` {} · `found` {} · `message` {message, state} ·
 * `outcome` {outcome, platformJobId?, retry?} · `late_answer` {platformJobId} ·
 * `feedback` {status, count, undo} · `archive` {} · `held` {decision, files} ·
 * `discard` and `edit` {path, line, lastLine, comment}
 * `by` is the name of the person who caused it.
 */
export const jobEvent = z.strictObject({
  id: z.number(),
  at: z.number(),
  kind: jobEventKind,
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type JobEvent = z.infer<typeof jobEvent>;

/** The suggested triage of a job's feedback once its pull request is merged or closed, or if it has none. */
export const suggestedTriage = z.strictObject({
  /** `resolve` after a merge; `requeue` (in progress becomes pending again) after a close or without a job. */
  kind: z.enum(["resolve", "requeue"]),
  count: z.number(),
  /** Items in progress that a merged change doesn't address, and that become pending again. */
  returned: z.number(),
});
export type SuggestedTriage = z.infer<typeof suggestedTriage>;

/** Applies it, if it is still what the person saw. */
export const triageRequest = suggestedTriage.pick({ count: true, returned: true });

/** What became of a job's items: those with the suggested status, and those that are pending again. */
export const jobTriage = feedbackChange.extend({ returned: feedbackChange });
export type JobTriage = z.infer<typeof jobTriage>;

export const jobDetail = job.extend({
  /** The exact text that was sent. */
  prompt: z.string(),
  feedback: z.array(feedbackRow),
  /** IDs of linked feedback that isn't in the store (yet). */
  missing: z.array(z.string()),
  /** Follow-up messages, oldest first. */
  messages: z.array(jobMessage),
  /** Oldest first. */
  history: z.array(jobEvent),
  suggestedTriage: suggestedTriage.nullable(),
  /** The job that retries this one. */
  retriedAs: z.string().nullable(),
  /** False after the platform answered that it has no follow-ups, for a day. */
  acceptsMessages: z.boolean(),
  /** Why the state of the pull request is unknown, and what to do; null if it isn't. */
  pullAdvice: z.string().nullable(),
  /** The checks of its code host by name, as of the last check of the open pull request. */
  hostChecks: z.array(hostCheck),
  /** The latest verdicts of its reviewers there, as of the last check, and the name of the host. */
  hostVerdicts: z.strictObject({ host: z.string(), verdicts: z.array(hostVerdict) }),
});
export type JobDetail = z.infer<typeof jobDetail>;

export const jobList = z.strictObject({
  jobs: z.array(job),
  nextCursor: z.string().nullable(),
  hasMore: z.boolean(),
});
export type JobList = z.infer<typeof jobList>;

/** An item that already has a job in progress or with an open pull request. */
export const openJob = z.strictObject({
  feedbackId: z.string(),
  jobId: z.string(),
  /** Key of the request that created it. */
  intentKey: z.string(),
  state: jobState,
  platformStatus: z.string().nullable(),
  prLink: z.string().nullable(),
  prState: pullState.nullable(),
  createdAt: z.number(),
});
export type OpenJob = z.infer<typeof openJob>;

/** Counts for badges, and the people to filter by. */
export const jobCounts = z.strictObject({
  /** Jobs that need attention. */
  needsAttention: z.number(),
  active: z.number(),
  /** Unread notifications of the person who asks. */
  unread: z.number(),
  /** Everyone who created a job, by name. */
  people: z.array(actor),
});
export type JobCounts = z.infer<typeof jobCounts>;

/** What the built-in platform knows about a job beyond the interface. */
export const jobReport = z.strictObject({
  /** Why it failed; null otherwise. */
  failure: z.string().nullable(),
  /** The agent's output, capped. */
  output: z.string(),
  /** Whether the job isn't over and waits for no one. */
  isRunning: z.boolean(),
  /** How many jobs that wait for an agent are before it; null if it doesn't wait for one. */
  ahead: z.number().nullable(),
  /** Whether the agent only reports, or did so last: nothing that it changed is kept. */
  isReportOnly: z.boolean(),
  /** What the agent did, if it prints a stream that Errata knows; the newest last. */
  activities: z.array(z.string()),
  /** The agent's own summary; null without such a stream. */
  summary: z.string().nullable(),
  /** What its last change breaks: links, anchors, images, code blocks, and front matter; null before it was checked. */
  problems: z.array(checkProblem).nullable(),
  /** What `DOCS_CHECK_COMMAND` says about its last change; null without a command, and before. */
  check: commandCheck.nullable(),
  /** When the new problems were given back to the agent; null if they weren't. */
  givenBackAt: z.number().nullable(),
  /** The change that waits for a person; null if none does. */
  held: heldChange.nullable(),
  /** Tools that the agent wasn't allowed to use. */
  denied: z.array(z.string()),
  /** When the agent last printed something. */
  printedAt: z.number().nullable(),
  /** How often the agent was started. */
  attempts: z.number(),
  /** The pages that its prompts name, with their files when it started; null where none was found. */
  pages: z.array(z.strictObject({ page: z.string(), file: z.string().nullable() })),
});
export type JobReport = z.infer<typeof jobReport>;
