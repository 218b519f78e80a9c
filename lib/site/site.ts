import "server-only";
import { setTimeout } from "node:timers/promises";
import { imageType, type SiteFiles, siteFiles } from "./addresses.ts";
import { createBoundedCache } from "./bounded-cache.ts";
import { findPassage, type PassageHints } from "./find-passage.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { readIncludes } from "./includes.ts";
import { renderMarkdown } from "./markdown.ts";
import { type Navigation, nameOf, navigationOf } from "./navigation.ts";
import { type PageParts, partsOf } from "./page-parts.ts";
import { decodePage, pageFormat } from "./page-text.ts";
import { type Passage, passageOf, startOf } from "./passage.ts";
import { safeHtml } from "./safe-html.ts";
import type { SiteSource, SourceFile } from "./source.ts";

/** A page as it is in the repository, ready to show. */
export interface SitePage {
  kind: "page";
  /** Path of the page on the site, such as `/guides/auth`. */
  address: string;
  title: string;
  description: string | null;
  /** Whether `html` starts with a heading of its own. */
  hasHeading: boolean;
  /** Sanitized. */
  html: string;
  outline: SiteOutline;
}

/** A site's name and its pages with their titles. */
export interface SiteOutline {
  name: string | null;
  groups: { title: string | null; pages: { address: string; title: string }[] }[];
}

export interface SiteImage {
  kind: "image";
  type: string;
  /** Changes with the content. */
  id: string;
  content: Buffer;
}

/** `home` means that the site begins at another page. */
export type SiteAnswer =
  | SitePage
  | SiteImage
  | { kind: "home"; address: string }
  | { kind: "missing"; outline: SiteOutline };

/** A page's file, and the part of it that a reader means. */
export interface FoundPage {
  /** Path of the page on the site. */
  address: string;
  /** Path of the file in the repository. */
  file: string;
  /** First line of the passage in the file, counted from 1; null without a passage. */
  line: number | null;
  passage: Omit<Passage, "line"> | null;
}

/** A documentation site, rendered from a repository. */
export interface Site {
  /** @param address decoded path of a page or an image; `/` is the first page */
  open(address: string): Promise<SiteAnswer>;
  /**
   * Finds what a reader sent about a page. A repository that takes long to answer is read as it was before.
   * @param addresses where the page may be, the likeliest first
   * @returns null if the site has no such page
   */
  find(addresses: readonly string[], hints: PassageHints): Promise<FoundPage | null>;
}

/** Most bytes of a page. Rendering a larger one could keep the server from answering for over a second. */
const MAX_PAGE = 128 * 1_024;
const MAX_IMAGE = 5 * 1_024 * 1_024;
/** Most bytes of all pages whose titles are read for the navigation. */
const MAX_TITLES = 4 * 1_024 * 1_024;
/** Most characters of rendered pages in memory. */
const MAX_CACHED = 16_000_000;
/** Most characters of pages in memory in which passages are found. Each takes about twenty times as much. */
const MAX_PARSED = 1_000_000;
const PATIENCE = 2_000;
/** Commits in memory. While a new one is read, people still open pages of the one before. */
const MAX_COMMITS = 2;

const TOO_LARGE = "<p>This page is too large to show here.</p>";

type Content = Pick<SitePage, "title" | "description" | "hasHeading" | "html">;

/** One commit of the site. */
interface Edition {
  commit: string;
  files: SiteFiles;
  /** Every file that isn't hidden, by its path: what pages may include. */
  all: ReadonlyMap<string, SourceFile>;
  outline: SiteOutline;
}

/**
 * @param base address of the site, such as `/site/docs`
 * @param patience milliseconds after which passages are found in the commit from before
 */
export function openSite(source: SiteSource, base: string, patience = PATIENCE): Site {
  const editions = createBoundedCache<Promise<Edition>>(MAX_COMMITS, () => 1);
  const contents = createBoundedCache<Content>(MAX_CACHED, ({ html }) => html.length);
  const parsed = createBoundedCache<ParsedPage>(MAX_PARSED, ({ size }) => size);
  let lastCommit: string | null = null;

  /** Requests that arrive at the same time read a commit once. */
  function editionOf(commit: string): Promise<Edition> {
    const known = editions.get(commit);
    if (known) return known;
    const read = readEdition(source, commit);
    editions.set(commit, read);
    // A failure is forgotten, so that the next request tries again.
    read.catch(() => editions.delete(commit));
    return read;
  }

  async function contentOf(edition: Edition, address: string, file: SourceFile): Promise<Content> {
    const key = `${edition.commit}:${file.path}`;
    const known = contents.get(key);
    if (known) return known;
    const content = await render(source, { base, edition, address, file });
    contents.set(key, content);
    return content;
  }

  async function parsedPage({ commit, all }: Edition, file: SourceFile): Promise<ParsedPage> {
    const key = `${commit}:${file.path}`;
    const known = parsed.get(key);
    if (known) return known;
    const page = await parsePage(source, all, file);
    parsed.set(key, page);
    return page;
  }

  return {
    find: async (addresses, hints) => {
      const commit = await soon(source.head(), { earlier: lastCommit, patience });
      lastCommit = commit;
      const edition = await editionOf(commit);
      const { files } = edition;
      const address = addresses.find((each) => files.pages.has(each));
      const file = address === undefined ? undefined : files.pages.get(address);
      if (address === undefined || !file) return null;
      const nothing = { address, file: file.path, line: null, passage: null };
      if (file.size > MAX_PAGE) return nothing;
      const page = await parsedPage(edition, file);
      const found = findPassage(page, hints);
      const place = { base, files, file: file.path.slice(files.root.length), address };
      const shown = found ? passageOf(page, found, place) : startOf(page, place);
      if (!shown) return nothing;
      const { line, ...passage } = shown;
      return { ...nothing, line: line === null ? null : page.offset + line + 1, passage };
    },
    open: async (address) => {
      const edition = await editionOf(await source.head());
      const { files, outline } = edition;
      const first = outline.groups[0]?.pages[0]?.address;
      if (address === "/" && first && (files.navigation || !files.pages.has("/"))) {
        if (first !== "/") return { kind: "home", address: first };
      }
      const page = files.pages.get(address);
      if (page) {
        const content = await contentOf(edition, address, page);
        return { kind: "page", address, ...content, outline };
      }
      const image = files.images.get(address);
      const type = imageType(address);
      if (image && type && image.size <= MAX_IMAGE) {
        const [content = Buffer.alloc(0)] = await source.read([image]);
        return { kind: "image", type, id: image.id, content };
      }
      return { kind: "missing", outline };
    },
  };
}

