import "server-only";
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import { lineAt } from "./containers.ts";
import { escapeHtml } from "./escape-html.ts";

// MDX components become plain blocks: `<Note>` is a block, `<Card title="Next" href="/next">` one with a
// heading. Their content is Markdown like any other.

const ATTRIBUTE = /\s+([\w:-]+)(?:=(?:"([^"]*)"|'([^']*)'|\{[^{}]*\}))?/y;
const NAME = /^<(\/?)([A-Z][\w.]*)/;
const END = /\s*(\/?)>/y;
/** The end of a text whose tag may continue on the next line. */
const OPEN_END = /\s*(?:\/|(?<=\s)[\w:-]+(?:=(?:"[^"]*|'[^']*|\{[^{}]*)?)?)?$/y;
/** Most lines of one opening tag. */
const MAX_TAG_LINES = 20;
/** Most characters of a comment. A search to the end for each start would take quadratic time. */
const MAX_COMMENT = 2_000;
/** Most characters of a title. */
const MAX_TITLE = 300;

interface Tag {
  name: string;
  kind: "open" | "close" | "empty";
  attributes: ReadonlyMap<string, string>;
  /** The text after the tag. */
  rest: string;
}

/** Teaches `markdown` components, which some generators know in every page. */
export function addComponents(markdown: MarkdownIt): void {
  const options = { alt: ["paragraph", "reference", "blockquote", "list"] };
  markdown.block.ruler.before("html_block", "mdx_component", component, options);
}

/** Teaches `markdown` the rest of MDX: comments, and no indented code. `import` and `export` are left out. */
export function addModules(markdown: MarkdownIt): void {
  markdown.disable("code");
  markdown.block.ruler.before("html_block", "mdx_module", module);
  markdown.inline.ruler.before("text", "mdx_comment", comment);
}

function component(
  state: StateBlock,
  startLine: number,
  endLine: number,
  silent: boolean,
): boolean {
  const { tag, last } = readTag(state, startLine, Math.min(endLine, startLine + MAX_TAG_LINES));
  const inner = tag && contentOf(tag);
  if (!tag || inner === null) return false;
  if (silent) return true;

  const put = (html: string) => {
    state.push("html_block", "", 0).content = html;
  };
  if (tag.kind !== "close") put(openingOf(tag));
  if (inner !== "") {
    state.push("paragraph_open", "p", 1);
    const paragraph = state.push("inline", "", 0);
    paragraph.content = inner;
    paragraph.children = [];
    state.push("paragraph_close", "p", -1);
  }
  if (tag.kind !== "open" || inner !== "") put("</div>");
  state.line = last + 1;
  return true;
}

/** Reads a tag, which may be on several lines. */
function readTag(state: StateBlock, line: number, end: number): { tag: Tag | null; last: number } {
  let text = lineAt(state, line);
  let last = line;
  let tag = NAME.test(text) ? parseTag(text) : null;
  while (tag === "open" && last + 1 < end) {
    last += 1;
    text += ` ${lineAt(state, last)}`;
    tag = parseTag(text);
  }
  return { tag: tag === "open" ? null : tag, last };
}

/** `import` and `export` end at an empty line, as in MDX. */
function module(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  if (state.level > 0 || !/^(?:import|export)\s/.test(state.src.slice(start, start + 7))) {
    return false;
  }
  if (silent) return true;
  let line = startLine + 1;
  while (line < endLine && !state.isEmpty(line)) line += 1;
  state.line = line;
  return true;
}

function comment(state: StateInline): boolean {
  if (!state.src.startsWith("{/*", state.pos)) return false;
  const length = state.src.slice(state.pos, state.pos + MAX_COMMENT).indexOf("*/}");
  if (length < 0) return false;
  state.pos += length + 3;
  return true;
}

/** Returns "open" for a text that may be the start of a tag, and null for another one without a tag. */
function parseTag(text: string): Tag | "open" | null {
  const [start = "", slash, name = ""] = NAME.exec(text) ?? [];
  let at = start.length;
  const attributes = new Map<string, string>();
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(text);
    if (!found) break;
    const [, attribute = "", quoted, value = ""] = found;
    attributes.set(attribute, quoted ?? value);
    at = ATTRIBUTE.lastIndex;
  }
  END.lastIndex = at;
  const end = END.exec(text);
  if (start === "") return null;
  if (!end) {
    OPEN_END.lastIndex = at;
    return OPEN_END.test(text) ? "open" : null;
  }
  const kind = slash ? "close" : end[1] ? "empty" : "open";
  return { name, kind, attributes, rest: text.slice(END.lastIndex).trim() };
}

/** Returns the content of `<Note>Text</Note>`, "" for a tag that is alone, and null for other text after it. */
function contentOf({ name, kind, rest }: Tag): string | null {
  if (rest === "") return "";
  const closing = `</${name}>`;
  const isWhole = kind === "open" && rest.endsWith(closing);
  const inner = rest.slice(0, -closing.length).trim();
  return isWhole && inner !== "" && !inner.includes(closing) ? inner : null;
}

function openingOf({ name, attributes }: Tag): string {
  const title = (attributes.get("title") ?? attributes.get("label") ?? "").slice(0, MAX_TITLE);
  const href = attributes.get("href");
  const shown = href
    ? `<a href="${escapeHtml(href)}">${escapeHtml(title || href)}</a>`
    : escapeHtml(title);
  const heading = shown && `<p class="component-title">${shown}</p>`;
  return `<div class="component component-${name.toLowerCase().replaceAll(".", "-")}">${heading}`;
}
