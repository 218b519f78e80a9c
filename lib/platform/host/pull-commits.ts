import "server-only";
import { branchTip, type Clone, type DocsRepository } from "./clone.ts";
import { requireCommit } from "./pull-branches.ts";
import { newestPullOf, type PullRow, pullOfBranch } from "./pull-rows.ts";
import { type ShowContext, shownCommits } from "./shown-commits.ts";

/** The first and the last commit of a pull request's diff. */
export interface PullCommits {
  from: string;
  head: string;
  branch: string;
}

/** Pull requests whose commits are kept in memory while people review them. */
const MAX_SHOWN = 200;

/**
 * Reads which commits of jobs' pull requests to show, and keeps those that people review.
 * @param fetch called before the branch of an open one is looked up, for each page of the site that someone reads
 */
export function createPullCommits(
  context: ShowContext & { repository: DocsRepository },
  fetch: (clone: Clone, row: PullRow) => Promise<unknown>,
) {
  const last = new Map<string, PullCommits>();
  const read = async (clone: Clone, row: PullRow) => {
    const shown = await shownCommits(context, clone, row);
    if (last.size >= MAX_SHOWN) last.clear();
    last.set(row.job_id, { from: shown.from, head: shown.head, branch: row.branch });
    return shown;
  };
  return {
    read,
    /**
     * Returns those of a job's newest pull request; null if it has none.
     * @param seen its last commit, as the person saw it: the repository is asked only if that isn't known
     */
    of: async (jobId: string, seen: string): Promise<PullCommits | null> => {
      const known = last.get(jobId);
      if (known?.head === seen) return known;
      const row = await newestPullOf(context.database, jobId);
      if (!row) return null;
      const { from, head } = await read(await context.repository.clone(), row);
      return { from, head, branch: row.branch };
    },
    /** Returns the last commit of the pull request that has a branch; null if the project has none. */
    headOf: async (projectId: string, branch: string): Promise<string | null> => {
      const row = await pullOfBranch(context.database, projectId, branch);
      if (!row) return null;
      const clone = await context.repository.clone();
      if (row.state === "open") await fetch(clone, row);
      const tip = row.state === "open" ? await branchTip(clone, row.branch) : null;
      if (tip === null) await requireCommit(clone, row.head_commit);
      return tip ?? row.head_commit;
    },
  };
}
