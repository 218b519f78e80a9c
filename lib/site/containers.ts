import "server-only";
import type { MarkdownIt, StateBlock, StateInline, Token } from "markdown-it";
import { escapeHtml } from "./escape-html.ts";

// Admonitions, tabs, and other containers of generators become plain blocks, like MDX components:
// `:::note[Title]` (Docusaurus, Starlight), `::: tip Title` (VitePress), `!!! note "Title"` and `=== "Tab"`
// (MkDocs), `> [!NOTE]` (GitHub, Microsoft).

const DIRECTIVE =
  /^(:{3,})[ \t]*([\w-]{1,60})?[ \t]*(?:\[([^\]]{0,300})\])?[ \t]*(?:\{[^}]{0,500}\})?[ \t]*(.*)$/s;
/** A command of Microsoft's documentation on a line of its own: `:::image source="x.png":::` */
const COMMAND = /^:{3}[ \t]*([\w-]{1,60})([^:]{0,1000}):{3}$/;
const ADMONITION =
  /^(!!!|\?\?\?\+?|===[!+]{0,2})[ \t]+(?:([\w-]{1,60})(?:[ \t]+[\w-]{1,60}){0,5}[ \t]*)?(?:"([^"]{0,300})"|$)/;
const ALERT = /^\[!([\w-]{1,40})(?:[ \t]([^\]\n]{0,300}))?\][+-]?[ \t]*([^\n]{0,300})(?:\n|$)/;
const INLINE_COMMAND = /:::no-loc text="([^"\n]{0,300})":::/y;
const ATTRIBUTE = /([\w-]{1,40})="([^"]{0,500})"/g;

/** Teaches `markdown` containers. */
export function addContainers(markdown: MarkdownIt): void {
  const options = { alt: ["paragraph", "reference", "blockquote", "list"] };
  markdown.block.ruler.before("fence", "directive", directive, options);
  markdown.block.ruler.before("fence", "admonition", admonition, options);
  markdown.inline.ruler.before("text", "command", inlineCommand);
  markdown.core.ruler.after("block", "alerts", ({ tokens, Token }) => alerts(tokens, Token));
}

export function openingTag(kind: string, title: string): string {
  const name = kind.toLowerCase().replace(/[^\w-]/g, "") || "block";
  const heading = title === "" ? "" : `<p class="component-title">${escapeHtml(title)}</p>`;
  return `<div class="component component-${name}">${heading}`;
}

/** Containers that have a title of their own even if the page doesn't give one. */
const TITLED =
  /^(?:note|info|tip|hint|warning|caution|danger|important|details|attention|error|example|quote|video|success|question|abstract|summary|bug|failure)$/i;

export function titleOf(kind: string, title: string | undefined): string {
  const given = title?.trim() ?? "";
  if (given !== "" || !TITLED.test(kind)) return given;
  return `${kind[0]?.toUpperCase()}${kind.slice(1).toLowerCase()}`;
}

/** Returns where a line begins after its indentation. */
export function startOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
}

/** Returns a line without its indentation. */
export function lineAt(state: StateBlock, line: number): string {
  return state.src.slice(startOf(state, line), state.eMarks[line]);
}

function indentAt(state: StateBlock, line: number): number {
  return state.sCount[line] ?? 0;
}

function put(state: StateBlock, html: string): void {
  state.push("html_block", "", 0).content = html;
}

/** Lines that open and close a container are replaced one by one, whatever is between them. */
function directive(state: StateBlock, line: number, _end: number, silent: boolean): boolean {
  const text = lineAt(state, line).trimEnd();
  const tab = openMarks(state).length > 0 ? /^==[ \t]+(\S[^\n]{0,300})$/.exec(text) : null;
  if (!text.startsWith(":::") && !tab) return false;
  if (silent) return true;
  state.line = line + 1;
  const [, title = ""] = tab ?? [];
  const html = tab
    ? `<p class="component-title">${escapeHtml(title)}</p>`
    : directiveHtml(text, openMarks(state));
  if (html !== "") put(state, html);
  return true;
}

