import "server-only";
import { platformStatusFacts } from "../contract/api/job-states.ts";
import type { ReceivedJob } from "../contract/platform/job.ts";
import {
  AppError,
  BudgetExhausted,
  NotFound,
  PlatformHttpError,
  PlatformUnreachable,
} from "../errors.ts";
import type { NewJobEvent } from "../store/jobs/events.ts";
import type { ShortJobRow } from "../store/jobs/read.ts";
import type { JobChange } from "../store/jobs/write.ts";
import { receivedInstant } from "../store/write/received-instant.ts";
import { shorten } from "../text/shorten.ts";
import { storable } from "../text/storable.ts";
import { nextPollAfterFailure, nextPollAt, nextPollWhileMissing } from "./schedule.ts";

type Known = ShortJobRow;

/** Returns the changes that the platform's answer makes to a row of the ledger. */
export function changeFromAnswer(job: ReceivedJob, known: Known, now: number): JobChange {
  const status = shorten(storable(job.status), STATUS_LENGTH);
  const named = webLink(job.prLink);
  // The platform may leave out the link while it works. A pull request that was opened stays
  // linked.
  const link = named ?? known.pr_link;
  const settledAt = platformStatusFacts(status).settled ? (known.settled_at ?? now) : null;
  const isUnchanged = status === known.platform_status && link === known.pr_link;
  const changedAt = isUnchanged ? (known.changed_at ?? known.began_at) : now;
  const beginning = beginningOf(known, settledAt, now);
  const { began_at: beganAt } = beginning;
  return {
    state: "sent",
    platform_status: status,
    pr_link: link,
    ...pullToCheck(link, settledAt, known, now),
    ...namesIn(job, known),
    archived_at: receivedInstant(job.archivedAt),
    settled_at: settledAt,
    missing_since: null,
    deleted_at: null,
    changed_at: changedAt,
    link_text: named === null ? brokenLink(job.prLink) : null,
    problem: null,
    ...beginning,
    last_polled_at: now,
    next_poll_at: nextPollAt(
      {
        status,
        prLink: named,
        beganAt,
        followedUp: beganAt > known.created_at,
        settledAt,
        changedAt,
      },
      now,
    ),
  };
}

function namesIn(
  { source, model }: ReceivedJob,
  known: Known,
): Pick<JobChange, "repository" | "ref" | "model"> {
  return {
    repository: cleanOrNull(source?.repository) ?? known.repository,
    ref: cleanOrNull(source?.ref) ?? known.ref,
    model: cleanOrNull(model) ?? known.model,
  };
}

/** A job that was over begins again. If it was marked as handled, that was because it was over. */
function beginningOf(known: Known, settledAt: number | null, now: number) {
  const wasOver = known.settled_at !== null || known.deleted_at !== null;
  if (!wasOver || settledAt !== null) return { began_at: known.began_at };
  return { began_at: now, ...(known.outcome !== "retry" && { outcome: null, outcome_at: null }) };
}

/** Whether an answer changes nothing but the time of the poll. */
export function isUnchanged(change: JobChange, known: Known): boolean {
  const { next_poll_at: _next, last_polled_at: _last, ...rest } = change;
  const before = new Map<string, unknown>(Object.entries(known));
  return Object.entries(rest).every(([name, value]) => before.get(name) === value);
}

/** Returns the history events of a change. */
export function eventsFor(change: JobChange, known: Known): NewJobEvent[] {
  const { platform_status: to, pr_link: link } = change;
  const wasFound = known.deleted_at !== null && change.deleted_at === null;
  const isDeleted = known.deleted_at === null && typeof change.deleted_at === "number";
  return [
    ...(wasFound ? [{ kind: "found" as const }] : []),
    ...(isDeleted ? [{ kind: "deleted" as const }] : []),
    ...(to !== undefined && to !== known.platform_status
      ? [{ kind: "status" as const, detail: { from: known.platform_status ?? known.state, to } }]
      : []),
    ...(link && link !== known.pr_link ? [{ kind: "link" as const, detail: { link } }] : []),
  ];
}

/**
 * The state after a failed request. `rejected`: the platform certainly created nothing. `scheduled`: the
 * rate limit was reached. `unconfirmed`: anything else; it is never sent again automatically.
 */
