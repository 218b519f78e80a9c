import "server-only";
import MarkdownItParser, { type MarkdownIt, type StateCore, type Token } from "markdown-it";
import { runWithoutPauses } from "../pause.ts";
import { addComponents, addModules } from "./components.ts";
import { addContainers } from "./containers.ts";
import { escapeHtml } from "./escape-html.ts";
import { takeHeadingIds } from "./headings.ts";
import { htmlNesting } from "./html-nesting.ts";
import { addIncludes, type Includes, includingEnvironment } from "./includes.ts";
import { makingSafe } from "./making-safe.ts";
import type { PageFormat } from "./page-text.ts";
import { addTemplates, withoutTemplates } from "./templates.ts";

/** A page of Markdown or MDX as HTML. */
interface Rendered {
  html: string;
  /** Text of the page's own first heading, if that is its title. */
  heading: string | null;
}

const parsers: Readonly<Record<PageFormat, MarkdownIt>> = {
  markdown: configured(new MarkdownItParser({ html: true }), false),
  mdx: configured(new MarkdownItParser({ html: true }), true),
  // Paragraphs with their line breaks, and nothing else.
  text: new MarkdownItParser("zero", { breaks: true }).enable("newline"),
};
for (const { core } of Object.values(parsers)) core.ruler.at("inline", parseAllInline);

/** A page that would keep the server from answering others if it were rendered. */
export class TooLarge extends Error {}

/** Most lines of a page, tokens of its blocks, and tags and escaped characters in its HTML. */
const MAX_LINES = 8_000;
const MAX_BLOCKS = 20_000;
const MAX_TAGS = 20_000;
const MAX_ESCAPED = 20_000;
/** Most characters of a paragraph. A longer one is shown as plain text. */
const MAX_INLINE = 8_000;

/** Fewest tokens that are rendered at once: about a millisecond. */
const PART = 60;

/**
 * Renders a page in steps, after each of which others may run.
 * @param makeSafe takes HTML that isn't safe yet, of a part without open tags: see `safeHtml`
 * @throws {TooLarge}
 */
export function* rendering(
  tokens: Token[],
  format: PageFormat,
  makeSafe: (html: string) => string,
): Generator<void, Rendered> {
  const safe: string[] = [];
  for (const { html } of yield* renderingParts(tokens, format, PART)) {
    safe.push(yield* makingSafe(html, makeSafe));
    yield;
  }
  return { html: safe.join(""), heading: firstHeading(tokens) };
}

/** Returns the text of a page's first heading of the first level, or null. */
export function firstHeading(tokens: readonly Token[]): string | null {
  const first = tokens.findIndex(({ type, tag }) => type === "heading_open" && tag === "h1");
  return first < 0 ? null : plainText(tokens[first + 1]);
}

/** A part of a page without open tags. Its HTML isn't safe yet. */
export interface UnsafePart {
  html: string;
  /** Its first line in the page's text, counted from 0, and the line after the last one; null without lines. */
  lines: readonly [number, number] | null;
}

/**
 * Renders the parts of a page in steps, after each of which others may run.
 * @param size fewest tokens of a part
 * @throws {TooLarge}
 */
export function* renderingParts(
  tokens: readonly Token[],
  format: PageFormat,
  size: number,
): Generator<void, UnsafePart[]> {
  const parts: UnsafePart[] = [];
  let [tags, escaped] = [0, 0];
  for (const part of partsOf(tokens, yield* htmlNesting(tokens), size)) {
    const html = renderTokens(part, format);
    tags += html.split("<").length;
    escaped += html.split("&").length;
    if (tags > MAX_TAGS || escaped > MAX_ESCAPED) throw new TooLarge();
    parts.push({ html, lines: linesOf(part) });
    yield;
  }
  return parts;
}

function linesOf(tokens: readonly Token[]): UnsafePart["lines"] {
  const own = tokens.flatMap(({ map }) => (map ? [map] : []));
  const first = own[0];
  return first ? [first[0], own.reduce((last, [, end]) => Math.max(last, end), 0)] : null;
}

/** Cuts a page where no block is open, and no tag of its own HTML that is closed later. */
function* partsOf(
  tokens: readonly Token[],
  nesting: readonly number[],
  size: number,
): Generator<Token[]> {
  let [start, open] = [0, 0];
  for (const [at, token] of tokens.entries()) {
    open += token.nesting + (nesting[at] ?? 0);
    if (open !== 0 || at + 1 - start < size) continue;
    yield tokens.slice(start, at + 1);
    start = at + 1;
  }
  yield tokens.slice(start);
}

