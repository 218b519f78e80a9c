import "server-only";
import type { ReceivedJob } from "../contract/platform/job.ts";
import {
  AppError,
  BudgetExhausted,
  NotFound,
  PlatformHttpError,
  PlatformUnreachable,
} from "../errors.ts";
import { receivedInstant } from "../store/feedback/received-instant.ts";
import type { NewJobEvent } from "../store/jobs/events.ts";
import type { JobChange, JobRow } from "../store/jobs/write.ts";
import { isSettled, nextPollAfterFailure, nextPollAt } from "./schedule.ts";

type Known = Omit<JobRow, "prompt">;

/** What the ledger learns from a job that the platform answered with. */
export function answered(job: ReceivedJob, known: Known, now: number): JobChange {
  const state = clean(job.status);
  const named = webLink(job.prLink);
  // The platform names no link while it works, and a pull request that was opened stays opened.
  const link = named ?? known.pr_link;
  const settledAt = isSettled(state) ? (known.settled_at ?? now) : null;
  return {
    state,
    pr_link: link,
    ...pullToLookAt(link, settledAt, known, now),
    repository: cleanOrNull(job.source?.repository) ?? known.repository,
    ref: cleanOrNull(job.source?.ref) ?? known.ref,
    model: cleanOrNull(job.model) ?? known.model,
    archived_at: receivedInstant(job.archivedAt),
    settled_at: settledAt,
    problem:
      job.prLink && named === null
        ? "The platform names a pull request at something that is not a web address. It is not shown."
        : null,
    last_polled_at: now,
    next_poll_at: nextPollAt(
      {
        state,
        prLink: named,
        beganAt: known.began_at,
        followedUp: known.began_at > known.created_at,
        settledAt,
      },
      now,
    ),
  };
}

/** Whether an answer says nothing that was not known. */
export function isQuiet(change: JobChange, known: Known): boolean {
  const { next_poll_at: _next, last_polled_at: _last, ...said } = change;
  const before = new Map<string, unknown>(Object.entries(known));
  return Object.entries(said).every(([name, value]) => before.get(name) === value);
}

/** What a change means for the history. */
export function eventsFor(change: JobChange, known: Known): NewJobEvent[] {
  const { state: to, pr_link: link } = change;
  return [
    ...(to !== undefined && to !== known.state
      ? [{ kind: "status" as const, detail: { from: known.state, to } }]
      : []),
    ...(link && link !== known.pr_link ? [{ kind: "link" as const, detail: { link } }] : []),
  ];
}

/**
 * What becomes of what was sent once and failed: `refused` where certainly nothing was created (the
 * client's own list of such failures), `waiting` where it only came too early, else `unknown`, which
 * is never sent again by itself.
 */
export type Failure =
  | { state: "waiting"; problem: string; until: number }
  | { state: "refused" | "unknown"; problem: string };

/** @param nothing says what did not happen: "No job was created." */
export function failureOf(error: unknown, nothing: string, lost: string, now: number): Failure {
  const said = error instanceof AppError ? error.message : "Something failed in Errata itself.";
  if (cameTooEarly(error)) {
    const until = Math.ceil(now + Math.max(error.retryAfter ?? 0, SHORTEST_WAIT));
    return { state: "waiting", problem: `${said} ${nothing} It is sent by itself then.`, until };
  }
  if (isCertainlyNotCreated(error)) return { state: "refused", problem: `${said} ${nothing}` };
  return { state: "unknown", problem: `${said} ${lost}` };
}

/** For a row whose process ended between sending and recording the answer. */
export const LOST_ANSWER =
  "Whether the job was created is not known, as the platform's answer was lost. " +
  "It is not sent again by itself. Look for it on the platform first.";

/** What a failed poll changes: the row shows why, and is asked about again unless it is gone. */
export function notAnswered(error: unknown, known: Known, now: number): JobChange {
  if (error instanceof NotFound) {
    return { problem: "This job no longer exists on the platform.", next_poll_at: null };
  }
  const said = error instanceof AppError ? error.message : "Something failed in Errata itself.";
  const retryAfter = error instanceof AppError ? error.retryAfter : undefined;
  return {
    problem: `${said} The last known status is shown.`,
    next_poll_at: nextPollAfterFailure(known.last_polled_at ?? known.created_at, now, retryAfter),
  };
}

const SHORTEST_WAIT = 1_000;

function cameTooEarly(error: unknown): error is AppError {
  if (error instanceof BudgetExhausted) return true;
  return error instanceof PlatformHttpError && error.upstreamStatus === 429;
}

function isCertainlyNotCreated(error: unknown): boolean {
  if (error instanceof PlatformHttpError) return error.upstreamStatus < 500;
  if (error instanceof PlatformUnreachable) return !error.sent;
  return error instanceof NotFound;
}

/** A settled job's pull request is looked at as soon as it is known, and after every follow-up. */
function pullToLookAt(
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

function clean(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function cleanOrNull(text: string | null | undefined): string | null {
  return text ? clean(text) : null;
}

/** The link if it is one that a person may follow; a `javascript:` address is not. */
function webLink(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
