import "server-only";
import type { Token } from "markdown-it";
import type { FoundPart } from "./find-passage.ts";
import type { LinkContext } from "./links.ts";
import { renderTokens } from "./markdown.ts";
import type { PageParts, Section } from "./page-parts.ts";
import { excerptHtml } from "./safe-html.ts";

/** A part of a page, ready to show outside of the page. */
export interface Passage {
  /** Sanitized, without images. */
  html: string;
  /** The part of the page that a reader means, or its start. */
  foundBy: FoundPart["by"] | "start";
  /** Number of places on the page that match; this is the first. */
  places: number;
  /** Line in the page's text, counted from 0; null for the start of the page. */
  line: number | null;
  section: Section | null;
  /** Whether it is cut. */
  isCut: boolean;
}

/** Most lines that are shown, and lines before the match. */
const MAX_LINES = 30;
const LINES_BEFORE = 8;

/** @param address of the page, such as `/guides/auth` */
export function passageOf(page: PageParts, found: FoundPart, place: LinkContext): Passage {
  const { by: foundBy, places, line, part } = found;
  const { html, isCut } =
    foundBy === "heading"
      ? blocksHtml(page, { first: firstOf(part), start: part.start, isSection: true })
      : partHtml(page, found);
  return { html: excerptHtml(html, place), foundBy, places, line, section: part.section, isCut };
}

/** A label may be at another block than a heading, such as a list. */
function firstOf({ kind, path }: FoundPart["part"]): number {
  return (kind === "heading" ? path.at(-1) : path[0]) ?? 0;
}

/** Returns the first blocks of a page, as many as fit; null for a page without text. */
export function startOf(page: PageParts, place: LinkContext): Passage | null {
  const [part] = page.parts;
  if (!part) return null;
  const first = part.path[0] ?? 0;
  const { html, isCut } =
    lengthOf(page.tokens[first]) > MAX_LINES
      ? partHtml(page, { part, line: part.start })
      : blocksHtml(page, { first, start: part.start });
  const nowhere = { places: 1, line: null, section: null };
  return { html: excerptHtml(html, place), foundBy: "start", isCut, ...nowhere };
}

/** Returns a block with as many of the following ones as fit, up to the next heading. */
function blocksHtml(
  page: PageParts,
  from: { first: number; start: number; isSection?: boolean },
): { html: string; isCut: boolean } {
  const { tokens, ends } = page;
  const { first, start, isSection = false } = from;
  let end = (ends.get(first) ?? first) + 1;
  let isCut = false;
  for (let at = end; at < tokens.length; at = (ends.get(at) ?? at) + 1) {
    const token = tokens[at];
    if (!token || token.nesting === -1 || (isSection && token.type === "heading_open")) break;
    isCut = token.map !== null && token.map[1] - start > MAX_LINES;
    if (isCut) break;
    end = (ends.get(at) ?? at) + 1;
  }
  return { html: renderTokens(tokens.slice(first, end), page.format), isCut };
}

/** The largest block around the part that isn't too long: a whole list, or one of its items. */
function partHtml(
  page: PageParts,
  { part, line }: Pick<FoundPart, "part" | "line">,
): { html: string; isCut: boolean } {
  const { tokens, ends, format } = page;
  const depth = part.path.findIndex((at) => lengthOf(tokens[at]) <= MAX_LINES);
  const own = depth < 0 ? part.path.length - 1 : depth;
  const from = part.path[own] ?? 0;
  const isCut = depth !== 0;
  const shown = tokens.slice(from, (ends.get(from) ?? from) + 1);
  const whole = shown.map((token) =>
    part.kind === "code" ? cutCode(token, part.start, line) : token,
  );
  const around = part.path.slice(0, own);
  const before = around.map((at) => openingOf(page, at, from)).join("");
  const closing = around.toReversed().flatMap((at) => tokens[ends.get(at) ?? -1] ?? []);
  return { html: before + renderTokens(whole, format) + renderTokens(closing, format), isCut };
}

function lengthOf(token: Token | undefined): number {
  return token?.map ? token.map[1] - token.map[0] : Number.POSITIVE_INFINITY;
}

/** Keeps the number of a list's item, and the headings of a table's row. */
function openingOf({ tokens, ends, format }: PageParts, at: number, shown: number): string {
  const token = tokens[at];
  if (!token) return "";
  if (token.type === "ordered_list_open") {
    const items = tokens.slice(at, shown + 1).filter(({ type, level }) => {
      return type === "list_item_open" && level === token.level + 1;
    });
    return `<ol start="${Number(items.at(-1)?.info) || 1}">`;
  }
  const html = renderTokens([token], format);
  if (token.type !== "table_open" || tokens[at + 1]?.type !== "thead_open") return html;
  return html + renderTokens(tokens.slice(at + 1, (ends.get(at + 1) ?? at) + 1), format);
}

/** Keeps only the lines around the match in a long code block. */
function cutCode(token: Token, start: number, line: number): Token {
  const lines = token.content.split("\n");
  if (token.map === null || lines.length <= MAX_LINES) return token;
  const from = Math.max(0, line - start - 1 - LINES_BEFORE);
  const content = lines.slice(from, from + MAX_LINES).join("\n");
  return Object.assign(Object.create(Object.getPrototypeOf(token)), token, { content });
}