/** @param marks those of the containers that are open, which change */
function directiveHtml(text: string, marks: string[]): string {
  const [command, name = "", attributes = ""] = COMMAND.exec(text) ?? [];
  if (command !== undefined) return commandHtml(name, attributes);
  const [, mark = "", kind, label, rest = ""] = DIRECTIVE.exec(text) ?? [];
  if (kind === undefined) {
    const at = marks.lastIndexOf(mark);
    if (at >= 0) marks.length = at;
    return at >= 0 ? "</div>" : "";
  }
  if (PLAIN.test(kind)) return "";
  marks.push(mark);
  return openingTag(kind, titleOf(kind, label ?? rest.replace(/^"([^"]*)"$/, "$1")));
}

/** By the parse environment of a page. */
const marksOf = new WeakMap<object, string[]>();

/** Marks of the open containers. */
function openMarks(state: StateBlock): string[] {
  const marks = marksOf.get(state.env) ?? [];
  marksOf.set(state.env, marks);
  return marks;
}

/** Microsoft's marks around parts of a page. The parts are shown without them. */
const PLAIN = /^(?:zone|row|column|moniker|code|video)(?:-end)?$/;

/** An image is shown. The text around zones and columns is shown without them. */
function commandHtml(name: string, attributes: string): string {
  if (name !== "image") return "";
  const values = new Map(
    Array.from(attributes.matchAll(ATTRIBUTE), ([, key, value]) => [key, value]),
  );
  const [source, text] = [values.get("source") ?? "", values.get("alt-text") ?? ""];
  return `<p><img src="${escapeHtml(source)}" alt="${escapeHtml(text)}"></p>`;
}

/** The name isn't translated. */
function inlineCommand(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== ":") return false;
  INLINE_COMMAND.lastIndex = state.pos;
  const found = INLINE_COMMAND.exec(state.src);
  if (!found) return false;
  if (!silent) state.push("text", "", 0).content = found[1] ?? "";
  state.pos = INLINE_COMMAND.lastIndex;
  return true;
}

/** Content is indented by four below the mark, as in a list. */
function admonition(state: StateBlock, line: number, end: number, silent: boolean): boolean {
  const [, mark, kind = "", title] = ADMONITION.exec(lineAt(state, line).trimEnd()) ?? [];
  if (mark === undefined || (kind === "" && title === undefined)) return false;
  if (silent) return true;
  const indent = indentAt(state, line) + 4;
  let last = line + 1;
  while (last < end && (state.isEmpty(last) || indentAt(state, last) >= indent)) last += 1;
  put(state, openingTag(mark.startsWith("===") ? "tab" : kind, title ?? titleOf(kind, title)));
  const { blkIndent, lineMax, parentType } = state;
  state.blkIndent = indent;
  state.lineMax = last;
  state.md.block.tokenize(state, line + 1, last);
  Object.assign(state, { blkIndent, lineMax, parentType });
  put(state, "</div>");
  state.line = last;
  return true;
}

/** Turns quotes that begin with `[!NOTE]` into blocks. Within a quote it becomes a title. */
function alerts(
  tokens: Token[],
  TokenClass: new (type: string, tag: string, nesting: -1 | 0 | 1) => Token,
): void {
  const isAlert: boolean[] = [];
  const titled = tokens.splice(0).flatMap((token, at, all) => {
    if (token.type === "blockquote_open") isAlert.push(false);
    if (token.type === "blockquote_close" && isAlert.pop()) token.tag = "div";
    const inline = all[at + 1];
    if (token.type !== "paragraph_open" || isAlert.length === 0 || !inline) return [token];
    const [whole, kind = "", value = "", rest = ""] = ALERT.exec(inline.content) ?? [];
    if (whole === undefined) return [token];
    inline.content = inline.content.slice(whole.length);
    const quote = all[at - 1];
    if (quote?.type === "blockquote_open") {
      isAlert[isAlert.length - 1] = true;
      quote.tag = "div";
      quote.attrSet("class", `component component-${kind.toLowerCase()}`);
    }
    const heading = new TokenClass("html_block", "", 0);
    heading.content = `<p class="component-title">${escapeHtml(titleOf(kind, rest || value))}</p>`;
    return [heading, token];
  });
  for (const token of titled) tokens.push(token);
}
