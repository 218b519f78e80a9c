import "server-only";
import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";

/** Folders under which repositories keep their pages. */
const ROOTS = ["", "docs", "content"];
const INDEXES = ["index.mdx", "index.md", "README.md", "README.mdx"];

/**
 * The file of the repository that a page's name means, relative to `folder`: `/guides/auth`,
 * `guides/auth.mdx`, `https://site/guides/auth/`, `README`. Null where there is none. Never a file
 * outside the folder, a hidden one, or one that a symbolic link is part of.
 */
export async function findPageFile(folder: string, page: string): Promise<string | null> {
  const segments = segmentsOf(page);
  if (segments === null) return null;
  const root = await realpath(folder);
  for (const start of ROOTS) {
    for (const candidate of candidates(segments)) {
      const path = join(start, candidate);
      if (await isOwnFile(root, path)) return path;
    }
  }
  return null;
}

function segmentsOf(page: string): string[] | null {
  const path = page.replace(/^https?:\/\/[^/]*/i, "").replace(/[?#].*$/s, "");
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // A stray percent sign: no page of ours is named so.
    return null;
  }
  const segments = decoded.split("/").filter((segment) => segment !== "");
  const strange = (segment: string) => segment.startsWith(".") || /[\\\p{Cc}]/u.test(segment);
  return segments.some(strange) ? null : segments;
}

function candidates(segments: readonly string[]): string[] {
  const path = segments.join("/");
  const indexes = INDEXES.map((name) => join(path, name));
  if (path === "") return indexes;
  if (/\.mdx?$/.test(path)) return [path];
  return [`${path}.mdx`, `${path}.md`, ...indexes];
}

async function isOwnFile(root: string, path: string): Promise<boolean> {
  const file = join(root, path);
  try {
    return (await lstat(file)).isFile() && (await realpath(file)) === file;
  } catch (error) {
    const missing = error instanceof Error && "code" in error;
    if (missing && ["ENOENT", "ENOTDIR", "ENAMETOOLONG", "ELOOP"].includes(String(error.code))) {
      return false;
    }
    throw error;
  }
}
