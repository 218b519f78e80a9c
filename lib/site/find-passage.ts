import "server-only";
import type { DocsGenerator } from "../contract/api/docs-generators.ts";
import { quotesIn } from "../text/quotes.ts";
import { searchable } from "../text/searchable.ts";
import { partAtAnchor } from "./anchors.ts";
import type { PagePart, PageParts } from "./page-parts.ts";

/** The parts of an item by which its place on the page is found. */
export interface PassageHints {
  comment: string | null;
  /** A code block of the page, or a part of one. */
  code: string | null;
  /** The fragment of the address that the reader was at, without `#`. */
  fragment: string | null;
}

/** A place on a page. */
export interface FoundPart {
  by: "code" | "quote" | "heading";
  part: PagePart;
  /** Line in the page's text, counted from 0. */
  line: number;
  /** Number of places that match; `part` is the first. */
  places: number;
}

/** Most characters of a comment and of a code block that are compared. */
const MAX_COMMENT = 5_000;
const MAX_CODE = 20_000;
/** More matches than this don't tell which place is meant. */
const MAX_PLACES = 5;
/** Fewest characters of a part of a line of code, and of a heading with a single word. */
const MIN_CODE = 8;
const MIN_HEADING = 10;
/** Share of the lines of a code block that changed since it was reported, at most 40%. */
const MIN_SAME_LINES = 0.6;
/** Code blocks, headings, and quotes that are compared, and places of words within a text. */
const MAX_BLOCKS = 1_000;
const MAX_HEADINGS = 1_000;
const MAX_QUOTES = 20;
/** Most characters of a line of code that is searched for like a quote. */
const MAX_QUOTE = 300;
const MAX_TRIES = 100;

/**
 * Finds the part of a page that a reader means: the reported code, what the comment quotes, or a heading
 * that it names. Returns null rather than guess.
 */
export function findPassage(
  page: PageParts,
  hints: PassageHints,
  generator: DocsGenerator,
): FoundPart | null {
  const comment = (hints.comment ?? "").slice(0, MAX_COMMENT);
  const code = (hints.code ?? "").slice(0, MAX_CODE);
  return (
    byCode(page, code) ??
    byQuotes(page, comment, code) ??
    byHeading(page, comment) ??
    byFragment(page, hints.fragment, generator)
  );
}

function byCode({ parts }: PageParts, code: string): FoundPart | null {
  const wanted = linesOf(code);
  if (wanted.length === 0) return null;
  const text = wanted.join("\n");
  const reported = { lines: wanted, text, framed: `\n${text}\n` };
  const codeParts = parts.filter(({ kind }) => kind === "code").slice(0, MAX_BLOCKS);
  const blocks = codeParts.map((part) => {
    const lines = linesOf(part.code);
    return { part, lines, text: lines.join("\n") };
  });
  const [same, within, around] = [isSame, isWithin, isAround].map((test) =>
    blocks.filter((block) => test(block, reported)),
  );
  const found = [same, within, around].find((each) => each && each.length > 0);
  const [first] = found ?? [];
  if (!found || !first) return similarCode(blocks, wanted);
  return placed("code", first.part, lineOfCode(first.part, wanted), found.length);
}

/** Code by its lines without indentation and empty ones, and as one text. */
type Code = { lines: string[]; text: string };
type Block = Code & { part: PagePart };
/** `framed`: the text with a line break before and after, made once for all blocks. */
type Reported = Code & { framed: string };

function isSame(block: Code, reported: Code): boolean {
  return block.text === reported.text;
}

/** Whether a block has all of the code, or a reported part of a line. */
function isWithin(block: Code, { lines, text }: Code): boolean {
  const isLong = text.length >= MIN_CODE;
  return isLong ? block.text.includes(text) : lines.length === 1 && block.lines.includes(text);
}

/** Whether the report has all of a block, as a page that shows several blocks as one. */
function isAround({ text }: Code, { framed }: Reported): boolean {
  return text.length >= MIN_CODE && framed.includes(`\n${text}\n`);
}

/** Finds a block that was edited since. Nothing if two are equally similar. */
function similarCode(blocks: Block[], wanted: string[]): FoundPart | null {
  const lines = new Set(wanted.filter((line) => line.length >= 4));
  if (lines.size < 2) return null;
  const scored = blocks.map(({ part, lines: own }) => ({
    part,
    share: new Set(own.filter((line) => lines.has(line))).size / lines.size,
  }));
  const [best, next] = scored.toSorted((one, other) => other.share - one.share);
  if (!best || best.share < MIN_SAME_LINES || best.share === next?.share) return null;
  return placed("code", best.part, lineOfCode(best.part, wanted), 1);
}

