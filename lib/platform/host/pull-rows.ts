import "server-only";
import type { Selectable } from "kysely";
import { Conflict, NotFound } from "../../errors.ts";
import type { PlatformPullTable } from "../schema/pulls.ts";
import type { PlatformDatabase } from "../schema/schema.ts";

export type PullRow = Selectable<PlatformPullTable>;

/** How a pull request was merged or closed, with the final commits of its diff. */
export interface ClosedPull {
  state: "merged" | "closed";
  from: string;
  head: string;
  mergeCommit: string | null;
  at: number;
}

/** Returns a pull request of the built-in code host. Pull requests on GitHub are excluded. */
export async function findPull(
  database: PlatformDatabase,
  number: number,
): Promise<PullRow | null> {
  if (!Number.isSafeInteger(number) || number < 1) return null;
  const query = database.query.selectFrom("platform_pull").selectAll();
  const own = query.where("number", "=", number).where("link", "is", null);
  return (await own.executeTakeFirst()) ?? null;
}

/** Returns a job's newest pull request, also one on GitHub. */
export async function newestPullOf(
  { query }: PlatformDatabase,
  jobId: string,
): Promise<PullRow | null> {
  const pulls = query.selectFrom("platform_pull").selectAll().where("job_id", "=", jobId);
  return (await pulls.orderBy("number", "desc").limit(1).executeTakeFirst()) ?? null;
}

/** Returns the pull request that has a branch, also one on GitHub. */
export async function pullOfBranch(
  { query }: PlatformDatabase,
  projectId: string,
  branch: string,
): Promise<PullRow | null> {
  // PostgreSQL takes none.
  if (branch.includes("\0")) return null;
  const pulls = query.selectFrom("platform_pull").selectAll().where("branch", "=", branch);
  return (await pulls.where("project_id", "=", projectId).executeTakeFirst()) ?? null;
}

/** @throws {NotFound} */
export async function requirePull(database: PlatformDatabase, number: number): Promise<PullRow> {
  const row = await findPull(database, number);
  if (!row) throw new NotFound(`Pull request ${number} doesn't exist. Check the number.`);
  return row;
}

/** @throws {Conflict} if it was merged or closed */
export function requireOpen(row: PullRow): void {
  if (row.state === "merged")
    throw new Conflict(`Pull request ${row.number} is already merged. Reload the page.`);
  if (row.state === "closed")
    throw new Conflict(`Pull request ${row.number} is already closed. Reload the page.`);
}

/**
 * An agent that works on the branch would have its push rejected if the branch moved.
 * @throws {Conflict} while the job's agent works
 */
export async function requireIdle(
  { query }: PlatformDatabase,
  { job_id: jobId }: PullRow,
): Promise<void> {
  const active = await query
    .selectFrom("platform_job")
    .select("id")
    .where("id", "=", jobId)
    .where("status", "=", "active")
    .executeTakeFirst();
  if (active) {
    throw new Conflict("The agent is working on this branch. Try again when the job has finished.");
  }
}

/**
 * Records that a pull request was merged or closed. A merge in git overrides an earlier close.
 * Otherwise a merged or closed pull request never changes.
 * @param record called before the transaction commits, if the row changed
 * @returns whether the row changed
 */
export async function closePull(
  database: PlatformDatabase,
  number: number,
  closed: ClosedPull,
  record?: () => Promise<void>,
): Promise<boolean> {
  return database.query.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("platform_pull")
      .set({
        state: closed.state,
        settled_at: closed.at,
        base_commit: closed.from,
        head_commit: closed.head,
        merge_commit: closed.mergeCommit,
      })
      .where("number", "=", number)
      .where("state", "in", closed.state === "merged" ? ["open", "closed"] : ["open"])
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await record?.();
    return numUpdatedRows > 0n;
  });
}
