import "server-only";
import { posix } from "node:path";
import { githubSlug } from "../../text/github-slug.ts";
import { parseYaml } from "../../text/yaml.ts";
import { frontMatterEnd } from "../agent/front-matter.ts";

/** A problem of a page, at a line that starts at 1. */
export interface PageProblem {
  line: number;
  message: string;
}

/** The repository that a page is in. */
export interface RepositoryContext {
  has(path: string): boolean;
  /** The anchors of a page; null if it wasn't read. */
  anchors(path: string): ReadonlySet<string> | null;
}

/** Characters of a line that are searched: longer ones aren't written by people. */
const MAX_LINE = 5_000;
const MAX_FRONT_MATTER = 20_000;
/** Also in lists, where both ends are indented, and not always alike. */
const FENCE = /^[ \t]{0,20}(`{3,}|~{3,})/;
/** From the end of its text on, which can be an image with a link of its own. */
const LINK = /\]\(<?([^()\s<>]{1,1000})/g;
const IMAGE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i;
const DEFINITION = /^ {0,3}\[[^\]\n]{1,300}\]:[ \t]{1,10}<?([^\s>]{1,1000})/;
const HEADING = /^ {0,3}#{1,6}[ \t]{1,10}([^\n]{1,1000})/;
const OWN_ID = /\{#([^{}\s]{1,200})\}|\b(?:id|name)=["']([^"'\s]{1,200})["']/g;
/** `import Part from "./part.mdx"` and `{{#include part.md}}` */
const PART = /(?:\bfrom ["']|\{\{#include )(\.{0,2}[^"'{}:\s]{1,1000})/g;
const HIDDEN = /^(?:hidden|draft|unlisted|noindex|orphan):[ \t]{1,10}true\b/m;
/** Endings that a link may leave out. */
const ENDINGS = ["", ".md", ".mdx", "/index.md", "/index.mdx", "/README.md"];

interface Line {
  text: string;
  number: number;
}

/** Returns the lines outside of code, and where a fence was opened that isn't closed. */
function* proseOf(content: string): Generator<void, { lines: Line[]; open: number | null }> {
  const lines: Line[] = [];
  let fence: { mark: string; line: number } | null = null;
  for (const [index, text] of content.split("\n").entries()) {
    yield;
    const mark = FENCE.exec(text)?.[1];
    if (fence) {
      const isEnd = mark?.startsWith(fence.mark) && text.trim() === mark;
      if (isEnd) fence = null;
    } else if (mark) {
      fence = { mark, line: index + 1 };
    } else {
      lines.push({ text: text.slice(0, MAX_LINE).replace(/`[^`]*`/g, "``"), number: index + 1 });
    }
  }
  return { lines, open: fence?.line ?? null };
}

/** Facts about a page that don't depend on its place in a repository. */
export interface PageFacts {
  /** Compared without signs: each generator makes them in its own way. */
  anchors: ReadonlySet<string>;
  links: readonly { line: number; to: string }[];
  /** Relative paths of the files that it is made from as well. */
  parts: readonly string[];
  /** Whether it says that it isn't for the navigation. */
  isHidden: boolean;
  problems: readonly PageProblem[];
}

/**
 * Reads a Markdown page: its links, and what is wrong with its code fences and front matter. Takes linear time, in steps after
 * each of which others may run.
 */
export function* readingPage(content: string): Generator<void, PageFacts> {
  const { lines, open } = yield* proseOf(content);
  const problems = frontMatterProblems(content);
  if (open !== null) problems.push({ line: open, message: "This code block isn't closed" });
  const links: { line: number; to: string }[] = [];
  const parts: string[] = [];
  for (const { text, number: line } of lines) {
    for (const [, to = ""] of text.matchAll(LINK)) links.push({ line, to });
    const defined = DEFINITION.exec(text)?.[1];
    if (defined !== undefined) links.push({ line, to: defined });
    for (const [, to = ""] of text.matchAll(PART)) parts.push(to);
    yield;
  }
  const isHidden = HIDDEN.test(content.slice(0, frontMatterEnd(content)));
  return { anchors: yield* anchorsOf(content), links, parts, isHidden, problems };
}

function* anchorsOf(content: string): Generator<void, Set<string>> {
  const anchors = new Set<string>();
  const counts = new Map<string, number>();
  for (const line of content.split("\n")) {
    yield;
    const text = line.slice(0, MAX_LINE);
    const title = HEADING.exec(text)?.[1];
    if (title !== undefined) {
      const slug = bare(githubSlug(title.replace(/\{#[^{}]*\}/, "")));
      const count = counts.get(slug) ?? 0;
      counts.set(slug, count + 1);
      // The second of the same name gets "-1", and so on.
      anchors.add(count === 0 ? slug : `${slug}${count}`);
    }
    for (const [, braces, quoted] of text.matchAll(OWN_ID))
      anchors.add(bare(braces ?? quoted ?? ""));
  }
  return anchors;
}

function bare(anchor: string): string {
  return anchor.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/**
 * Returns the files that a page links to or includes, one after the other. Null for links that lead to none.
 * @param site.folders the folders in which addresses of the site, such as `/guides/start`, may begin
 */
export function* linkedPages(
  path: string,
  { links, parts }: PageFacts,
  { has, folders }: { has: RepositoryContext["has"]; folders: readonly string[] },
): Generator<string | null> {
  for (const to of [...links.map((link) => link.to), ...parts]) {
    const [written = ""] = to.split(/[?#]/, 1);
    if (written === "" || /^[a-z][a-z0-9+.-]*:/i.test(written)) continue;
    if (!written.startsWith("/")) yield targetOf(path, written, has) ?? null;
    else
      for (const folder of folders)
        yield targetOf(posix.join(folder, "x"), written.slice(1), has) ?? null;
  }
}

/** Returns the problems of a page in a repository, by line, in steps. */
export function* problemsOfPage(
  path: string,
  { links, problems }: PageFacts,
  surroundings: RepositoryContext,
): Generator<void, PageProblem[]> {
  const found = [...problems];
  for (const { line, to } of links) {
    const message = problemOfLink(path, to, surroundings);
    if (message !== null) found.push({ line, message });
    yield;
  }
  return found.sort((one, other) => one.line - other.line);
}

function frontMatterProblems(content: string): PageProblem[] {
  if (!/^\ufeff?---[ \t]{0,20}\r?\n[\w-]+[ \t]{0,20}:/.test(content)) return [];
  const end = frontMatterEnd(content);
  if (end === 0) return [{ line: 1, message: "The front matter isn't closed" }];
  if (end > MAX_FRONT_MATTER) return [];
  const first = content.indexOf("\n") + 1;
  const last = content.slice(0, end).trimEnd().lastIndexOf("\n");
  if (parseYaml(content.slice(first, last + 1)) !== undefined) return [];
  return [{ line: 1, message: "The front matter isn't valid YAML" }];
}

/** Addresses of a site depend on its generator, so only links to files beside the page, and to anchors, are checked. */
function problemOfLink(
  path: string,
  link: string,
  { has, anchors }: RepositoryContext,
): string | null {
  const [, written = "", fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(link) ?? [];
  if (/^[a-z][a-z0-9+.-]*:|^\/|[{}$<]/i.test(link)) return null;
  const target = targetOf(path, written, has);
  if (target === undefined) return null;
  const isImage = IMAGE.test(written);
  if (target === null)
    return `${isImage ? "This image" : "The target of this link"} doesn't exist: ${link}`;
  if (!fragment || isImage) return null;
  const known = anchors(target);
  return known === null || known.has(bare(decoded(fragment)))
    ? null
    : `No heading has this anchor: ${link}`;
}

/** Returns the file of a relative link; null if it doesn't exist, undefined if that can't be known. */
function targetOf(
  path: string,
  written: string,
  has: RepositoryContext["has"],
): string | null | undefined {
  if (written === "") return path;
  const beside = posix.normalize(posix.join(posix.dirname(path), decoded(written)));
  if (beside.startsWith("..")) return undefined;
  const found = ENDINGS.map((ending) => beside.replace(/\/$/, "") + ending).find(has);
  if (found !== undefined) return found;
  // Without an ending, it may be an address of the site, which folders count for differently.
  return /\.\w{1,5}$/.test(written) ? null : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
