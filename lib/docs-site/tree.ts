import "server-only";
import { createPause } from "../pause.ts";
import type { DocsSource, SourceFile } from "./docs-map.ts";

export type TreeFile = DocsSource["files"][number];

/** The files of a repository at one commit, by path and by name. Reads of configuration are bounded. */
export interface Tree {
  files: readonly TreeFile[];
  has(path: string): boolean;
  file(path: string): TreeFile | undefined;
  /** Whether a file is somewhere in the folder. */
  hasFolder(folder: string): boolean;
  /** Returns the folders directly in a folder. */
  folders(folder: string): string[];
  /** Returns a small text file; null without a path, or if it doesn't exist or is too large. */
  text(path: string | null): Promise<string | null>;
}

/** Most bytes of a configuration file. */
const MAX_CONFIG = 256 * 1_024;
/** Most configuration files of a repository. */
const MAX_CONFIGS = 400;

/** Indexes the files of a repository. */
export async function createTree(source: DocsSource): Promise<Tree> {
  const byPath = new Map(source.files.map((file) => [file.path, file]));
  const folders = await foldersOf(source.files);
  const texts = new Map<string, Promise<string | null>>();
  const read = async (file: SourceFile) => {
    const [content] = await source.read([file]);
    return content?.toString("utf8") ?? null;
  };
  return {
    files: source.files,
    has: (path) => byPath.has(path),
    file: (path) => byPath.get(path),
    hasFolder: (folder) => folders.has(folder),
    folders: (folder) => [...(folders.get(folder) ?? [])],
    text: (path) => {
      const file = path === null ? undefined : byPath.get(path);
      const known = file && texts.get(file.path);
      if (known) return known;
      if (!file || file.size > MAX_CONFIG || texts.size >= MAX_CONFIGS)
        return Promise.resolve(null);
      const text = read(file);
      texts.set(file.path, text);
      return text;
    },
  };
}

/** Returns every folder with the names of the folders directly in it. */
async function foldersOf(files: readonly SourceFile[]): Promise<Map<string, Set<string>>> {
  const folders = new Map([["", new Set<string>()]]);
  const pause = createPause();
  for (const { path } of files) {
    let folder = parentOf(path);
    // A known folder has its parents.
    while (!folders.has(folder)) {
      folders.set(folder, new Set());
      folder = parentOf(folder);
    }
    await pause();
  }
  for (const folder of folders.keys()) {
    if (folder !== "") folders.get(parentOf(folder))?.add(nameOf(folder));
  }
  return folders;
}

/** Returns the folder of a path; empty for the root. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** Returns the last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Joins folders and resolves `.` and `..`; null if the path leaves the repository. */
export function joinPath(...parts: readonly string[]): string | null {
  const kept: string[] = [];
  for (const part of parts.join("/").split("/")) {
    if (part === "..") {
      if (kept.pop() === undefined) return null;
    } else if (part !== "." && part !== "") kept.push(part);
  }
  return kept.join("/");
}
