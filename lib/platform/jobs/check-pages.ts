import "server-only";
import { z } from "zod";
import { stripNul } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import { createPause } from "../../pause.ts";
import { displayable } from "../../text/displayable.ts";
import type { Clone } from "../host/clone.ts";
import { type DocsFile, listFiles, readBlobs } from "../host/docs-files.ts";
import type { GitOptions } from "../host/git.ts";
import type { PlatformSchema } from "../schema/schema.ts";
import { type PageFacts, type PageProblem, problemsOfPage, readPage } from "./page-problems.ts";

/** A problem that a change adds to the documentation. */
export type CheckProblem = z.infer<typeof checkProblem>;

const checkProblem = z.object({ file: z.string(), line: z.number(), message: z.string() });
const MAX_PROBLEMS = 100;
/** Pages that are read, and bytes of one and of all. */
const LIMITS = { pages: 5_000, page: 1_000_000, all: 20_000_000 } as const;
const MAX_MESSAGE = 500;

/**
 * Returns the problems that a change adds: those of pages that it changes, and of links elsewhere to what it removes.
 * What the pages had before doesn't count.
 * @param objects finds the objects of `to`
 */
export async function newProblems(
  clone: Clone,
  objects: GitOptions,
  from: string,
  to: string,
): Promise<CheckProblem[]> {
  const place = { ...clone, env: { ...objects.env } };
  const known = new Map<string, PageFacts>();
  const before = await problemsAt(place, from, known);
  const after = await problemsAt(place, to, known);
  const added: CheckProblem[] = [];
  for (const [file, problems] of after) {
    const old = (before.get(file) ?? []).map(({ message }) => message);
    for (const { line, message } of problems) {
      const at = old.indexOf(message);
      if (at >= 0) old.splice(at, 1);
      else added.push({ file, line, message: displayable(message).slice(0, MAX_MESSAGE) });
    }
  }
  return added.slice(0, MAX_PROBLEMS);
}

/** @param known what pages say, by blob: most are the same in both trees */
async function problemsAt(
  place: Clone,
  tree: string,
  known: Map<string, PageFacts>,
): Promise<Map<string, PageProblem[]>> {
  const files = await listFiles(place, tree);
  const paths = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]));
  const pages = firstPages(files);
  const unread = pages.filter(({ id }) => !known.has(id));
  const pause = createPause();
  for (const [index, content] of (await readBlobs(place, unread)).entries()) {
    known.set(unread[index]?.id ?? "", readPage(content.toString("utf8")));
    await pause();
  }
  const facts = new Map(pages.map(({ path, id }) => [path, known.get(id)]));
  const surroundings = {
    has: (path: string) => paths.has(path),
    anchors: (path: string) => facts.get(path)?.anchors ?? null,
  };
  const problems = new Map<string, PageProblem[]>();
  for (const [path, page] of facts) {
    if (page) problems.set(path, problemsOfPage(path, page, surroundings));
    await pause();
  }
  return problems;
}

/** Leaves out the pages beyond what is read. */
function firstPages(files: readonly DocsFile[]): DocsFile[] {
  const pages: DocsFile[] = [];
  let bytes = 0;
  for (const file of files) {
    if (!/\.mdx?$/i.test(file.path) || file.size > LIMITS.page) continue;
    bytes += file.size;
    if (bytes > LIMITS.all || pages.length === LIMITS.pages) return pages;
    pages.push(file);
  }
  return pages;
}

function foldersOf(path: string): string[] {
  const parts = path.split("/");
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
}

/** Stores the problems that a prompt's change adds. */
export async function recordProblems(
  { query }: Database<PlatformSchema>,
  messageId: number,
  problems: readonly CheckProblem[],
): Promise<void> {
  const update = query
    .updateTable("platform_job_message")
    .set({ problems: stripNul(JSON.stringify(problems)) });
  await update.where("id", "=", messageId).execute();
}

/** Reads the problems of a job's last change. */
export function parseProblems(text: string | null): CheckProblem[] {
  const parsed = z.array(checkProblem).safeParse(JSON.parse(text ?? "[]"));
  return parsed.success ? parsed.data : [];
}
