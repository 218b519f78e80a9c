import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Output of a git command with a fixed identity and no configuration of the user's. */
export function gitIn(folder: string, ...args: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Somebody",
    GIT_AUTHOR_EMAIL: "somebody@example.org",
    GIT_COMMITTER_NAME: "Somebody",
    GIT_COMMITTER_EMAIL: "somebody@example.org",
  };
  return execFileSync("git", args, { cwd: folder, encoding: "utf8", env }).trim();
}

/** Commits `edit` of a file to a branch of a bare repository, as a person would from a clone. */
export function editBranch(
  origin: string,
  branch: string,
  path: string,
  edit: (content: string) => string,
): void {
  const folder = mkdtempSync(join(tmpdir(), "errata-person-"));
  try {
    gitIn(folder, "clone", "-q", "-b", branch, origin, ".");
    const file = join(folder, path);
    writeFileSync(file, edit(readFileSync(file, "utf8")));
    gitIn(folder, "commit", "-q", "-am", "A person's change");
    gitIn(folder, "push", "-q", "origin", branch);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Makes an empty folder a bare repository with one page, `guide.md`, on its default branch. */
export function fillRepository(origin: string, branch: string): void {
  const folder = mkdtempSync(join(tmpdir(), "errata-person-"));
  gitIn(origin, "init", "-q", "--bare");
  gitIn(origin, "symbolic-ref", "HEAD", `refs/heads/${branch}`);
  gitIn(folder, "init", "-q");
  gitIn(folder, "symbolic-ref", "HEAD", `refs/heads/${branch}`);
  writeFileSync(join(folder, "guide.md"), "wrong\n");
  gitIn(folder, "add", "-A");
  gitIn(folder, "commit", "-qm", "First");
  gitIn(folder, "push", "-q", origin, branch);
  rmSync(folder, { recursive: true });
}
