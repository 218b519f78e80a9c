import "server-only";
import type { Clock } from "../../clock.ts";
import type { Database } from "../../database/open.ts";
import type { CodeHost } from "../host/code-host.ts";
import { closePull, type PullRow } from "../host/pull-rows.ts";
import type { PlatformSchema } from "../schema.ts";

interface Context {
  host: CodeHost;
  database: Database<PlatformSchema>;
  clock: Clock;
}

/** The pull requests of a job, the oldest first, the last one as it stands at its code host. */
export async function jobPulls(context: Context, jobId: string): Promise<PullRow[]> {
  const pulls = await pullRows(context, jobId);
  const last = pulls.at(-1);
  return last && (await syncPullState(context, last)) ? pullRows(context, jobId) : pulls;
}

async function pullRows({ database }: Context, jobId: string): Promise<PullRow[]> {
  const query = database.query.selectFrom("platform_pull").selectAll();
  return query.where("job_id", "=", jobId).orderBy("number").execute();
}

/** Records that another code host merged or closed a pull request. */
async function syncPullState(
  { host, database, clock }: Context,
  { number, state, link, base_commit: from, head_commit: head }: PullRow,
): Promise<boolean> {
  if (link === null || state !== "open") return false;
  const now = await host.github?.state(link);
  if (now !== "merged" && now !== "closed") return false;
  const settled = { state: now, from, head, mergeCommit: null, at: clock.now() };
  return closePull(database, number, settled);
}
