import "server-only";
import type { ReceivedJob } from "../contract/job.ts";
import {
  AppError,
  BudgetExhausted,
  NotFound,
  PlatformHttpError,
  PlatformUnreachable,
} from "../errors.ts";
import type { JobChange } from "../store/job-write.ts";
import { receivedInstant } from "../store/received-instant.ts";
import { isSettled, nextPollAfterFailure, nextPollAt } from "./schedule.ts";

interface Known {
  created_at: number;
  settled_at: number | null;
  last_polled_at: number | null;
  pr_link: string | null;
}

/** What the ledger learns from a job that the platform answered with. */
export function answered(job: ReceivedJob, known: Known, now: number): JobChange {
  const link = webLink(job.prLink);
  const refusedLink = Boolean(job.prLink) && link === null;
  const settledAt = isSettled(job.status) ? (known.settled_at ?? now) : null;
  return {
    state: job.status,
    pr_link: link,
    repository: job.source?.repository ?? null,
    ref: job.source?.ref ?? null,
    model: job.model ?? null,
    archived_at: receivedInstant(job.archivedAt),
    settled_at: settledAt,
    problem: refusedLink
      ? "The platform names a pull request at something that is not a web address. It is not shown."
      : null,
    last_polled_at: now,
    next_poll_at: nextPollAt(
      { state: job.status, prLink: link, createdAt: known.created_at, settledAt },
      now,
    ),
  };
}

/**
 * What becomes of a row whose one POST failed: `refused` where certainly nothing was created (the
 * client's own list of such failures), else `unknown`, which is never sent again by itself.
 */
export function notCreated(error: unknown): JobChange {
  const said = error instanceof AppError ? error.message : "Something failed in Errata itself.";
  if (isCertainlyNotCreated(error)) {
    return { state: "refused", problem: `${said} No job was created.`, next_poll_at: null };
  }
  return { state: "unknown", problem: `${said} ${LOST_ANSWER}`, next_poll_at: null };
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

function isCertainlyNotCreated(error: unknown): boolean {
  if (error instanceof PlatformHttpError) return error.upstream < 500;
  if (error instanceof PlatformUnreachable) return !error.sent;
  return error instanceof BudgetExhausted || error instanceof NotFound;
}

/** The link if it is one that a person may follow; a `javascript:` address is not. */
function webLink(text: string | null | undefined): string | null {
  if (!text || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === "http:" || protocol === "https:" ? href : null;
}
