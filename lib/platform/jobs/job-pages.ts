import "server-only";
import { z } from "zod";
import { createPause } from "../../pause.ts";
import { decodePercent } from "../../text/decode-percent.ts";
import { type ParsedPrompt, parsePrompt } from "../agent/parse-prompt.ts";

/** A page that a prompt names, and its file in the repository; null if none was found. */
export interface JobPage {
  page: string;
  file: string | null;
}

/** Finds the files of addresses at a commit by the project's rules, in the order of the addresses. */
export type FindFiles = (
  projectId: string,
  commit: string,
  addresses: readonly string[],
) => Promise<(string | null)[]>;

/** A run's facts about the repository. */
interface Repository {
  files: readonly { path: string; target?: string }[];
  find(addresses: readonly string[]): Promise<(string | null)[]>;
  /** Pages whose files earlier prompts of the job found. They keep them. */
  known: readonly JobPage[];
}

/** Most pages of one prompt. */
const MAX_PAGES = 1_000;

/**
 * Returns the pages that a prompt names with their files: those that it says, if the repository has them, else those
 * that the resolver finds. A prompt without sections names pages and files anywhere in its text.
 */
export async function findPages(prompt: string, repository: Repository): Promise<JobPage[]> {
  const parsed = parsePrompt(prompt);
  const paths = await editablePaths(repository.files);
  return parsed.sections.length > 0
    ? pagesOfSections(parsed.sections, paths, repository)
    : pagesOfTokens(parsed.tokens, paths, repository);
}

async function pagesOfSections(
  sections: ParsedPrompt["sections"],
  paths: ReadonlyMap<string, string>,
  { find, known }: Repository,
): Promise<JobPage[]> {
  const named = new Map<string, string | null>();
  for (const { page, file } of sections) {
    const path = file && (paths.get(file) ?? paths.get(decodePercent(file) ?? ""));
    if (path || !named.has(page)) named.set(page, path || null);
  }
  const before = new Map(known.map(({ page, file }) => [page, paths.get(file ?? "") ?? null]));
  const pages = [...named].slice(0, MAX_PAGES);
  const open = pages.filter(([page, file]) => file === null && !before.get(page));
  const found = await findNames(
    open.map(([page]) => page),
    find,
  );
  return pages.map(([page, file]) => ({
    page,
    file: file ?? before.get(page) ?? found.get(page) ?? null,
  }));
}

/** Most tokens aren't pages, so only those with a file count. */
async function pagesOfTokens(
  tokens: readonly string[],
  paths: ReadonlyMap<string, string>,
  { find, known }: Repository,
): Promise<JobPage[]> {
  const before = new Map(known.map(({ page, file }) => [page, paths.get(file ?? "")]));
  const found = await findNames(tokens, find);
  return tokens
    .flatMap((page) => {
      const isFile = /\.\w+$/.test(page);
      const path = isFile ? paths.get(page.replace(/^\/+/, "")) : undefined;
      const file = path ?? before.get(page) ?? found.get(page) ?? null;
      return file === null ? [] : [{ page, file }];
    })
    .slice(0, MAX_PAGES);
}

/** Headings of drafted prompts percent-encode page names once more than URLs do. */
async function findNames(
  names: readonly string[],
  find: Repository["find"],
): Promise<Map<string, string | null>> {
  const found = await find(names);
  const files = new Map(names.map((name, index) => [name, found[index] ?? null]));
  const encoded = names.flatMap((name) => {
    const decoded = files.get(name) === null && name.includes("%") ? decodePercent(name) : null;
    return decoded === null ? [] : [{ name, decoded }];
  });
  const more = await find(encoded.map(({ decoded }) => decoded));
  for (const [index, { name }] of encoded.entries()) files.set(name, more[index] ?? null);
  return files;
}

/** Returns the file to edit by each path that a prompt can name. Hidden files aren't pages. */
async function editablePaths(files: Repository["files"]): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  const pause = createPause();
  for (const { path, target } of files) {
    await pause();
    const edited = target ?? path;
    if (!/(?:^|\/)\./.test(edited)) paths.set(path, edited);
  }
  return paths;
}

const storedPages = z.array(z.strictObject({ page: z.string(), file: z.string().nullable() }));

/** Parses what `JSON.stringify` stored. Null for a prompt that wasn't run yet. */
export function parsePages(stored: string | null): JobPage[] | null {
  return stored === null ? null : storedPages.parse(JSON.parse(stored));
}
