import "server-only";
import type { Clock } from "../../clock.ts";
import { Conflict } from "../../errors.ts";
import { displayable } from "../../text/displayable.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { type Clone, fetchOrigin, isAncestor, isStalePush, pushBranch } from "./clone.ts";
import { createCommit } from "./commit.ts";
import { GitFailed } from "./git.ts";
import { mergeTrees } from "./merge.ts";
import { readPullBranches } from "./pull-branches.ts";
import { type PullRow, requireIdle } from "./pull-rows.ts";

/** Called once before anything changes; if it fails, nothing changes. */
export type RecordAction = () => Promise<void>;

/** Attempts while the branch keeps moving. */
const MAX_ATTEMPTS = 5;
/** Conflicting files that are named. */
const MAX_NAMED = 10;

/**
 * Merges the base branch into a pull request's own, and pushes that. Whoever does it second finds nothing left to do: the push
 * fails if the branch has moved, and is tried again from where it is.
 * @throws {Conflict} with the files that conflict, while the job's agent works, and if the repository rejects the push
 */
export async function updateBranch(
  { database, clock }: { database: PlatformDatabase; clock: Clock },
  clone: Clone,
  row: PullRow,
  record: RecordAction,
): Promise<void> {
  await requireIdle(database, row);
  let recorded: Promise<void> | null = null;
  for (let attempt = 1; ; attempt += 1) {
    await fetchOrigin(clone);
    const { base, head } = await readPullBranches(clone, row);
    if (await isAncestor(clone, base, head)) return;
    const merged = await mergeTrees(clone, head, base);
    if (merged.tree === null) throw new Conflict(conflictText(row, merged.conflicts));
    const message = `Merge ${row.base} into ${row.branch}\n`;
    const commit = await createCommit(clone, clock, {
      tree: merged.tree,
      parents: [head, base],
      message,
    });
    // Again, because an agent may have begun meanwhile.
    await requireIdle(database, row);
    recorded ??= record();
    await recorded;
    try {
      return await pushBranch(clone, { branch: row.branch, commit, expected: head });
    } catch (error) {
      if (isStalePush(error) && attempt < MAX_ATTEMPTS) continue;
      if (!(error instanceof GitFailed)) throw error;
      throw new Conflict(
        `The repository rejected the update, and the branch is unchanged. ${error.message}`,
      );
    }
  }
}

function conflictText({ base, branch }: PullRow, conflicts: readonly string[]): string {
  const more = conflicts.length - MAX_NAMED;
  const named = conflicts.slice(0, MAX_NAMED).map(displayable);
  const files = new Intl.ListFormat("en").format(more > 0 ? [...named, `${more} more`] : named);
  return `${base} and this branch conflict in ${files}. Nothing was changed. Resolve the conflict on branch ${branch}, or close the pull request and create a new job.`;
}
