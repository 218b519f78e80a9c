import "server-only";
import { posix } from "node:path";

/** A file in which a repository lists the pages of a site. */
export interface PageList {
  /** The folder that its entries are in; empty for the root. */
  folder: string;
  /** Pages by `keyOf`, relative to the folder. */
  entries: ReadonlySet<string>;
  /** Starts of paths, relative to the folder, below which it lists everything. */
  whole: readonly string[];
}

/** The names of tools' lists, and how each names pages. Other tools list pages automatically, or in programs. */
const KINDS: readonly {
  file: RegExp;
  /** Returns the entries of the list; empty if the tool lists all pages automatically. */
  entriesOf: (text: string) => string[];
  /** Returns the folder of the pages, relative to the file's. */
  folderOf: (text: string) => string;
}[] = [
  // Mintlify
  {
    file: /(?:^|\/)(?:docs|mint)\.json$/,
    // With `$ref`, other files have a part of it.
    entriesOf: (text) =>
      text.includes('"navigation"') && !text.includes('"$ref"')
        ? named(text, /"([^"\n]{1,300})"/g)
        : [],
    folderOf: () => "",
  },
  // MkDocs
  {
    file: /(?:^|\/)mkdocs\.ya?ml$/,
    entriesOf: (text) => navigationLines(text).map((line) => line.split(": ").at(-1) ?? ""),
    folderOf: (text) => /^docs_dir:[ \t]{1,9}["']?([^\s"']{1,300})/m.exec(text)?.[1] ?? "docs",
  },
  // mdBook, GitBook
  {
    file: /(?:^|\/)SUMMARY\.md$/,
    entriesOf: (text) => named(text, /\]\(<?([^()<>\n]{1,300})/g),
    folderOf: () => "",
  },
  // DocFX, Jupyter Book
  {
    file: /(?:^|\/)_?toc\.yml$/,
    entriesOf: (text) => named(text, /^[ \t-]{0,80}(?:href|file|root):([^\n]{1,300})/gm),
    folderOf: () => "",
  },
];
/** A file that names fewer pages is about something else. */
const MIN_PAGES = 2;
/** Maximum entries of a list, and entries that stand for all pages below a path. A longer list isn't read. */
const MAX_ENTRIES = { all: 20_000, whole: 1_000 } as const;
/** Files that other pages include, and files about the repository. */
const NO_PAGE =
  /(?:^|\/)(?:[._]|(?:snippets|includes|partials|node_modules)\/|(?:404|[A-Z_-]+)\.mdx?$)/;

export function isPageList(path: string): boolean {
  return KINDS.some(({ file }) => file.test(path));
}

/**
 * Reads a list of pages; null for a file that is none.
 * @param has whether a folder has a page of this key
 */
export function readPageList(
  path: string,
  text: string,
  has: (folder: string, key: string) => boolean,
): PageList | null {
  const kind = KINDS.find(({ file }) => file.test(path));
  if (!kind) return null;
  const folder = posix.join(posix.dirname(path), kind.folderOf(text)).replace(/^\.$/, "");
  const written = kind.entriesOf(text);
  if (written.length > MAX_ENTRIES.all) return null;
  const named = written.map(cleaned);
  const whole = named.flatMap((entry) => /^([^*]*)(?:\*|(?<=\/)$)/.exec(entry)?.[1] ?? []);
  if (whole.length > MAX_ENTRIES.whole) return null;
  const entries = new Set(named.map(keyOf));
  const found = [...entries].filter((key) => has(folder, key)).length;
  return found + whole.length >= MIN_PAGES ? { folder, entries, whole } : null;
}

/** Whether a file is a page of a list's site which the list leaves out. A site has its home page anyway. */
export function isUnlisted(path: string, lists: readonly PageList[]): boolean {
  if (NO_PAGE.test(path)) return false;
  const around = lists.filter(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
  return (
    around.length > 0 &&
    !around.some(({ folder, entries, whole }) => {
      const own = folder === "" ? path : path.slice(folder.length + 1);
      const key = keyOf(own);
      return key === "" || entries.has(key) || whole.some((start) => own.startsWith(start));
    })
  );
}

/** Names a page, however it is written: `guides/start`, `/guides/start.md`, and `guides/start/index.mdx` are one. */
export function keyOf(path: string): string {
  return path
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\.(?:mdx?|html)$/i, "")
    .replace(/(?:^|\/)(?:index|readme)$/i, "")
    .replace(/\/$/, "");
}

function named(text: string, entry: RegExp): string[] {
  const found = text.matchAll(entry).map(([, name = ""]) => name);
  return found.take(MAX_ENTRIES.all + 1).toArray();
}

/** Returns the entries below `nav:`. */
function navigationLines(text: string): string[] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.startsWith("nav:"));
  if (start === -1) return [];
  const length = lines.slice(start + 1).findIndex((line) => /^\w/.test(line));
  const end = length === -1 ? lines.length : start + 1 + length;
  return lines.slice(start + 1, end).map((line) => line.trim().replace(/^- /, ""));
}

/** Removes quotes and what follows an address, and decodes it. */
function cleaned(entry: string): string {
  const path = entry
    .trim()
    .replace(/^["']|["']$/g, "")
    .replace(/[?#].*$/s, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
