import "server-only";
import { type GitOptions, git } from "./git.ts";

/**
 * Tracks changes to a fresh checkout. Git normalizes some files when adding them, for example their
 * line endings. These differences to the commit are recorded first, so that they don't count as
 * changes.
 * @param options the checkout and its index
 * @returns a function that writes the current files as a tree, without ignored ones
 */
export async function trackChanges(
  options: GitOptions,
  commit: string,
): Promise<() => Promise<string>> {
  await git(["add", "--renormalize", "--", "."], options);
  const before = await treeOfIndex(options);
  const start = (await git(["rev-parse", `${commit}^{tree}`], options)).trim();
  return async () => {
    await git(["add", "--all"], options);
    const after = await treeOfIndex(options);
    if (before === start) return after;
    const changes = await git(["diff-tree", "-r", "-z", "--no-renames", before, after], options);
    await git(["read-tree", start], options);
    await git(["update-index", "-z", "--index-info"], { ...options, input: toIndexInfo(changes) });
    return treeOfIndex(options);
  };
}

async function treeOfIndex(options: GitOptions): Promise<string> {
  return (await git(["write-tree"], options)).trim();
}

/** Converts `:100644 100755 {old} {new} M`, path, … to `100755 {new}\t{path}`. Mode 0 removes. */
function toIndexInfo(changes: string): string {
  const fields = changes.split("\0");
  let entries = "";
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode, , id] = (fields[at] ?? "").split(" ");
    entries += `${mode} ${id}\t${fields[at + 1]}\0`;
  }
  return entries;
}
