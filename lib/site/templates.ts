import "server-only";
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import { openingTag, startOf, titleOf } from "./containers.ts";

// Templates of Hugo, Jekyll, and Vue, attributes, and MDX expressions. What they would show is unknown, so that
// only names and titles are shown.

/** Most characters of one. A search to the end for each start would take quadratic time. */
const MAX_LENGTH = 1_000;
const PAIRS = [
  ["{{<", ">}}"],
  ["{{%", "%}}"],
  ["{{{", "}}}"],
  ["{{", "}}"],
  ["{%", "%}"],
] as const;
const SHORTCODE = /^\s*(?:(\/)\s*)?([\w./-]{1,80})\s*/;
/** Shortcodes that have content. Others are left out. */
const BLOCKS =
  /^(?:tabs?|tabpane|tab-?group|code-?group|note|tip|hint|info|warning|caution|danger|important|alert|callout|admonition|details|expand|card|cards|cardpane|columns?|steps?|panel|pageinfo|notice|quote|content-ref|stepper|step|accordion)$/i;
const ATTRIBUTES =
  /\{:?[ \t]*(?:[.#][\w-]{1,60}|[\w-]{1,60}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w%./-]{1,60}))(?:[ \t]+(?:[.#][\w-]{1,60}|[\w-]{1,60}=(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|[\w%./-]{1,60}))){0,10}[ \t]*\}/y;

export function addTemplates(markdown: MarkdownIt, isMdx: boolean): void {
  const options = { alt: ["paragraph", "reference", "blockquote", "list"] };
  markdown.block.ruler.before("fence", "template", templateBlock, options);
  markdown.inline.ruler.before("text", "template", templateInline);
  if (isMdx) markdown.inline.ruler.before("text", "expression", expression);
  else markdown.inline.ruler.before("text", "attributes", attributes);
}

/** Shows names in HTML as elsewhere, and leaves other templates out. */
export function withoutTemplates(html: string): string {
  let shown = "";
  let from = 0;
  for (let at = html.indexOf("{"); at >= 0; at = html.indexOf("{", at + 1)) {
    const template = templateAt(html, at);
    if (!template) continue;
    const isValue = /^\{\{[^<%]/.test(html.slice(at, at + 3));
    shown += html.slice(from, at) + (isValue ? (nameIn(template.inner) ?? "") : "");
    from = template.end;
    at = from - 1;
  }
  return shown + html.slice(from);
}

function nameIn(inner: string): string | undefined {
  return /^\s{0,20}([\w.$-]{1,80})\s{0,20}$/.exec(inner)?.[1];
}

/** Returns the template at a place; null if there is none. */
function templateAt(text: string, at: number): { inner: string; end: number } | null {
  const pair = PAIRS.find(([mark]) => text.startsWith(mark, at));
  if (!pair) return null;
  const from = at + pair[0].length;
  const length = text.slice(from, from + MAX_LENGTH).indexOf(pair[1]);
  if (length < 0) return null;
  // Vue's templates end at the last brace of a run.
  const inner = text.slice(from, from + length).replace(/^-|-$/g, "");
  return { inner, end: from + length + pair[1].length };
}

/** A line, or several, of templates alone. */
function templateBlock(state: StateBlock, line: number, end: number, silent: boolean): boolean {
  const start = startOf(state, line);
  if (state.src[start] !== "{") return false;
  const { found, to } = templatesFrom(state.src, start);
  if (found.length === 0 || (to < state.src.length && state.src[to] !== "\n")) return false;
  let last = line;
  while (last < end && (state.eMarks[last] ?? 0) < to) last += 1;
  if (last >= end) return false;
  if (silent) return true;
  const html = found.map(shortcodeHtml).join("");
  if (html !== "") state.push("html_block", "", 0).content = html;
  state.line = last + 1;
  return true;
}

/** Returns templates that only spaces separate, and where they end. */
function templatesFrom(text: string, start: number): { found: string[]; to: number } {
  const found: string[] = [];
  let to = start;
  for (;;) {
    const template = templateAt(text, to);
    if (!template) return { found, to };
    found.push(template.inner);
    to = template.end;
    while (text[to] === " " || text[to] === "\t") to += 1;
  }
}

function shortcodeHtml(inner: string): string {
  const [start = "", slash = "", name = ""] = SHORTCODE.exec(inner) ?? [];
  if (/^end/.test(name) && BLOCKS.test(name.slice(3))) return "</div>";
  if (!BLOCKS.test(name) || inner.trimEnd().endsWith("/")) return "";
  if (slash) return "</div>";
  const rest = inner.slice(start.length, start.length + 500);
  const title =
    /(?:title|header|name|label|text)\s?=\s?"([^"]{0,300})"/.exec(rest)?.[1] ??
    /^"([^"]{0,300})"/.exec(rest)?.[1];
  return openingTag(name, titleOf(name, title));
}

/** A name stands for its value. Everything else in braces is left out. */
function templateInline(state: StateInline, silent: boolean): boolean {
  const template = templateAt(state.src, state.pos);
  if (!template) return false;
  const name = nameIn(template.inner);
  const isValue =
    state.src.startsWith("{{", state.pos) &&
    !/^\{\{[<%]/.test(state.src.slice(state.pos, state.pos + 3));
  if (!silent && name && isValue) state.push("text", "", 0).content = name;
  state.pos = template.end;
  return true;
}

/** `{"text"}` and `{' '}` are text. */
function expression(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "{") return false;
  const text = state.src.slice(state.pos, state.pos + MAX_LENGTH);
  let depth = 0;
  let end = 0;
  do {
    if (text[end] === "{") depth += 1;
    else if (text[end] === "}") depth -= 1;
    end += 1;
  } while (depth > 0 && end < text.length);
  if (depth > 0) return false;
  const literal = /^\{\s{0,9}(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s{0,9}\}$/.exec(
    text.slice(0, end),
  );
  const shown = literal?.[1] ?? literal?.[2] ?? literal?.[3];
  if (!silent && shown) state.push("text", "", 0).content = shown;
  state.pos += end;
  return true;
}

/** `{#id}`, `{ .class }`, and `{: target="_blank" }` */
function attributes(state: StateInline): boolean {
  if (state.src[state.pos] !== "{") return false;
  ATTRIBUTES.lastIndex = state.pos;
  if (!ATTRIBUTES.test(state.src)) return false;
  state.pos = ATTRIBUTES.lastIndex;
  return true;
}
