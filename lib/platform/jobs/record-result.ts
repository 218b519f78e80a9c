import "server-only";
import type { Transaction } from "kysely";
import { stripNul } from "../../database/dialect.ts";
import type { PlatformDatabase, PlatformSchema } from "../schema/schema.ts";
import { giveBackProblems } from "./give-back.ts";
import type { JobLease } from "./job-lease.ts";
import { endStopped, type JobRow } from "./job-rows.ts";

/** An agent's change, pushed to a branch but not yet recorded as a pull request. */
export interface PushedChange {
  branch: string;
  base: string;
  baseCommit: string;
  headCommit: string;
  title: string;
  /** Description of this prompt's changes. A follow-up's is appended to the earlier ones. */
  body: string;
  /** URL of its pull request on another code host; null for the built-in one. */
  link: string | null;
  /** Whether new problems that the checks find are given back to the agent. */
  givesBack: boolean;
}

/**
 * `recorded`: the prompt is done. `lease_lost`: another process holds the job, and nothing was
 * recorded. `pull_closed`: the pull request was merged or closed while the agent ran, nothing was
 * recorded, and the prompt must run again.
 */
export type RecordResult = "recorded" | "lease_lost" | "pull_closed";

type Trx = Transaction<PlatformSchema>;

const BODY_LIMIT = 20_000;
const FAILURE_LIMIT = 4_000;
const NOT_FIXED = "The agent was asked to fix the problems that the checks found, and couldn't.";

/**
 * Records a finished prompt in one transaction: its pull request, the link and the job's status.
 * @param change null if no file changed
 */
export async function recordSuccess(
  { query }: PlatformDatabase,
  lease: JobLease,
  change: PushedChange | null,
  publicUrl: string,
  now: number,
): Promise<RecordResult> {
  return query.transaction().execute(async (trx) => {
    if (!(await holdsLease(trx, lease))) return "lease_lost";
    const number = change && (await recordPull(trx, lease, change, now));
    if (change && number === null) return "pull_closed";
    const builtInLink = number === null ? lease.job.pr_link : `${publicUrl}/pulls/${number}`;
    const link = change?.link ?? builtInLink;
    if (change?.givesBack && number !== null) await giveBackProblems(trx, lease, number, now);
    await finishMessage(trx, lease, now, { status: "completed", pr_link: link, failure: null });
    return "recorded";
  });
}

/** Records that a job was stopped, and that nothing of its run was kept. */
export async function recordStop(
  { query }: PlatformDatabase,
  lease: JobLease,
  now: number,
): Promise<RecordResult> {
  return query.transaction().execute(async (trx) => {
    if (!(await holdsLease(trx, lease))) return "lease_lost";
    await endStopped(trx, lease.job, now);
    return "recorded";
  });
}

/** Records why a prompt failed. The change whose problems it gives back to the agent stays a result. */
export async function recordFailure(
  { query }: PlatformDatabase,
  lease: JobLease,
  reason: string,
  now: number,
): Promise<RecordResult> {
  return query.transaction().execute(async (trx) => {
    if (!(await holdsLease(trx, lease))) return "lease_lost";
    const failure = stripNul(reason).slice(0, FAILURE_LIMIT);
    const { pr_link: link } = lease.job;
    const isResult = lease.message.from_checks === 1 && link !== null;
    const result = isResult
      ? { status: "completed", failure: `${NOT_FIXED} ${failure}` }
      : { status: "failed", failure };
    await finishMessage(trx, lease, now, { ...result, pr_link: link });
    return "recorded";
  });
}

/** Checks with a write, so that another process can't take the lease during this transaction. */
export async function holdsLease(trx: Trx, { job, holder }: JobLease): Promise<boolean> {
  const update = trx
    .updateTable("platform_job")
    .set({ holder })
    .where("id", "=", job.id)
    .where("holder", "=", holder)
    .where("attempts", "=", job.attempts)
    .where("status", "=", "active");
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Returns the number of the pull request with the change, or null if it was closed without it. */
async function recordPull(
  trx: Trx,
  { job }: JobLease,
  change: PushedChange,
  now: number,
): Promise<number | null> {
  const found = await trx
    .selectFrom("platform_pull")
    .selectAll()
    .where("branch", "=", change.branch)
    .executeTakeFirst();
  if (!found) {
    const opened = await trx
      .insertInto("platform_pull")
      .values({
        project_id: job.project_id,
        job_id: job.id,
        branch: change.branch,
        base: change.base,
        base_commit: change.baseCommit,
        head_commit: change.headCommit,
        title: stripNul(change.title),
        body: stripNul(change.body).slice(0, BODY_LIMIT),
        state: "open",
        created_at: now,
        settled_at: null,
        merge_commit: null,
        link: change.link,
      })
      .returning("number")
      .executeTakeFirstOrThrow();
    return opened.number;
  }
  if (found.state !== "open") return found.head_commit === change.headCommit ? found.number : null;
  const body = stripNul(`${found.body}\n\n${change.body}`).slice(0, BODY_LIMIT);
  const update = trx
    .updateTable("platform_pull")
    .set({ head_commit: change.headCommit, body, link: change.link })
    .where("number", "=", found.number)
    .where("state", "=", "open");
  return (await update.executeTakeFirst()).numUpdatedRows > 0n ? found.number : null;
}

/** Ends a prompt: the job goes on with the next one, or has its result. */
export async function finishMessage(
  trx: Trx,
  { job, message }: { job: Pick<JobRow, "id">; message: { id: number } },
  now: number,
  result: { status: string; pr_link: string | null; failure: string | null },
): Promise<void> {
  const done = trx.updateTable("platform_job_message").set({ done_at: now });
  await done.where("id", "=", message.id).execute();
  await trx.deleteFrom("platform_held_change").where("job_id", "=", job.id).execute();
  // Whoever stops a job stops its follow-ups as well.
  const stopped = await trx
    .selectFrom("platform_job")
    .select("id")
    .where("id", "=", job.id)
    .where("stop", "is not", null)
    .executeTakeFirst();
  if (stopped) {
    await done.where("job_id", "=", job.id).where("done_at", "is", null).execute();
  }
  const more = await trx
    .selectFrom("platform_job_message")
    .select("id")
    .where("job_id", "=", job.id)
    .where("done_at", "is", null)
    .executeTakeFirst();
  const status = more ? "active" : result.status;
  const attempts = more ? { attempts: 0 } : {};
  await trx
    .updateTable("platform_job")
    .set({ ...result, ...attempts, status, holder: null, held_until: null })
    .where("id", "=", job.id)
    .execute();
}
