import "server-only";
import {
  PULL_STATE,
  type PullNudge,
  type PullReading,
  type PullState,
} from "../contract/api/pull-states.ts";
import { DAY, HOUR } from "../contract/platform/vocabulary.ts";
import { AppError, isAppError } from "../errors.ts";
import type { JobRow } from "../store/jobs/write.ts";
import type { HeldClaim } from "./claims.ts";
import { type Ledger, report } from "./ledger.ts";
import { messageOf } from "./platform-responses.ts";
import { nextPullCheckAt } from "./schedule.ts";
import { resolveLinkedFeedback } from "./suggested-triage.ts";

/** Milliseconds without activity after which an open pull request counts as quiet. */
const QUIET_AFTER = 3 * DAY;

/**
 * Checks the pull request of a claimed job and records its state. After a merge, resolves the linked
 * feedback if the project's settings say so.
 */
export async function checkPull(ledger: Ledger, row: JobRow): Promise<void> {
  const { pr_link: link, pr_next_at: until } = row;
  if (link === null || until === null) return;
  const claim: HeldClaim = { kind: "pull", id: row.id, until };
  const result = await ledger.claims.hold(claim, () => readAfterMerge(ledger, row, link));
  const { store, clock } = ledger;
  const now = clock.now();
  const checked = { ...row, pr_next_at: claim.until };
  const nextCheck = nextPullCheckAt(row.pr_since ?? row.created_at, now);
  // While the job itself is polled, its problem is that of the latest poll.
  const problemOf = (problem: string | null) => (row.next_poll_at === null ? { problem } : {});
  if ("failure" in result) {
    const retryAfter = Math.min(retryAfterOf(result.failure), HOUR);
    const change = {
      ...problemOf(problemAfterFailure(result.failure)),
      pr_next_at: Math.max(nextCheck, Math.ceil(now + retryAfter)),
    };
    await store.recordPull(checked, change, { at: now, events: [] });
    return;
  }
  const { reading } = result;
  const state: PullState = reading?.state ?? "unknown";
  const change = {
    ...problemOf(null),
    pr_state: state,
    pr_nudge: reading && pullNudge(reading, now),
    pr_checks_failed: failedChecks(reading),
    pr_checks: reading && reading.checks.length > 0 ? JSON.stringify(reading.checks) : null,
    pr_checked_at: now,
    pr_next_at: PULL_STATE[state].settled ? null : nextCheck,
  };
  const detail = { from: row.pr_state, to: state, link };
  const events = state === row.pr_state ? [] : [{ kind: "pull" as const, detail }];
  await store.recordPull(checked, change, { at: now, events }, reading?.review);
}

/** Records that a pull request was merged just now. Another process may have recorded it. */
export async function recordMerged({ store, clock }: Ledger, row: JobRow): Promise<void> {
  if (row.pr_state === "merged") return;
  const at = clock.now();
  const change = {
    problem: null,
    pr_state: "merged",
    pr_nudge: null,
    pr_checked_at: at,
    pr_next_at: null,
  } as const;
  const detail = { from: row.pr_state, to: "merged", link: row.pr_link };
  await store.recordPull(row, change, { at, events: [{ kind: "pull", detail }] });
}

/** Reads a pull request; resolves the linked feedback of a merged one if configured. */
async function readAfterMerge(
  ledger: Ledger,
  row: JobRow,
  link: string,
): Promise<{ reading: PullReading | null } | { failure: unknown }> {
  const { readPull, settings, clock } = ledger;
  try {
    const reading = await withoutExpiredDraft(ledger, row, await readPull(link));
    if (reading?.state === "merged" && (await settings.read(row.project_id)).resolveWhenMerged) {
      // Before the state is recorded: a process that ends in between only resolves again.
      await resolveLinkedFeedback(ledger, row).catch((error: unknown) => {
        // Then the job's page suggests it.
        if (!isAppError(error) || !isLongUnread(row, clock.now())) throw error;
        report(ledger, row, error);
      });
    }
    return { reading };
  } catch (failure) {
    report(ledger, row, failure);
    return { failure };
  }
}

/** Closes a draft that was left alone for as long as the project's settings allow. */
async function withoutExpiredDraft(
  { closePull, settings, clock }: Ledger,
  { project_id: projectId, pr_link: link }: JobRow,
  reading: PullReading | null,
): Promise<PullReading | null> {
  if (link === null || !reading?.isDraft || reading.activeAt === null) return reading;
  const { closeDraftAfter: days } = (await settings.read(projectId)).leash;
  if (days === null || clock.now() - reading.activeAt < days * DAY) return reading;
  return (await closePull(link)) ? { ...reading, state: "closed", isDraft: false } : reading;
}

/** Whether it is long since the pull request could be checked, so that what keeps it from that may stay. */
function isLongUnread({ pr_checked_at, pr_since, created_at }: JobRow, now: number): boolean {
  return now - (pr_checked_at ?? pr_since ?? created_at) > HOUR;
}

function failedChecks(reading: PullReading | null): number | null {
  const failed = reading?.hasFailedChecks ?? null;
  return failed === null ? null : Number(failed);
}

function retryAfterOf(failure: unknown): number {
  return failure instanceof AppError ? (failure.retryAfter ?? 0) : 0;
}

function problemAfterFailure(failure: unknown): string {
  return `${messageOf(failure)} Showing the pull request's last known status; Errata keeps checking.`;
}

/** Returns why a pull request doesn't get merged; null if nothing is known that someone has to do. */
function pullNudge(reading: PullReading, now: number): PullNudge | null {
  if (reading.state !== "open") return null;
  if (reading.hasConflicts) return "conflicts";
  if (reading.hasFailedChecks) return "failed_checks";
  if (reading.needsChanges) return "changes_requested";
  if (reading.isDraft) return "draft";
  return reading.activeAt !== null && now - reading.activeAt >= QUIET_AFTER ? "quiet" : null;
}