/** The line of the file in which the reported code begins. */
function lineOfCode(part: PagePart, wanted: string[]): number {
  const lines = part.code.split("\n").map(cleanLine);
  const at = lines.findIndex((line) => line !== "" && wanted.some((each) => line.includes(each)));
  return part.start + 1 + Math.max(at, 0);
}

function linesOf(code: string): string[] {
  return code
    .split("\n")
    .map(cleanLine)
    .filter((line) => line !== "");
}

function cleanLine(line: string): string {
  return line.trim().replace(/\s+/g, " ");
}

/** Finds the part that contains most of a comment's quotes. */
function byQuotes(page: PageParts, comment: string, code: string): FoundPart | null {
  const line = code.trim();
  const isQuote = line !== "" && line.length <= MAX_QUOTE && !line.includes("\n");
  const quotes = quotesIn(comment).concat(isQuote ? [line] : []);
  const wanted = [...new Set(quotes.map(normal))].filter(isTelling).slice(0, MAX_QUOTES);
  const scored = page.parts
    .map((part) => ({ part, found: wanted.filter((quote) => hasWords(part.text, quote)) }))
    .map(({ part, found }) => ({ part, found, score: found.join("").length }))
    .filter(({ score }) => score > 0);
  const most = Math.max(...scored.map(({ score }) => score));
  const best = scored.filter(({ score }) => score === most);
  const [first] = best;
  if (!first) return null;
  return placed("quote", first.part, lineOf(page, first.part, first.found), best.length);
}

/** Whether words identify the part that contains them, which a letter or a sign doesn't. */
function isTelling(words: string): boolean {
  return (words.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 3 || /\p{Lo}{2}/u.test(words);
}

/** The line in which one of the words is written, or else the part's first one. */
function lineOf({ lines }: PageParts, { start, end }: PagePart, words: readonly string[]): number {
  const at = lines
    .slice(start, end)
    .map(normal)
    .findIndex((line) => words.some((each) => line.includes(each)));
  return start + Math.max(at, 0);
}

/** Finds the longest heading that a comment names. */
function byHeading(page: PageParts, comment: string): FoundPart | null {
  const headings = page.parts
    .filter((part) => part.kind === "heading" && !isTitle(page, part))
    .slice(0, MAX_HEADINGS);
  const text = normal(comment);
  const named = headings
    .map((part) => ({ part, title: part.text.replace(/^\d+[.):]?\s+/, "") }))
    .filter(({ title }) => title.includes(" ") || title.length >= MIN_HEADING)
    .filter(({ title }) => hasWords(text, title))
    .toSorted((one, other) => other.title.length - one.title.length);
  const [first] = named;
  const same = named.filter(({ title }) => title === first?.title).length;
  return first ? placed("heading", first.part, first.part.start, same) : null;
}

/** Finds the part that the fragment leads to, or a heading by the ID that it has on previews. */
function byFragment(
  page: PageParts,
  fragment: string | null,
  generator: DocsGenerator,
): FoundPart | null {
  if (fragment === null) return null;
  const part =
    partAtAnchor(page, fragment, generator) ??
    page.parts.find(({ kind, section }) => kind === "heading" && section?.id === fragment);
  return part && !isTitle(page, part) ? placed("heading", part, part.start, 1) : null;
}

/** The first level is the page's title. */
function isTitle({ tokens }: PageParts, { path }: PagePart): boolean {
  return tokens[path.at(-1) ?? -1]?.tag === "h1";
}

function placed(
  by: FoundPart["by"],
  part: PagePart,
  line: number,
  places: number,
): FoundPart | null {
  return places > MAX_PLACES ? null : { by, part, line, places };
}

/** Spaces and punctuation around words. Matches only from the start of a run of them, so that it is quick. */
const AROUND = /^[\s.,;:!?…]+|(?<![\s.,;:!?…])[\s.,;:!?…]+$/gu;

function normal(text: string): string {
  return searchable(text).replace(/\s+/g, " ").replace(AROUND, "");
}

const LETTER = /[\p{L}\p{N}_]/u;
/** Letters of scripts that don't separate words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u;

/** Whether a text has the words, not only as part of longer ones. */
function hasWords(text: string, words: string): boolean {
  const joins = (one = "", other = "") =>
    LETTER.test(one) && LETTER.test(other) && !UNSPACED.test(one) && !UNSPACED.test(other);
  let at = text.indexOf(words);
  for (let tries = 0; at >= 0 && tries < MAX_TRIES; tries += 1) {
    const end = at + words.length;
    if (!joins(text[at - 1], words[0]) && !joins(text[end], words.at(-1))) return true;
    at = text.indexOf(words, at + 1);
  }
  return false;
}
