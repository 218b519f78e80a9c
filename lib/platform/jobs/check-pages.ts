import "server-only";
import type { CheckProblem } from "../../contract/api/checks.ts";
import { createPause, runWithPauses } from "../../pause.ts";
import { displayable } from "../../text/displayable.ts";
import type { Clone } from "../host/clone.ts";
import { type DocsFile, listFiles, readBlobs } from "../host/docs-files.ts";
import type { GitOptions } from "../host/git.ts";
import { problemsOfChange } from "./added-problems.ts";
import { isPageList, isUnlisted, keyOf, type PageList, readPageList } from "./page-lists.ts";
import {
  linkedPages,
  type PageFacts,
  problemsOfPage,
  type RepositoryContext,
  readingPage,
} from "./page-problems.ts";

const MAX_PROBLEMS = 100;
/** Pages that are read, bytes of one and of all, and their links, parts, and anchors. */
const LIMITS = { pages: 5_000, page: 1_000_000, all: 20_000_000, facts: 300_000 } as const;
/** Lists of pages that are read. */
const MAX_LISTS = 100;
const MAX_MESSAGE = 500;

/**
 * Returns the problems that a change adds: those of changed pages, and links elsewhere to removed files and headings.
 * Earlier problems of the pages don't count.
 * @param objects finds the objects of `to`
 */
export async function newProblems(
  clone: Clone,
  objects: GitOptions,
  from: string,
  to: string,
): Promise<CheckProblem[]> {
  const place = { ...clone, env: { ...objects.env } };
  const known: KnownPages = new Map();
  const before = await problemsAt(place, from, known);
  const after = await problemsAt(place, to, known);
  return (await problemsOfChange(place, { from, to }, before, after))
    .slice(0, MAX_PROBLEMS)
    .map(({ message, ...at }) => ({ ...at, message: displayable(message).slice(0, MAX_MESSAGE) }));
}

/** Parsed pages by blob, because most are the same in both trees. Null for pages beyond the limit. */
type KnownPages = Map<string, PageFacts | null>;

async function problemsAt(place: Clone, tree: string, known: KnownPages): Promise<CheckProblem[]> {
  const files = await listFiles(place, tree);
  const paths = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]));
  const pages = firstFiles(files.filter(({ path }) => /\.mdx?$/i.test(path)));
  const unread = pages.filter(({ id }) => !known.has(id));
  const pause = createPause();
  let left = LIMITS.facts - known.values().reduce((sum, page) => sum + sizeOf(page), 0);
  for (const [index, content] of (await readBlobs(place, unread)).entries()) {
    const page = await runWithPauses(readingPage(content.toString("utf8")));
    left -= sizeOf(page);
    known.set(unread[index]?.id ?? "", left < 0 ? null : page);
    await pause();
  }
  const facts = new Map(pages.map(({ path, id }) => [path, known.get(id)]));
  const surroundings = {
    has: (path: string) => paths.has(path),
    anchors: (path: string) => facts.get(path)?.anchors ?? null,
  };
  const problems: CheckProblem[] = [];
  for (const [file, page] of facts) {
    const found = page ? await runWithPauses(problemsOfPage(file, page, surroundings)) : [];
    for (const problem of found) problems.push({ file, ...problem });
    await pause();
  }
  const lists = await readLists(place, files);
  for (const file of await orphans(facts, lists, surroundings)) {
    problems.push({ file, line: 0, message: "No navigation entry and no link leads to this page" });
  }
  return problems;
}

async function readLists(place: Clone, files: readonly DocsFile[]): Promise<PageList[]> {
  const read = firstFiles(files.filter(({ path }) => isPageList(path))).slice(0, MAX_LISTS);
  const keys = new Set(files.map(({ path }) => keyOf(path)));
  const has = (folder: string, key: string) => keys.has(folder === "" ? key : `${folder}/${key}`);
  const texts = await readBlobs(place, read);
  const pause = createPause();
  const lists: PageList[] = [];
  for (const [index, { path }] of read.entries()) {
    const list = readPageList(path, String(texts[index]), has);
    if (list) lists.push(list);
    await pause();
  }
  return lists;
}

/** Returns the pages that no list of their site and no other page leads to. */
async function orphans(
  facts: ReadonlyMap<string, PageFacts | null | undefined>,
  lists: readonly PageList[],
  { has }: RepositoryContext,
): Promise<Set<string>> {
  const left = new Set<string>();
  const pause = createPause();
  for (const [path, page] of facts) {
    // It leads to unknown pages.
    if (!page) return new Set();
    if (!page.isHidden && isUnlisted(path, lists)) left.add(path);
    await pause();
  }
  if (left.size === 0) return left;
  const folders = lists.map(({ folder }) => folder);
  for (const [file, page] of facts) {
    for (const path of page ? linkedPages(file, page, { has, folders }) : []) {
      if (path !== null && path !== file) left.delete(path);
      await pause();
    }
  }
  return left;
}

function sizeOf(page: PageFacts | null): number {
  return page === null ? 0 : page.links.length + page.parts.length + page.anchors.size;
}

/** Leaves out files beyond the limits. */
function firstFiles(files: readonly DocsFile[]): DocsFile[] {
  const first: DocsFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (file.size > LIMITS.page) continue;
    bytes += file.size;
    if (bytes > LIMITS.all || first.length === LIMITS.pages) return first;
    first.push(file);
  }
  return first;
}

function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}
