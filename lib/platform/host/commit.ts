import "server-only";
import type { Clock } from "../../clock.ts";
import type { CommitSummary } from "../../contract/api/pull-request.ts";
import type { Clone } from "./clone.ts";
import { git } from "./git.ts";

const AUTHOR = { name: "Errata agent", email: "agent@errata.invalid" };
const MESSAGE = "Errata-Message";

/** Makes a commit that no branch names yet. No hook runs and nothing is signed. */
export async function createCommit(
  clone: Clone,
  clock: Clock,
  commit: { tree: string; parents: string[]; message: string },
): Promise<string> {
  const date = `${Math.floor(clock.now() / 1_000)} +0000`;
  const parents = commit.parents.flatMap((parent) => ["-p", parent]);
  const made = await git(["commit-tree", commit.tree, ...parents, "-F", "-"], {
    ...clone,
    input: commit.message,
    env: {
      GIT_AUTHOR_NAME: AUTHOR.name,
      GIT_AUTHOR_EMAIL: AUTHOR.email,
      GIT_AUTHOR_DATE: date,
      GIT_COMMITTER_NAME: AUTHOR.name,
      GIT_COMMITTER_EMAIL: AUTHOR.email,
      GIT_COMMITTER_DATE: date,
    },
  });
  return made.trim();
}

export async function treeOf(clone: Clone, commit: string): Promise<string> {
  return (await git(["rev-parse", "--verify", `${commit}^{tree}`], clone)).trim();
}

/** A commit's message that says for which message of which job it was made. */
export function commitMessage(
  title: string,
  text: string,
  job: { id: string; messageId: number },
): string {
  return `${title}\n\n${text}\n\nErrata-Job: ${job.id}\n${MESSAGE}: ${job.messageId}\n`;
}

/** What a commit's message says beside its title, and the job message it was made for. */
export async function readCommit(
  clone: Clone,
  commit: string,
): Promise<{ messageId: number | null; text: string }> {
  const format = `%(trailers:key=${MESSAGE},valueonly)%x00%b`;
  const said = await git(["log", "-1", `--format=${format}`, commit], clone);
  const [trailer = "", body = ""] = said.split("\0");
  const messageId = /^\d+$/.test(trailer.trim()) ? Number(trailer.trim()) : null;
  return { messageId, text: withoutTrailers(body) };
}

function withoutTrailers(body: string): string {
  const at = body.lastIndexOf("Errata-Job: ");
  const signed = at >= 0 && /^Errata-Job: .*\nErrata-Message: \d+\s*$/.test(body.slice(at));
  return signed ? body.slice(0, at).trimEnd() : body;
}

/** Commits of `head` that `base` does not have, newest first, at most `limit`. */
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
    return { sha, title };
  });
}
