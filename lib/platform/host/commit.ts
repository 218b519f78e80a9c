import "server-only";
import type { Clock } from "../../clock.ts";
import type { Actor } from "../../contract/api/people.ts";
import type { CommitSummary } from "../../contract/api/pull-request.ts";
import { displayable } from "../../text/displayable.ts";
import type { Clone } from "./clone.ts";
import { git, runGit } from "./git.ts";

const AUTHOR = { name: "Errata agent", email: "agent@errata.invalid" };
const MESSAGE = "Errata-Message";
/** Characters of a title in a list of commits. */
const MAX_TITLE = 300;

/**
 * Creates a commit without a branch. Runs no hooks and signs nothing.
 * @param commit.by the person whose change it is; without one, it is an agent's
 */
export async function createCommit(
  clone: Clone,
  clock: Clock,
  commit: { tree: string; parents: string[]; message: string; by?: Actor },
): Promise<string> {
  const author = commit.by ? authorOf(commit.by) : AUTHOR;
  const date = `${Math.floor(clock.now() / 1_000)} +0000`;
  const parents = commit.parents.flatMap((parent) => ["-p", parent]);
  const output = await git(["commit-tree", commit.tree, ...parents, "-F", "-"], {
    ...clone,
    input: commit.message,
    env: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: AUTHOR.name,
      GIT_COMMITTER_EMAIL: AUTHOR.email,
      GIT_COMMITTER_DATE: date,
    },
  });
  return output.trim();
}

/** A person's address isn't put into the repository. Git accepts no name without a letter or a digit. */
function authorOf({ id, name }: Actor): { name: string; email: string } {
  const known = displayable(name).replace(/[<>\n]/g, " ");
  return {
    name: /[\p{L}\p{N}]/u.test(known) ? known : "Errata user",
    email: `${id.replace(/[^\w.-]/g, "-")}@users.errata.invalid`,
  };
}

export async function treeOf(clone: Clone, commit: string): Promise<string> {
  return (await git(["rev-parse", "--verify", `${commit}^{tree}`], clone)).trim();
}

export async function hasCommit(clone: Clone, commit: string): Promise<boolean> {
  const args = ["cat-file", "-e", `${commit}^{commit}`];
  return (await runGit(args, { ...clone, allowedExitCodes: [1, 128] })).code === 0;
}

/** Returns a commit message with the IDs of the job and of its message as trailers. */
export function commitMessage(
  title: string,
  text: string,
  job: { id: string; messageId: number },
): string {
  return `${title}\n\n${text}\n\nErrata-Job: ${job.id}\n${MESSAGE}: ${job.messageId}\n`;
}

/** Returns a commit message's body without trailers, and the ID of its job message. */
export async function readCommit(
  clone: Clone,
  commit: string,
): Promise<{ messageId: number | null; text: string }> {
  const format = `%(trailers:key=${MESSAGE},valueonly)%x00%b`;
  const output = await git(["log", "-1", `--format=${format}`, commit], clone);
  const [trailer = "", body = ""] = output.split("\0");
  const messageId = /^\d+$/.test(trailer.trim()) ? Number(trailer.trim()) : null;
  return { messageId, text: removeTrailers(body) };
}

function removeTrailers(body: string): string {
  const at = body.lastIndexOf("Errata-Job: ");
  const hasTrailers = at >= 0 && /^Errata-Job: .*\nErrata-Message: \d+\s*$/.test(body.slice(at));
  return hasTrailers ? body.slice(0, at).trimEnd() : body;
}

/** Returns when a commit was created, in epoch milliseconds. */
export async function committedAt(clone: Clone, commit: string): Promise<number> {
  return Number(await git(["log", "-1", "--format=%ct", commit], clone)) * 1_000;
}

/** Lists at most `limit` commits of `head` that `base` doesn't contain, newest first. */
export async function listCommits(
  clone: Clone,
  base: string,
  head: string,
  limit: number,
): Promise<CommitSummary[]> {
  const range = `${base}..${head}`;
  const args = ["log", `--max-count=${limit}`, "--format=%H%x00%s", range];
  const lines = (await git(args, clone)).split("\n").filter((line) => line !== "");
  return lines.map((line) => {
    const [sha = "", title = ""] = line.split("\0");
    return { sha, title: title.slice(0, MAX_TITLE) };
  });
}
