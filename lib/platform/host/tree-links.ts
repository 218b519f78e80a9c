import "server-only";

/** A symbolic link of a tree, and what is written in it. */
export interface TreeLink {
  path: string;
  to: string;
}

/** Most links that one path leads through, as on Linux. */
const MAX_HOPS = 40;
/** Most files that links add: a link to a folder adds all files in it. */
const MAX_ADDED = 20_000;

/**
 * Returns a file for each link that leads to a file of the tree, and for each file in a folder that a link leads
 * to, with the path that it leads to. Links that lead outside of the tree, to nothing, or in a circle are left out,
 * as are links in linked folders.
 */
export function linkedFiles<File extends { path: string }>(
  files: readonly File[],
  links: readonly TreeLink[],
): (File & { target: string })[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byLink = new Map(links.map(({ path, to }) => [path, to]));
  const added: (File & { target: string })[] = [];
  for (const { path } of links) {
    const target = followLinks(path, byLink);
    if (target === null) continue;
    const file = byPath.get(target);
    // A link to a folder around itself would add the folder's files again and again.
    const isAround = target === "" || path.startsWith(`${target}/`);
    const inside =
      file || isAround ? [] : files.filter((each) => each.path.startsWith(`${target}/`));
    for (const each of file ? [file] : inside) {
      if (added.length === MAX_ADDED) return added;
      added.push({ ...each, path: path + each.path.slice(target.length), target: each.path });
    }
  }
  return added;
}

/** Returns where a path leads; null outside of the tree, and for a path through too many links. */
export function followLinks(path: string, links: ReadonlyMap<string, string>): string | null {
  const found: string[] = [];
  const left = path.split("/").reverse();
  for (let hops = 0; left.length > 0; ) {
    const part = left.pop() ?? "";
    if (part === "" || part === ".") continue;
    if (part === "..") {
      if (found.pop() === undefined) return null;
      continue;
    }
    const to = links.get([...found, part].join("/"));
    if (to === undefined) {
      found.push(part);
      continue;
    }
    hops += 1;
    if (hops > MAX_HOPS || to.startsWith("/")) return null;
    left.push(...to.split("/").reverse());
  }
  return found.join("/");
}
