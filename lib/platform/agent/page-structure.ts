import "server-only";
import MarkdownItParser, { type MarkdownIt, type Token } from "markdown-it";
import { frontMatterEnd } from "./front-matter.ts";
import type { CharacterKind } from "./inline-text.ts";
import type { PageFormat } from "./markdown-blocks.ts";

/** Beginnings that make a line of Markdown more than text: signs before its first word, and numbers of lists. */
const MARKDOWN_LEAD = /^(?:[^\p{L}\p{N}"'“‘„«‚「『（(¿¡`]|\p{N}{1,9}[.)](?!\S))+/u;
/** The same of reStructuredText and AsciiDoc, with lists by letters, and admonitions. */
const PLAIN_LEAD =
  /^(?:[^\p{L}\p{N}"'“‘„«‚「『（(¿¡`]|(?:\p{N}{1,9}|\p{L}|[ivxlcdm]{1,9})[.)](?!\S)|\((?:#|\w{1,9})\)(?!\S)|(?:NOTE|TIP|IMPORTANT|CAUTION|WARNING):(?!\S))+/iu;
/** Signs with a meaning in the format. Others, such as punctuation, have none after the start of a line. */
const MARKDOWN_SIGNS = /!?\[|\][([:{]?|::+|:(?=`)|`:?|[$*>\\^_{|}~]/g;
const PLAIN_SIGNS = /!?\[|\][([:{]?|::+|:(?=`)|`:?|;;|\(\(|[#$*+>\\^_{|}~]/g;
/** Templates and includes, which are replaced before the page is parsed, even in code. */
const PREPROCESSED = /\{[{%#]|--8<|<<<|8<--/g;
/** Statements that may run, or hide text, unless they follow a paragraph. */
const OPENING = /^\s*(?:import\b|export\b|\[)/;
const TAG = /<[a-z!?/][^<>]{0,2000}/gi;
/** A placeholder for a value, which looks like a tag. */
const PLACEHOLDER = /<[A-Z\d]{1,60}[_-][A-Z\d_-]{1,60}(?=>)/g;

/** Most characters of a block that is parsed; a longer one doesn't change. */
const MAX_INLINE = 20_000;

const parsers = {
  markdown: blockParser(),
  // Indented text isn't code.
  mdx: blockParser().disable("code"),
};

interface ReadPage {
  content: string;
  format: PageFormat;
  visible: { starts: readonly number[]; ends: readonly number[]; kinds: readonly CharacterKind[] };
}

/**
 * Describes everything of a page that isn't words: the kinds of its lines, the signs with a meaning, and tags,
 * expressions, and scripts as they are. A correction that changes this structure would change more than words; neither
 * can several corrections in a row. Takes linear time, in steps.
 */
export function* readingStructure(page: ReadPage): Generator<void, string> {
  const { content, format } = page;
  if (format === "rst" || format === "asciidoc") {
    const words = format === "asciidoc" ? macrosIn(content) : [];
    return [...linesOf(content, PLAIN_LEAD, PLAIN_SIGNS), ...tagsIn(content), ...words].join("\n");
  }
  const found: string[] = [];
  const words = content.slice(frontMatterEnd(content)).replace(PLACEHOLDER, "");
  for (const tokens of tokensIn(words, parsers[format])) {
    found.push(tokens);
    yield;
  }
  const text = withoutEscapes(withoutCode(page));
  const others = [
    () => linesOf(text, MARKDOWN_LEAD, MARKDOWN_SIGNS),
    () => tagsIn(text),
    () => expressionsIn(text),
    () => scriptsIn(text),
    () => content.match(PREPROCESSED) ?? [],
  ];
  for (const partsOf of others) {
    yield;
    found.push(...partsOf());
  }
  return found.join("\n");
}

function blockParser(): MarkdownIt {
  const parser = new MarkdownItParser({ html: true });
  parser.core.ruler.disable("inline");
  return parser;
}

/** Parses Markdown block by block. The parser finds code reliably, and supports no extensions. */
function* tokensIn(text: string, parser: MarkdownIt): Generator<string> {
  const env = {};
  for (const block of parser.parse(text, env)) {
    if (block.type !== "inline") yield nameOf(block);
    else if (block.content.length > MAX_INLINE) yield block.content;
    else {
      const children: Token[] = [];
      parser.inline.parse(block.content, parser, env, children);
      yield* children.filter(({ type }) => !/^text|^softbreak$/.test(type)).map(nameOf);
    }
  }
}

function nameOf({ type, tag, info, attrs, content }: Token): string {
  const shown = type.startsWith("html") ? content : "";
  return [type, tag, info, ...(attrs ?? []).flat(), shown].join(" ");
}

/** Lines of a paragraph may be joined, unless they begin with a sign. */
function linesOf(text: string, leads: RegExp, signs: RegExp): string[] {
  const found: string[] = [];
  let previous: string | null = null;
  for (const line of text.split("\n")) {
    if (/^[>\s]*$/.test(line)) {
      previous = null;
      continue;
    }
    const start = leads.exec(line)?.[0] ?? "";
    const lead = start.trim().replace(/[\p{L}\p{N}]+/gu, "1");
    const rest = line.slice(start.length).trimEnd();
    // Marks of titles have the length of the title.
    const kind = rest === "" ? lead.replace(/(.)\1+/g, "$1$1") : lead;
    if (previous === null) found.push(`paragraph ${start.length - start.trimStart().length}`);
    if (!/^[>\s]*$/.test(kind)) found.push(kind);
    if (OPENING.test(line)) found.push(`opening after ${previous}`);
    const plain = rest.replace(/(?<=[\p{L}\p{N}])_+(?=[\p{L}\p{N}])/gu, "");
    found.push((plain.match(signs) ?? []).join(" "));
    if (rest.endsWith("::")) found.push("begins a block");
    previous = kind;
  }
  return found.filter((part) => part !== "");
}

/** Leaves out code and front matter titles, which have rules of their own. */
function withoutCode({ content, visible: { starts, ends, kinds } }: ReadPage): string {
  const parts: string[] = [];
  let from = 0;
  for (const [at, kind] of kinds.entries()) {
    if (kind !== "code" && kind !== "title") continue;
    const [start, end] = [starts[at] ?? from, ends[at] ?? from];
    // The break of a line of code stays.
    parts.push(
      content.slice(from, Math.max(from, start)),
      content.slice(start, end).match(/\n/g)?.join("") ?? "",
    );
    from = Math.max(from, end);
  }
  return parts.join("") + content.slice(from);
}

/** Removes escapes that `escapeText` adds. Templates don't know escapes, so other signs stay. */
function withoutEscapes(text: string): string {
  return text.replace(/\\[^\n]/g, (mark) => (/[*_|#+\-=>.)]/.test(mark) ? "x" : mark));
}

function tagsIn(text: string): string[] {
  return text.replace(PLACEHOLDER, "").match(TAG) ?? [];
}

/** Returns the texts between braces that are closed. */
function expressionsIn(text: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: brace, index } of text.matchAll(/(["'`])[{}]\1|[{}]/g)) {
    if (brace.length > 1) continue;
    if (brace === "{" && depth === 0) from = index;
    depth = Math.max(0, depth + (brace === "{" ? 1 : -1));
    if (depth === 0) found.push(text.slice(from, index));
    if (depth === 0) from = index;
  }
  return found;
}

/** Returns the contents of scripts and styles, wherever they begin. */
function scriptsIn(text: string): string[] {
  const parts = text.split(/(<\/?(?:script|style)\b)/i);
  return parts.filter((_, at) => /^<s/i.test(parts[at - 1] ?? ""));
}

/** Words of AsciiDoc right before `[` and `|`: a macro, or the format of a cell. */
function macrosIn(content: string): string[] {
  return content
    .split(/\s+/)
    .map((word) => word.slice(0, Math.max(word.lastIndexOf("["), word.lastIndexOf("|")) + 1))
    .filter((word) => word !== "");
}