/**
 * Parses a page in steps, after each of which others may run.
 * @throws {TooLarge}
 */
export function* parsing(
  text: string,
  format: PageFormat,
  includes?: Includes,
): Generator<void, Token[]> {
  if (text.split("\n").length > MAX_LINES) throw new TooLarge();
  const parser = parsers[format];
  const { State, ruler } = parser.core;
  const state = new State(text.replace(/^\uFEFF/, ""), parser, includingEnvironment(includes));
  for (const rule of ruler.getRules("")) {
    yield;
    if (rule === parseAllInline) yield* parsingInline(state);
    else rule(state);
    if (state.tokens.length > MAX_BLOCKS) throw new TooLarge();
  }
  return state.tokens;
}

function* parsingInline({ tokens, md, env, Token }: StateCore): Generator<void> {
  for (const token of tokens) {
    if (token.type !== "inline") continue;
    token.children ??= [];
    if (token.content.length <= MAX_INLINE) {
      md.inline.parse(token.content, md, env, token.children);
    } else {
      const plain = new Token("text", "", 0);
      plain.content = token.content;
      token.children.push(plain);
    }
    yield;
  }
}

/** The rule of which `parsing` takes the steps one by one. */
function parseAllInline(state: StateCore): void {
  runWithoutPauses(parsingInline(state));
}

/** Takes the steps of `parsing` at once. */
export function parseMarkdown(text: string, format: PageFormat, includes?: Includes): Token[] {
  return runWithoutPauses(parsing(text, format, includes));
}

/** Renders tokens of a page, all or some of them. The HTML isn't safe yet. */
export function renderTokens(tokens: Token[], format: PageFormat): string {
  const { renderer, options } = parsers[format];
  return renderer.render(tokens, options, {});
}

function configured(markdown: MarkdownIt, isMdx: boolean): MarkdownIt {
  const { core, renderer } = markdown;
  addComponents(markdown);
  if (isMdx) addModules(markdown);
  addContainers(markdown);
  // Before templates, because mdBook's includes look like them.
  addIncludes(markdown);
  addTemplates(markdown, isMdx);
  core.ruler.after("block", "explicit_ids", ({ tokens }) => takeHeadingIds(tokens));
  core.ruler.push("heading_ids", ({ tokens }) => addHeadingIds(tokens));
  renderer.rules.html_block = (tokens, index) => withoutTemplates(tokens[index]?.content ?? "");
  renderer.rules.fence = (tokens, index) => codeBlock(tokens[index]);
  renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
  renderer.rules.table_close = () => "</table></div>";
  for (const cell of ["th_open", "td_open"] as const) {
    renderer.rules[cell] = (tokens, index) => {
      const alignment = /center|right/.exec(String(tokens[index]?.attrGet("style")))?.[0];
      return `<${cell.slice(0, 2)}${alignment ? ` class="${alignment}"` : ""}>`;
    };
  }
  return markdown;
}

/** Gives headings the IDs that links of most generators expect: `## Get a key` is `#get-a-key`. */
function addHeadingIds(tokens: Token[]): void {
  const used = new Map<string, number>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== "heading_open" || token.attrGet("id")) continue;
    const id = plainText(tokens[index + 1])
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replace(/\s+/g, "-");
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    if (id !== "") token.attrSet("id", count === 0 ? id : `${id}-${count}`);
  }
}

/** Returns the text of an inline token without its markup. */
export function plainText(token: Token | undefined): string {
  const parts = token?.children ?? [];
  return parts
    .map(({ type, content }) => (isText(type) ? content : isBreak(type) ? " " : ""))
    .join("");
}

function isText(type: string): boolean {
  return type === "text" || type === "code_inline";
}

function isBreak(type: string): boolean {
  return type === "softbreak" || type === "hardbreak";
}

/** `ts send.ts` and `ts title="send.ts"` name a language and a file. The widget reads both. */
function codeBlock(token: Token | undefined): string {
  const [, language = "", rest = ""] = /^\s*([\w+#.-]*)\s*(.*)$/s.exec(token?.info ?? "") ?? [];
  const named =
    /(?:title|filename|name)=["']([^"']+)["']/.exec(rest)?.[1] ??
    /^\[([^\]]{1,100})\]/.exec(rest)?.[1];
  const filename = named ?? /^[\w@./-]+\.[\w-]+/.exec(rest)?.[0];
  const file = filename ? ` data-filename="${escapeHtml(filename)}"` : "";
  const lang = language ? ` class="language-${escapeHtml(language)}"` : "";
  return `<pre tabindex="0"${file}><code${lang}>${escapeHtml(token?.content ?? "")}</code></pre>\n`;
}
