import "server-only";
import { type BoundedCache, createBoundedCache } from "../bounded-cache.ts";
import type { FileChoice } from "../contract/api/docs-rules.ts";
import type { RenderedPage } from "../contract/api/rendered-page.ts";
import { runWithPauses } from "../pause.ts";
import { type ComparedFiles, compareFiles } from "./compare-files.ts";
import { escapeHtml } from "./escape-html.ts";
import { findPassage, type PassageHints } from "./find-passage.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { imageType } from "./images.ts";
import { readIncludes } from "./includes.ts";
import type { LinkContext } from "./links.ts";
import { parsing, rendering, TooLarge } from "./markdown.ts";
import { type Navigation, nameOf, navigationOf } from "./navigation.ts";
import { type PageParts, partsIn } from "./page-parts.ts";
import { decodePage, pageFormat } from "./page-text.ts";
import { type Passage, passageOf, startOf } from "./passage.ts";
import { safeHtml } from "./safe-html.ts";
import { type SitePages, siteOf, sitePages } from "./site-pages.ts";
import type { SiteSnapshot, SiteSource, SourceFile } from "./source.ts";

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

/** `moved` means that the page has another address, or that the site begins at another page. */
export type SiteAnswer =
  | SitePage
  | SiteImage
  | { kind: "moved"; address: string }
  | { kind: "missing"; outline: SiteOutline };

/** The file of a page, and the part of it that a reader means. */
export interface FoundPage {
  /** Path of the page on the site. */
  address: string;
  /** Path of the file to edit in the repository. */
  file: string;
  /** First line of the passage in the file, counted from 1; null without a passage. */
  line: number | null;
  passage: Omit<Passage, "line"> | null;
  /** Other files that fit the address. */
  choice?: FileChoice;
}

/** A documentation site, rendered from a repository. */
export interface Site {
  /**
   * @param address decoded path of a page or an image; `/` is the first page
   * @param at where to open it; left out for the newest commit
   */
  open(address: string, at?: SiteCommit): Promise<SiteAnswer>;
  /** Returns how a page renders before and after a change. Links lead where those of the snapshot do. */
  compare(
    pages: ComparedFiles & { snapshot: SiteSnapshot },
    isWhole: boolean,
  ): Promise<RenderedPage>;
  /**
   * Finds what a reader sent about a page.
   * @param address as the reader sent it
   */
  find(address: string, hints: PassageHints): Promise<FoundPage | MissingPage>;
}

/** Another commit than the newest one. */
export interface SiteCommit {
  snapshot: SiteSnapshot;
  /** Suffix of addresses, which keeps links at the commit: `?at=branch`. */
  query: string;
}

/**
 * A page that the documentation doesn't have. `tried` are the paths that its file could have, the likeliest first; `several` are files that
 * fit equally well.
 */