export type Failure =
  | { state: "scheduled"; problem: string; until: number }
  | { state: "rejected" | "unconfirmed"; problem: string };

/**
 * @param nothing says that there was no effect: "No job was created."
 * @param lost the problem to show if the answer was lost
 */
export function failureOf(error: unknown, nothing: string, lost: string, now: number): Failure {
  const message = messageOf(error);
  if (isRateLimited(error)) {
    const until = Math.ceil(now + Math.max(error.retryAfter ?? 0, MINIMUM_WAIT));
    return {
      state: "scheduled",
      problem: `${message} Errata will try again automatically.`,
      until,
    };
  }
  if (isCertainlyNotCreated(error)) return { state: "rejected", problem: `${message} ${nothing}` };
  return { state: "unconfirmed", problem: `${message} ${lost}` };
}

/** For a job whose process ended between sending and recording the answer. */
export const LOST_ANSWER =
  "The platform's response was lost, so the job may or may not exist. " +
  "Check the platform before you retry.";

/** Returns what a failed poll changes. A job that the platform doesn't know for a day counts as deleted. */
export function changeFromFailure(error: unknown, known: Known, now: number): JobChange {
  if (isUnknownJob(error)) {
    const since = known.missing_since ?? now;
    const next = nextPollWhileMissing(since, now);
    const deletedAt = next === null ? (known.deleted_at ?? now) : null;
    return { missing_since: since, deleted_at: deletedAt, problem: null, next_poll_at: next };
  }
  const message = messageOf(error);
  const retryAfter = error instanceof AppError ? error.retryAfter : undefined;
  return {
    problem: `${message} Showing the last known status.`,
    next_poll_at: nextPollAfterFailure(known.last_polled_at ?? known.created_at, now, retryAfter),
  };
}

const MINIMUM_WAIT = 1_000;

/** Characters of the platform's texts that are kept. */
const STATUS_LENGTH = 100;
const TEXT_LENGTH = 500;
const LINK_TEXT_LENGTH = 200;
/** Longer links aren't kept as links; browsers and code hosts reject them. */
const LINK_LENGTH = 2_000;

/** Whether the platform answered that it doesn't know the job. */
function isUnknownJob(error: unknown): boolean {
  if (error instanceof PlatformHttpError) return error.upstreamStatus === 410;
  return error instanceof NotFound;
}

function isRateLimited(error: unknown): error is AppError {
  if (error instanceof BudgetExhausted) return true;
  return error instanceof PlatformHttpError && error.upstreamStatus === 429;
}

function isCertainlyNotCreated(error: unknown): boolean {
  if (error instanceof PlatformHttpError) return error.isRejection;
  if (error instanceof PlatformUnreachable) return !error.sent;
  return error instanceof NotFound;
}

/** Schedules a check of a settled job's pull request when its link is new or a follow-up ended. */
function pullToCheck(
  link: string | null,
  settledAt: number | null,
  known: Known,
  now: number,
): Pick<JobChange, "pr_state" | "pr_since" | "pr_next_at"> {
  if (link === null || settledAt === null) return {};
  if (link !== known.pr_link) return { pr_state: null, pr_since: now, pr_next_at: now };
  if (known.settled_at === null) return { pr_since: known.pr_since ?? now, pr_next_at: now };
  return {};
}

/** Returns a failure's message for people. */
export function messageOf(error: unknown): string {
  return error instanceof AppError ? error.message : "Something went wrong in Errata.";
}

function cleanOrNull(text: string | null | undefined): string | null {
  return text ? shorten(storable(text), TEXT_LENGTH) : null;
}

function brokenLink(text: ReceivedJob["prLink"]): string | null {
  return text ? shorten(storable(text), LINK_TEXT_LENGTH) : null;
}

/**
 * Returns the link if it is a web address that can be followed. Others are unsafe, such as `javascript:`
 * or one with a password, or broken, such as `/pull/1`.
 */
function webLink(text: string | null | undefined): string | null {
  if (!text || text.length > LINK_LENGTH || !URL.canParse(text)) return null;
  const { protocol, href, username, password } = new URL(text);
  const isWeb = protocol === "http:" || protocol === "https:";
  return isWeb && username === "" && password === "" ? href : null;
}
