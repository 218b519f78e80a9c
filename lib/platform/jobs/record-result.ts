import "server-only";
import type { Transaction } from "kysely";
import { storable } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import type { PlatformSchema } from "../schema.ts";
import type { JobLease } from "./job-lease.ts";

/** What the agent changed, pushed to a branch and not yet part of a pull request. */
export interface Change {
  branch: string;
  base: string;
  baseCommit: string;
  headCommit: string;
  title: string;
  /** Description of this prompt's part; a follow-up's is put below the earlier ones. */
  body: string;
  /** Where its pull request is, when another code host has it. */
  link: string | null;
}

/**
 * `recorded`: the prompt is worked off. `lost`: another process holds the job, nothing was
 * recorded. `settled`: the pull request was merged or closed while the agent worked; nothing was
 * recorded, and the prompt is to be worked off anew.
 */
export type RecordResult = "recorded" | "lease_lost" | "pull_closed";

type Store = Database<PlatformSchema>;
type Trx = Transaction<PlatformSchema>;

const BODY_LIMIT = 20_000;
const FAILURE_LIMIT = 4_000;

/**
 * Records in one step that a prompt was worked off: its pull request, the link and the status.
 * @param change null when no file was changed
 */
export async function recordSuccess(
  { query }: Store,
  claim: JobLease,
  change: Change | null,
  publicUrl: string,
  now: number,
): Promise<RecordResult> {
  return query.transaction().execute(async (trx) => {
    if (!(await stillHeld(trx, claim))) return "lease_lost";
    const number = change && (await recordPull(trx, claim, change, now));
    if (change && number === null) return "pull_closed";
    const own = number === null ? claim.job.pr_link : `${publicUrl}/pulls/${number}`;
    const link = change?.link ?? own;
    await finish(trx, claim, now, { status: "completed", pr_link: link, failure: null });
    return "recorded";
  });
}

/** Records why a prompt could not be worked off. */
export async function recordFailure(
  { query }: Store,
  claim: JobLease,
  reason: string,
  now: number,
): Promise<RecordResult> {
  return query.transaction().execute(async (trx) => {
    if (!(await stillHeld(trx, claim))) return "lease_lost";
    const failure = storable(reason).slice(0, FAILURE_LIMIT);
    await finish(trx, claim, now, { status: "failed", pr_link: claim.job.pr_link, failure });
    return "recorded";
  });
}

/** Asked by a write, so that a claim by another process waits for this transaction. */
async function stillHeld(trx: Trx, { job, holder }: JobLease): Promise<boolean> {
  const update = trx
    .updateTable("platform_job")
    .set({ holder })
    .where("id", "=", job.id)
    .where("holder", "=", holder)
    .where("status", "=", "active");
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** The number of the pull request that has the change, or null when it was settled without it. */
async function recordPull(
  trx: Trx,
  { job }: JobLease,
  change: Change,
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
        title: storable(change.title),
        body: storable(change.body).slice(0, BODY_LIMIT),
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
  const body = storable(`${found.body}\n\n${change.body}`).slice(0, BODY_LIMIT);
  const update = trx
    .updateTable("platform_pull")
    .set({ head_commit: change.headCommit, body, link: change.link })
    .where("number", "=", found.number)
    .where("state", "=", "open");
  return (await update.executeTakeFirst()).numUpdatedRows > 0n ? found.number : null;
}

async function finish(
  trx: Trx,
  { job, message }: JobLease,
  now: number,
  settled: { status: string; pr_link: string | null; failure: string | null },
): Promise<void> {
  await trx
    .updateTable("platform_job_message")
    .set({ done_at: now })
    .where("id", "=", message.id)
    .execute();
  const more = await trx
    .selectFrom("platform_job_message")
    .select("id")
    .where("job_id", "=", job.id)
    .where("done_at", "is", null)
    .executeTakeFirst();
  const status = more ? "active" : settled.status;
  const begun = more ? { attempts: 0 } : {};
  await trx
    .updateTable("platform_job")
    .set({ ...settled, ...begun, status, holder: null, held_until: null })
    .where("id", "=", job.id)
    .execute();
}