export interface MissingPage {
  file: null;
  tried: readonly string[];
  several?: readonly string[];
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
/** Commits in memory: the newest one, the one before while it is read, and those of pull requests. */
const MAX_COMMITS = 4;

type Content = Pick<SitePage, "title" | "description" | "hasHeading" | "html">;

/** One commit of the site. */
interface OpenSnapshot {
  key: string;
  site: SitePages;
  /** Reads the titles of all pages once. */
  outline(): Promise<SiteOutline>;
}

/** @param base address of the site, such as `/site/docs` */
export function createSite(source: SiteSource, base: string): Site {
  const snapshots = createBoundedCache<Promise<OpenSnapshot>>(MAX_COMMITS, () => 1);
  const contents = createBoundedCache<Content>(MAX_CACHED, ({ html }) => html.length);
  const parsed = createBoundedCache<ParsedPage>(MAX_PARSED, ({ size }) => size);

  /** Requests that arrive at the same time read a commit once. */
  function opened(snapshot: SiteSnapshot): Promise<OpenSnapshot> {
    const known = snapshots.get(snapshot.key);
    if (known) return known;
    const read = readSnapshot(source, snapshot);
    snapshots.set(snapshot.key, read);
    // A failure is forgotten, so that the next request tries again.
    read.catch(() => snapshots.delete(snapshot.key));
    return read;
  }

  const contentOf = (
    { key, site }: OpenSnapshot,
    { address, file }: { address: string; file: SourceFile },
    query = "",
  ) =>
    cached(contents, `${key}:${query}:${file.path}`, () =>
      render(source, file, { base, site, address, query, file: file.path }),
    );

  const parsedPage = ({ key, site }: OpenSnapshot, file: SourceFile) =>
    cached(parsed, `${key}:${file.path}`, () => parsePage(source, site, file));

  return {
    find: async (wanted, hints) => {
      const snapshot = await source.newest();
      const resolution = snapshot.map.resolve(wanted);
      if (resolution.file === null) return resolution;
      const open = await opened(snapshot);
      const { site } = open;
      const page = site.of(resolution);
      const address = page?.address ?? resolution.address;
      const { file, choice } = resolution;
      const nothing = { address, file, line: null, passage: null, ...(choice ? { choice } : {}) };
      if (!page || page.file.size > MAX_PAGE) return nothing;
      const parts = await parsedPage(open, page.file).catch(orNullIfTooLarge);
      if (!parts) return nothing;
      const { generator } = siteOf(snapshot.map.sites, page.file.path) ?? { generator: "markdown" };
      const found = findPassage(parts, hints, generator);
      const place = { base, site, file: page.file.path, address };
      const shown = found ? passageOf(parts, found, place) : startOf(parts, place);
      if (!shown) return nothing;
      const { line, ...passage } = shown;
      return { ...nothing, line: line === null ? null : parts.offset + line + 1, passage };
    },
    compare: async ({ snapshot, ...pages }, isWhole) => {
      const { site } = await opened(snapshot);
      return compareFiles(source, { base, site }, pages, isWhole);
    },
    open: async (wanted, at) => {
      const snapshot = await opened(at?.snapshot ?? (await source.newest()));
      const { site } = snapshot;
      const page = site.find(wanted);
      const outline = await snapshot.outline();
      const start = wanted === "/" ? startOfSite({ site, outline }, page !== null) : null;
      if (start !== null) return { kind: "moved", address: start };
      const image = await imageAt(source, site, wanted);
      if (image) return image;
      if (!page) return { kind: "missing", outline };
      const { address } = page;
      if (address !== wanted) return { kind: "moved", address };
      return { kind: "page", address, ...(await contentOf(snapshot, page, at?.query)), outline };
    },
  };
}

async function cached<Value>(
  cache: BoundedCache<Value>,
  name: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(name);
  if (known) return known;
  const value = await make();
  cache.set(name, value);
  return value;
}

/** Returns the address of the first page if the site begins there; null if it begins at `/`. */
function startOfSite(
  { site, outline }: { site: SitePages; outline: SiteOutline },
  hasRoot: boolean,
): string | null {
  const first = outline.groups[0]?.pages[0]?.address;
  if (!first || first === "/") return null;
  const isArranged = site.sites.some(({ navigation }) => navigation !== null);
  return isArranged || !hasRoot ? first : null;
}

async function imageAt(
  source: SiteSource,
  site: SitePages,
  address: string,
): Promise<SiteImage | null> {
  const image = site.images.get(address.slice(1));
  const type = imageType(address);
  if (!image || !type || image.size > MAX_IMAGE) return null;
  const [content = Buffer.alloc(0)] = await source.read([image]);
  return { kind: "image", type, id: image.id, content };
}

function orNullIfTooLarge(error: unknown): null {
  if (error instanceof TooLarge) return null;
  throw error;
}

/** A page's parts, with the number of lines before them in the file. */
interface ParsedPage extends PageParts {
  offset: number;
  /** In characters. */
  size: number;
}

async function parsePage(
  source: SiteSource,
  site: SitePages,
  file: SourceFile,
): Promise<ParsedPage> {
  const [bytes = Buffer.alloc(0)] = await source.read([file]);
  const whole = decodePage(bytes);
  const { text } = splitFrontMatter(whole);
  const before = whole.slice(0, whole.length - text.length);
  const includes = await readIncludes(source, site.files, { path: file.path, text });
  const format = pageFormat(file.path, text);
  const page = partsIn(await runWithPauses(parsing(text, format, includes)), text, format);
  return { ...page, offset: before.split("\n").length - 1, size: whole.length };
}

async function readSnapshot(source: SiteSource, snapshot: SiteSnapshot): Promise<OpenSnapshot> {
  const site = await sitePages(snapshot);
  let outline: Promise<SiteOutline> | null = null;
  return {
    key: snapshot.key,
    site,
    outline: () => {
      outline ??= readOutline(source, site).catch((error: unknown) => {
        outline = null;
        throw error;
      });
      return outline;
    },
  };
}

async function readOutline(source: SiteSource, site: SitePages): Promise<SiteOutline> {
  const files = site.sites.flatMap(({ navigation }) =>
    navigation && navigation.size <= MAX_PAGE ? [navigation] : [],
  );
  const read = await source.read(files);
  const texts = new Map(files.map(({ path }, index) => [path, String(read[index])]));
  return withTitles(source, site, navigationOf(site, texts));
}

/** Adds the pages' titles, or the names of their files where there is too much to read. */
async function withTitles(
  source: SiteSource,
  site: SitePages,
  navigation: Navigation,
): Promise<SiteOutline> {
  const addresses = navigation.groups.flatMap(({ pages }) => pages);
  let left = MAX_TITLES;
  const listed = addresses.flatMap((address) => {
    const file = site.pages.get(address);
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

async function render(source: SiteSource, file: SourceFile, place: LinkContext): Promise<Content> {
  const name = nameOf(place.address);
  const plain = { title: name, description: null, hasHeading: false };
  const tooLarge = async () => ({
    ...plain,
    html: tooLargeHtml(file.path, await source.urlOf(file.path)),
  });
  if (file.size > MAX_PAGE) return tooLarge();
  const [bytes = Buffer.alloc(0)] = await source.read([file]);
  const { title, description, text } = splitFrontMatter(decodePage(bytes));
  const includes = await readIncludes(source, place.site.files, { path: file.path, text });
  const format = pageFormat(file.path, text);
  try {
    const tokens = await runWithPauses(parsing(text, format, includes));
    const makeSafe = (html: string) => safeHtml(html, place);
    const { html, heading } = await runWithPauses(rendering(tokens, format, makeSafe));
    return { title: title ?? (heading || name), description, hasHeading: heading !== null, html };
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge();
    throw error;
  }
}

function tooLargeHtml(path: string, url: string | null): string {
  const name = `<code>${escapeHtml(path)}</code>`;
  const file = url === null ? name : `<a href="${escapeHtml(url)}" rel="noopener">${name}</a>`;
  return `<p>This page is too large to show here. Read its file: ${file}.</p>`;
}
