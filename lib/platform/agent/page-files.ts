import "server-only";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Folders in which repositories usually keep their pages. */
const ROOTS = ["", "docs/", "content/"];
const INDEXES = ["index.mdx", "index.md", "README.md", "README.mdx"];

/** Finds a repository's Markdown files by page name. */
export interface PageFiles {
  /**
   * Returns a page's file, relative to the folder, or null. Accepts `/guides/auth`,
   * `guides/auth.mdx`, `https://site/guides/auth/` and `README`.
   */
  find(page: string): string | null;
}

/**
 * Lists the files once, because a prompt may name thousands of pages. Excludes hidden files and
 * symbolic links, so that nothing outside the folder is found.
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
  const decoded = decodePercent(path);
  // Not valid percent-encoding, so it can't be a page.
  if (decoded === null) return null;
  const segments = decoded.split("/").filter((segment) => segment !== "");
  const isUnsafe = (segment: string) => segment.startsWith(".") || /[\\\p{Cc}]/u.test(segment);
  return segments.some(isUnsafe) ? null : segments.join("/");
}

/** Decodes percent-encoding. Returns null if it is malformed. */
export function decodePercent(text: string): string | null {
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