/** Waits for the newest commit, but not long if an earlier one is known. */
async function soon(
  head: Promise<string>,
  { earlier, patience }: { earlier: string | null; patience: number },
): Promise<string> {
  if (earlier === null) return head;
  const timer = new AbortController();
  const late = setTimeout(patience, earlier, { signal: timer.signal, ref: false });
  // It ends with the race.
  late.catch(() => {});
  return Promise.race([head.catch(() => earlier), late]).finally(() => timer.abort());
}

/** A page's parts, with the number of lines before them in the file. */
interface ParsedPage extends PageParts {
  offset: number;
  /** In characters. */
  size: number;
}

async function parsePage(
  source: SiteSource,
  all: Edition["all"],
  file: SourceFile,
): Promise<ParsedPage> {
  const [bytes = Buffer.alloc(0)] = await source.read([file]);
  const whole = decodePage(bytes);
  const { text } = splitFrontMatter(whole);
  const before = whole.slice(0, whole.length - text.length);
  const includes = await readIncludes(source, all, { path: file.path, text });
  const page = partsOf(text, pageFormat(file.path, text), includes);
  return { ...page, offset: before.split("\n").length - 1, size: whole.length };
}

async function readEdition(source: SiteSource, commit: string): Promise<Edition> {
  const listed = await source.list(commit);
  const files = siteFiles(listed);
  const shown = listed.filter(({ path }) => !/(?:^|\/)\./.test(path));
  const all = new Map(shown.map((file) => [file.path, file]));
  const { navigation } = files;
  const readable = navigation && navigation.size <= MAX_PAGE ? [navigation] : [];
  const [text = null] = await source.read(readable);
  const found = navigationOf(files, text?.toString() ?? null);
  return { commit, files, all, outline: await withTitles(source, files, found) };
}

/** Adds the pages' titles, or the names of their files where there is too much to read. */
async function withTitles(
  source: SiteSource,
  files: SiteFiles,
  navigation: Navigation,
): Promise<SiteOutline> {
  const addresses = navigation.groups.flatMap(({ pages }) => pages);
  let left = MAX_TITLES;
  const listed = addresses.flatMap((address) => {
    const file = files.pages.get(address);
    if (!file || file.size > Math.min(left, MAX_PAGE)) return [];
    left -= file.size;
    return [{ address, file }];
  });
  const texts = await source.read(listed.map(({ file }) => file));
  const titles = new Map(
    listed.map(({ address }, index) => [
      address,
      titleIn(decodePage(texts[index] ?? Buffer.alloc(0))),
    ]),
  );
  const groups = navigation.groups.map(({ title, pages }) => ({
    title,
    pages: pages.map((address) => ({ address, title: titles.get(address) ?? nameOf(address) })),
  }));
  return { name: navigation.name, groups };
}

function titleIn(source: string): string | null {
  const { title, text } = splitFrontMatter(source);
  const heading = /^# +(.+)$/m.exec(text)?.[1];
  return title ?? heading?.replace(/\s\\?\{[:#.][^{}]{1,200}\}\s*$/, "").trim() ?? null;
}

async function render(
  source: SiteSource,
  where: { base: string; edition: Edition; address: string; file: SourceFile },
): Promise<Content> {
  const { base, edition, address, file } = where;
  const name = nameOf(address);
  const tooLarge = { title: name, description: null, hasHeading: false, html: TOO_LARGE };
  if (file.size > MAX_PAGE) return tooLarge;
  const [bytes = Buffer.alloc(0)] = await source.read([file]);
  const { title, description, text } = splitFrontMatter(decodePage(bytes));
  const includes = await readIncludes(source, edition.all, { path: file.path, text });
  const { html, heading } = renderMarkdown(text, pageFormat(file.path, text), includes);
  const place = { base, files: edition.files, file: file.path.slice(edition.files.root.length) };
  return {
    title: title ?? (heading || name),
    description,
    hasHeading: heading !== null,
    html: safeHtml(html, place),
  };
}
