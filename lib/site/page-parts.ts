import "server-only";
import type { Token } from "markdown-it";
import { searchable } from "../text/searchable.ts";
import type { Includes } from "./includes.ts";
import { parseMarkdown, plainText } from "./markdown.ts";
import type { PageFormat } from "./page-text.ts";

/** A heading, and the ID that links to it. */
export interface Section {
  id: string;
  title: string;
}

/** A block of a page with text of its own: a paragraph, a heading, a row of a table, or a code block. */
export interface PagePart {
  kind: "text" | "heading" | "code";
  /** Normalized for search, on one line unless it's code. */
  text: string;
  /** The code as it is written; empty for other parts. */
  code: string;
  /** The heading that it is under, or its own; null before the first one. */
  section: Section | null;
  /** First line in the page's text, counted from 0, and the line after the last one. */
  start: number;
  end: number;
  /** Indexes of the tokens that it is in, the outermost first, and its own. */
  path: readonly number[];
}

/** A page in parts that can be found and shown one by one. */
export interface PageParts {
  parts: readonly PagePart[];
  tokens: readonly Token[];
  /** For each opening token the index of the one that closes it. */
  ends: ReadonlyMap<number, number>;
  /** The page's text by lines. */
  lines: readonly string[];
  format: PageFormat;
}

/** Parses the text of a page, without its front matter, at once: what a person waits for is parsed in turns. @internal */
export function partsOf(text: string, format: PageFormat, includes?: Includes): PageParts {
  return partsIn(parseMarkdown(text, format, includes), text, format);
}

/** @param tokens of the text */
export function partsIn(tokens: Token[], text: string, format: PageFormat): PageParts {
  const ends = new Map<number, number>();
  const parts: PagePart[] = [];
  const open: number[] = [];
  let section: Section | null = null;
  for (const [index, token] of tokens.entries()) {
    if (token.nesting === -1) {
      const opening = open.pop();
      if (opening !== undefined) ends.set(opening, index);
    }
    if (token.type === "heading_open") section = sectionAt(tokens, index);
    const part = partAt(tokens, index, open);
    if (part) parts.push({ ...part, section });
    if (token.nesting === 1) open.push(index);
  }
  return { parts, tokens, ends, lines: text.split("\n"), format };
}

function sectionAt(tokens: readonly Token[], index: number): Section | null {
  const id = tokens[index]?.attrGet("id");
  return id ? { id: String(id), title: plainText(tokens[index + 1]) } : null;
}

function partAt(
  tokens: readonly Token[],
  index: number,
  open: readonly number[],
): Omit<PagePart, "section"> | null {
  const token = tokens[index];
  if (token?.type === "fence" || token?.type === "code_block") {
    if (!token.map) return null;
    const [start, end] = token.map;
    const { content: code } = token;
    return { kind: "code", text: searchable(code), code, start, end, path: [...open, index] };
  }
  if (token?.type !== "inline") return null;
  // Cells have no lines of their own, but rows do.
  const depth = open.findLastIndex((at) => tokens[at]?.map);
  const own = tokens[open[depth] ?? -1];
  if (!own?.map) return null;
  const [start, end] = own.map;
  return {
    kind: own.type === "heading_open" ? "heading" : "text",
    text: searchable(plainText(token)).replace(/\s+/g, " ").trim(),
    code: "",
    start,
    end,
    path: open.slice(0, depth + 1),
  };
}
