import "server-only";
import { changedFiles, LINK_MODE } from "./changed-files.ts";
import { type GitOptions, git } from "./git.ts";
import { followLinks } from "./tree-links.ts";
import { type IntendedChange, readObjects } from "./undo-unintended-changes.ts";

interface Entry {
  mode: string;
  id: string;
}

/**
 * Puts back symbolic links that a tool replaced by files, as `sed -i` does. The file that a link leads to gets the
 * new content; if it isn't in the repository or was changed as well, the new content is undone.
 * @param options the index and the object folder to write to
 * @throws {GitFailed}
 */
export async function keepLinks(
  options: GitOptions,
  start: string,
  tree: string,
): Promise<IntendedChange> {
  const replaced = await replacedLinks(options, start, tree);
  if (replaced.length === 0) return { tree, undone: [] };
  const [before, now] = await Promise.all([entriesOf(options, start), entriesOf(options, tree)]);
  const links = await linksOf(options, before);
  const entries: string[] = [];
  const said: string[] = [];
  for (const { path, link, id } of replaced) {
    entries.push(`${LINK_MODE} ${link}\t${path}\0`);
    const target = followLinks(path, links);
    const [old, file] = [before.get(target ?? ""), now.get(target ?? "")];
    const name = shown(path);
    if (!old?.mode.startsWith("100") || target === null) {
      said.push(
        `Undone: the new content of ${name}, because it's a symbolic link to no file of the repository`,
      );
    } else if (file?.id !== old.id && file?.id !== id) {
      said.push(
        `Undone: the new content of ${name}, because it's a symbolic link to ${shown(target)}, which was changed as well`,
      );
    } else {
      entries.push(`${old.mode} ${id}\t${target}\0`);
      now.set(target, { mode: old.mode, id });
      said.push(`Changed ${shown(target)} instead of ${name}, which is a symbolic link to it`);
    }
  }
  await git(["update-index", "-z", "--index-info"], { ...options, input: entries.join("") });
  return { tree: (await git(["write-tree"], options)).trim(), undone: said };
}

/** Lists links of one tree that are regular files in the other one. */
async function replacedLinks(options: GitOptions, start: string, tree: string) {
  const files = await changedFiles(options, start, tree, "T");
  return files
    .filter(({ oldMode, mode }) => oldMode === LINK_MODE && mode.startsWith("100"))
    .map(({ path, oldId: link, id }) => ({ path, link, id }));
}

async function entriesOf(options: GitOptions, tree: string): Promise<Map<string, Entry>> {
  const lines = (await git(["ls-tree", "-r", "-z", tree], options)).split("\0");
  return new Map(
    lines.map((line) => {
      const [meta = "", path = ""] = line.split("\t");
      const [mode = "", , id = ""] = meta.split(" ");
      return [path, { mode, id }];
    }),
  );
}

/** Returns what is written in each link. */
async function linksOf(
  options: GitOptions,
  entries: ReadonlyMap<string, Entry>,
): Promise<Map<string, string>> {
  const links = [...entries].filter(([, { mode }]) => mode === LINK_MODE);
  const contents = await readObjects(
    options,
    links.map(([, { id }]) => id),
  );
  return new Map(links.map(([path], at) => [path, String(contents[at])]));
}

function shown(path: string): string {
  return JSON.stringify(path).slice(1, -1);
}
