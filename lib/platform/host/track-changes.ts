import "server-only";
import { type GitOptions, git } from "./git.ts";

/**
 * Prepares to tell which files of a fresh checkout somebody changes. Git stores some files another
 * way than the commit has them, such as by line ends that attributes ask for; what becomes of them
 * so is known from here on, and is not taken for somebody's change.
 * @param ours the checkout with its index, as git is told of them
 * @returns gives the tree of the files as they are at that time, ignored ones left out
 */
export async function trackChanges(
  ours: GitOptions,
  commit: string,
): Promise<() => Promise<string>> {
  await git(["add", "--renormalize", "--", "."], ours);
  const before = await treeOfIndex(ours);
  const start = (await git(["rev-parse", `${commit}^{tree}`], ours)).trim();
  return async () => {
    await git(["add", "--all"], ours);
    const after = await treeOfIndex(ours);
    if (before === start) return after;
    const changes = await git(["diff-tree", "-r", "-z", "--no-renames", before, after], ours);
    await git(["read-tree", start], ours);
    await git(["update-index", "-z", "--index-info"], { ...ours, input: entriesOf(changes) });
    return treeOfIndex(ours);
  };
}

async function treeOfIndex(ours: GitOptions): Promise<string> {
  return (await git(["write-tree"], ours)).trim();
}

/** From `:100644 100755 {old} {new} M`, path, … to `100755 {new}\t{path}`; mode 0 removes. */
function entriesOf(changes: string): string {
  const fields = changes.split("\0");
  let entries = "";
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode, , id] = (fields[at] ?? "").split(" ");
    entries += `${mode} ${id}\t${fields[at + 1]}\0`;
  }
  return entries;
}
