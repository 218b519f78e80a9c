import "server-only";
import { isWord } from "./inline-text.ts";

/** Words in quotation marks or backticks; the range includes the marks. */
export interface Quoted {
  text: string;
  isCode: boolean;
  from: number;
  to: number;
}

/** The texts on both sides of a correction, in the order of the text. */
export type CorrectionSides = readonly [
  Pick<Quoted, "text" | "isCode">,
  Pick<Quoted, "text" | "isCode">,
];

/** Maximum characters of either side of a correction. */
const MAX_LENGTH = 300;
/** Maximum spaces between a quote and what follows. */
const MAX_SPACES = 1_000;
/** Maximum marks of a run of backticks. */
const MAX_TICKS = 3;

/** Opening and closing quotes, in the order they are tried. A quote may be both. Prompts write tags as `‹b›`. */
const QUOTES = [
  ['"', '"'],
  ["“", "”"],
  ["“", "“"],
  ["”", "”"],
  ["„", "“"],
  ["„", "”"],
  ["«", "»"],
  ["»", "«"],
  ["「", "」"],
  ["`", "`"],
  ["'", "'"],
  ["‘", "’"],
  ["’", "’"],
  ["‚", "‘"],
] as const;
const ANY_QUOTE = /["“”„«»「`'‘’‚]/;
type Quote = (typeof QUOTES)[number];

/** Returns the quoted words that end at `end`, apart from spaces. Nothing before `from` is used. */
export function quotedBefore(text: string, from: number, end: number): Quoted | null {
  let to = end;
  while (to > from && end - to < MAX_SPACES && isSpace(text[to - 1])) to -= 1;
  // A comma after the quote, or within it as in American English.
  if (text[to - 1] === ",") to -= 1;
  for (const quote of QUOTES) {
    if (text[to - 1] !== quote[1]) continue;
    const last = quote[1] === "`" ? ticksStart(text, to) : to - 1;
    const opened = openingBefore(text, from, last, quote);
    if (opened === null) continue;
    const content = text.slice(opened + 1, last).replace(/,$/, "");
    return { text: content, isCode: quote[0] === "`", from: opened, to };
  }
  return null;
}

/** Returns the quoted words that start at `start`, apart from spaces and a colon. */
export function quotedAfter(text: string, start: number): Quoted | null {
  let from = start;
  while (from - start < MAX_SPACES && (isSpace(text[from]) || text[from] === ":")) from += 1;
  for (const quote of QUOTES) {
    if (text[from] !== quote[0]) continue;
    const first = quote[0] === "`" ? ticksEnd(text, from) : from + 1;
    const closed = closingAfter(text, first, quote);
    if (closed === null) continue;
    const to = quote[0] === "`" ? ticksEnd(text, closed) : closed + 1;
    return { text: text.slice(first, closed), isCode: quote[0] === "`", from, to };
  }
  return null;
}

/** Reads `"X should be Y"`, where one pair of quotes is around both sides. */
export function wholeQuote(
  text: string,
  from: number,
  connector: { from: number; to: number },
): { sides: CorrectionSides; start: number; end: number } | null {
  let [end, start] = [connector.from, connector.to];
  while (end > from && connector.from - end < MAX_SPACES && isSpace(text[end - 1])) end -= 1;
  while (start - connector.to < MAX_SPACES && isSpace(text[start])) start += 1;
  // Most forms have no quote near them.
  if (!ANY_QUOTE.test(text.slice(Math.max(from, end - MAX_LENGTH - 1), end))) return null;
  for (const quote of QUOTES) {
    const opened = openingBefore(text, from, end, quote);
    const closed = opened === null ? null : closingAfter(text, start, quote);
    if (opened === null || closed === null) continue;
    const isCode = quote[0] === "`";
    const sides = [
      { text: text.slice(opened + 1, end), isCode },
      { text: text.slice(start, closed), isCode },
    ] as const;
    return { sides, start: opened, end: closed + 1 };
  }
  return null;
}

function ticksStart(text: string, to: number): number {
  let at = to - 1;
  while (to - at < MAX_TICKS && text[at - 1] === "`") at -= 1;
  return at;
}

function ticksEnd(text: string, from: number): number {
  let at = from + 1;
  while (at - from < MAX_TICKS && text[at] === "`") at += 1;
  return at;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\u00a0" || character === "\u202f";
}

/** Finds the nearest opening quote before `end` in the same line, with text in between. */
function openingBefore(text: string, from: number, end: number, quote: Quote): number | null {
  const first = Math.max(from, end - MAX_LENGTH - 1);
  for (let at = end - 1; at >= first; at -= 1) {
    const character = text[at];
    if (character === "\n") return null;
    if (character === quote[0] && !isApostrophe(text, at)) {
      return at < end - 1 && (!isSingle(character) || !isWord(text[at - 1])) ? at : null;
    }
    if (character === quote[1] && !isApostrophe(text, at)) return null;
  }
  return null;
}

/** Finds the nearest closing quote after `start` in the same line, with text in between. */
function closingAfter(text: string, start: number, quote: Quote): number | null {
  const last = Math.min(text.length - 1, start + MAX_LENGTH);
  for (let at = start; at <= last; at += 1) {
    const character = text[at];
    if (character === "\n") return null;
    if (character === quote[1] && !isApostrophe(text, at)) {
      return at > start && (!isSingle(character) || !isWord(text[at + 1])) ? at : null;
    }
    if (character === quote[0] && !isApostrophe(text, at)) return null;
  }
  return null;
}

/** An apostrophe inside a word doesn't close single quotes. */
function isApostrophe(text: string, at: number): boolean {
  return isSingle(text[at]) && isWord(text[at - 1]) && isWord(text[at + 1]);
}

function isSingle(character: string | undefined): boolean {
  return character === "'" || character === "’";
}
