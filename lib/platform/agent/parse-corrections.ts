import "server-only";

export interface Correction {
  wrong: string;
  right: string;
}

/** Maximum characters that are searched, and corrections per text. */
const MAX_TEXT_LENGTH = 200_000;
const MAX_CORRECTIONS = 500;
/** Maximum characters of either side of a correction. */
const MAX_SIDE_LENGTH = 300;

/** Opening and closing quotes, in the order they are tried. */
const QUOTES = [
  ['"', '"'],
  ["“", "”"],
  ["`", "`"],
  ["'", "'"],
] as const;
type Quote = (typeof QUOTES)[number];

/** Words that aren't a quotation from the page ("it should be clearer"). */
const GENERIC_WORDS =
  /^(it|this|that|these|those|there|here|they|we|you|he|she|i|what|which|who|one|everything|something|all|page|docs?)$/i;

/**
 * Returns the explicit corrections in a text, in order and without duplicates: `"X" should be "Y"`
 * and `"X should be Y"` in any kind of quotes. Searches a limited distance around each "should be",
 * so that the time is linear in the length of the text.
 */
export function parseCorrections(text: string): Correction[] {
  const searched = text.slice(0, MAX_TEXT_LENGTH);
  const found = new Map<string, Correction>();
  let from = 0;
  for (const { 0: verb, index } of searched.matchAll(/should be/gi)) {
    const match = correctionAround(searched, from, index, index + verb.length);
    if (match === null) continue;
    from = match.end;
    const correction = cleanUp(match.wrong, match.right);
    if (correction) found.set(`${correction.wrong}\n${correction.right}`, correction);
    if (found.size === MAX_CORRECTIONS) break;
  }
  return [...found.values()];
}

/** Reads both sides of the "should be" from `at` to `end`. Nothing before `from` is used. */
function correctionAround(
  text: string,
  from: number,
  at: number,
  end: number,
): { wrong: string; right: string; end: number } | null {
  let [left, right] = [at, end];
  while (left > from && isSpace(text[left - 1])) left -= 1;
  while (isSpace(text[right])) right += 1;
  if (left === at || right === end) return null;
  for (const quote of QUOTES) {
    if (text[left - 1] !== quote[1] || text[right] !== quote[0]) continue;
    const opened = openingQuoteBefore(text, from, left - 1, quote);
    const closed = closingQuoteAfter(text, right + 1, quote);
    if (opened === null || closed === null) continue;
    return {
      wrong: text.slice(opened + 1, left - 1),
      right: text.slice(right + 1, closed),
      end: closed + 1,
    };
  }
  for (const quote of QUOTES) {
    const opened = openingQuoteBefore(text, from, left, quote);
    const closed = opened === null ? null : closingQuoteAfter(text, right, quote);
    if (opened === null || closed === null) continue;
    return {
      wrong: text.slice(opened + 1, left),
      right: text.slice(right, closed),
      end: closed + 1,
    };
  }
  return null;
}

function isSpace(character: string | undefined): boolean {
  return character === " " || character === "\u00a0";
}

/** Finds the nearest opening quote before `end` in the same line, with text in between. */
function openingQuoteBefore(text: string, from: number, end: number, quote: Quote): number | null {
  const first = Math.max(from, end - MAX_SIDE_LENGTH - 1);
  for (let at = end - 1; at >= first; at -= 1) {
    const character = text[at];
    if (character === "\n") return null;
    if (character === quote[0] && !isApostrophe(text, at)) {
      return at < end - 1 && (character !== "'" || !isWord(text[at - 1])) ? at : null;
    }
    if (character === quote[1] && !isApostrophe(text, at)) return null;
  }
  return null;
}

/** Finds the nearest closing quote after `start` in the same line, with text in between. */
function closingQuoteAfter(text: string, start: number, quote: Quote): number | null {
  const last = Math.min(text.length - 1, start + MAX_SIDE_LENGTH);
  for (let at = start; at <= last; at += 1) {
    const character = text[at];
    if (character === "\n") return null;
    if (character === quote[1] && !isApostrophe(text, at)) {
      return at > start && (character !== "'" || !isWord(text[at + 1])) ? at : null;
    }
    if (character === quote[0] && !isApostrophe(text, at)) return null;
  }
  return null;
}

/** An apostrophe inside a word doesn't close single quotes. */
function isApostrophe(text: string, at: number): boolean {
  return text[at] === "'" && isWord(text[at - 1]) && isWord(text[at + 1]);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}

function cleanUp(wrong: string, right: string): Correction | null {
  const before = wrong.trim();
  const sentence = /[.!]$/.test(right.trim()) && !/[.!]$/.test(before);
  const after = sentence ? right.trim().slice(0, -1) : right.trim();
  if (before.length < 2 || after === "" || before === after) return null;
  if (GENERIC_WORDS.test(before)) return null;
  return { wrong: before, right: after };
}
