import "server-only";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Folders under which repositories keep their pages. */
const ROOTS = ["", "docs/", "content/"];
const INDEXES = ["index.mdx", "index.md", "README.md", "README.mdx"];

/** The Markdown files of a repository, by the names that people give to pages. */
export interface PageFiles {
  /**
   * The file that a page's name means, relative to the folder: `/guides/auth`, `guides/auth.mdx`,
   * `https://site/guides/auth/`, `README`. Null where there is none.
   */
  find(page: string): string | null;
}

/**
 * Lists the files once, as a prompt may name more pages than there could be questions to the disk.
 * Never one outside the folder, a hidden one, or one that a symbolic link is part of.
 */
export async function listPageFiles(folder: string, signal?: AbortSignal): Promise<PageFiles> {
  const files = new Set<string>();
  const list = async (inside: string): Promise<void> => {
    signal?.throwIfAborted();
    for (const entry of await readdir(join(folder, inside), { withFileTypes: true })) {
      if (entry.name.startsWith(".")) continue;
      if (entry.isDirectory()) await list(`${inside}${entry.name}/`);
      else if (entry.isFile() && /\.mdx?$/.test(entry.name)) files.add(`${inside}${entry.name}`);
    }
  };
  await list("");
  return {
    find: (page) => {
      const path = pathOf(page);
      if (path === null) return null;
      const names = candidates(path);
      const paths = ROOTS.flatMap((root) => names.map((name) => root + name));
      return paths.find((each) => files.has(each)) ?? null;
    },
  };
}

function pathOf(page: string): string | null {
  const path = page.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  const decoded = decodedPart(path);
  // A stray percent sign: no page of ours is named so.
  if (decoded === null) return null;
  const segments = decoded.split("/").filter((segment) => segment !== "");
  const strange = (segment: string) => segment.startsWith(".") || /[\\\p{Cc}]/u.test(segment);
  return segments.some(strange) ? null : segments.join("/");
}

/** Percent-encoding undone; null where it is none. */
export function decodedPart(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function candidates(path: string): string[] {
  if (path === "") return INDEXES;
  if (/\.mdx?$/.test(path)) return [path];
  return [`${path}.mdx`, `${path}.md`, ...INDEXES.map((name) => `${path}/${name}`)];
}
