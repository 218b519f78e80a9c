import "server-only";
import type { Clock } from "../../clock.ts";
import type { CodeHost } from "../host/code-host.ts";
import { closePull, type PullRow } from "../host/pull-rows.ts";
import type { PlatformDatabase } from "../schema/schema.ts";

interface Context {
  host: CodeHost;
  database: PlatformDatabase;
  clock: Clock;
}

/** Returns a job's pull requests, oldest first, with the current state of the last one. */
export async function jobPulls(context: Context, jobId: string): Promise<PullRow[]> {
  const pulls = await pullRows(context, jobId);
  const last = pulls.at(-1);
  return last && (await syncPullState(context, last)) ? pullRows(context, jobId) : pulls;
}

async function pullRows({ database }: Context, jobId: string): Promise<PullRow[]> {
  const query = database.query.selectFrom("platform_pull").selectAll();
  return query.where("job_id", "=", jobId).orderBy("number").execute();
}

/** Records that a pull request was merged or closed on another code host. */
async function syncPullState(
  { host, database, clock }: Context,
  { number, state, link, base_commit: from, head_commit: head }: PullRow,
): Promise<boolean> {
  if (link === null || state !== "open") return false;
  const current = (await host.readPull(link))?.state;
  if (current !== "merged" && current !== "closed") return false;
  const closed = { state: current, from, head, mergeCommit: null, at: clock.now() };
  return closePull(database, number, closed);
}
