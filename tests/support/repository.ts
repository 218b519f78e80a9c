import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs a git command with a fixed identity and without the user's configuration. */
export function gitIn(folder: string, ...args: string[]): string {
  return runIn(folder, "git", args);
}

function runIn(folder: string, program: string, args: string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Someone",
    GIT_AUTHOR_EMAIL: "someone@example.org",
    GIT_COMMITTER_NAME: "Someone",
    GIT_COMMITTER_EMAIL: "someone@example.org",
  };
  return execFileSync(program, args, { cwd: folder, encoding: "utf8", env }).trim();
}

/**
 * Returns the files of a branch by their paths, with a character for each byte. One program reads all of them, because
 * starting one for each takes most of a test's time.
 */
export function filesOfBranch(origin: string, branch: string): Map<string, string> {
  const paths = gitIn(origin, "ls-tree", "-r", "--name-only", branch).split("\n");
  const input = paths.map((path) => `${branch}:${path}\n`).join("");
  const options = { cwd: origin, input, maxBuffer: 1e8 };
  const output = execFileSync("git", ["cat-file", "--batch"], options).toString("latin1");
  let end = 0;
  return new Map(
    paths.map((path) => {
      // The object's name, its type, and its bytes. A line end follows the content.
      const start = output.indexOf("\n", end) + 1;
      const size = Number(output.slice(end, start).split(" ").at(-1));
      end = start + size + 1;
      return [path, output.slice(start, start + size)];
    }),
  );
}

/** Edits a file on a branch of a bare repository and pushes the commit, like a person would. */
export function editBranch(
  origin: string,
  branch: string,
  path: string,
  edit: (content: string) => string,
): void {
  commitOn(origin, branch, (folder) => {
    const file = join(folder, path);
    writeFileSync(file, edit(readFileSync(file, "utf8")));
  });
}

/** Adds a file to a branch of a bare repository. */
export function addFile(origin: string, branch: string, path: string, content: string): void {
  commitOn(origin, branch, (folder) => writeFileSync(join(folder, path), content));
}

/** One program for a test's process to start, which takes ten times as long as for the shell to start each of these. */
const PUSH_CHANGE = `git add -A && git commit -qm "A person's change" && git push -q origin "$1"`;

/** Changes files on a branch of a bare repository and pushes the commit. */
export function commitOn(origin: string, branch: string, change: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "errata-person-"));
  try {
    gitIn(folder, "clone", "-q", "-b", branch, origin, ".");
    change(folder);
    runIn(folder, "sh", ["-c", PUSH_CHANGE, "sh", branch]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bare repositories by their default branch, from which tests start. */
const prepared = new Map<string, string>();

/** Turns an empty folder into a bare repository with one page, `guide.md`, on its default branch. */
export function fillRepository(origin: string, branch: string): void {
  const source = prepared.get(branch) ?? prepareRepository(branch);
  prepared.set(branch, source);
  cpSync(source, origin, { recursive: true });
}

function prepareRepository(branch: string): string {
  const folder = mkdtempSync(join(tmpdir(), "errata-prepared-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const [origin, clone] = [join(folder, "origin"), join(folder, "clone")];
  gitIn(folder, "init", "-q", "--bare", "-b", branch, origin);
  gitIn(folder, "init", "-q", "-b", branch, clone);
  writeFileSync(join(clone, "guide.md"), "wrong\n");
  gitIn(clone, "add", "-A");
  gitIn(clone, "commit", "-qm", "First");
  gitIn(clone, "push", "-q", origin, branch);
  return origin;
}
