import "server-only";

export interface Correction {
  wrong: string;
  right: string;
}

/** Characters of a text that are looked at, and corrections that are taken from it. */
const READ = 200_000;
const MOST = 500;
/** Characters of either side of a correction. */
const LONGEST = 300;

/** Opening and closing quote, in the order in which they are tried. */
const QUOTES = [
  ['"', '"'],
  ["“", "”"],
  ["`", "`"],
  ["'", "'"],
] as const;
type Quote = (typeof QUOTES)[number];

/** Words that point at something else ("it should be clearer") and so are not what stands there. */
const POINTING =
  /^(it|this|that|these|those|there|here|they|we|you|he|she|i|what|which|who|one|everything|something|all|page|docs?)$/i;

/**
 * The corrections that a text spells out, each once, in the order in which they stand: `"X" should
 * be "Y"` and `"X should be Y"` in any kind of quotes. Looked for around each "should be", as far as
 * a correction may reach, so that a text of any kind takes time in proportion to its length.
 */
export function parseCorrections(text: string): Correction[] {
  const read = text.slice(0, READ);
  const found = new Map<string, Correction>();
  let from = 0;
  for (const { 0: verb, index } of read.matchAll(/should be/gi)) {
    const match = around(read, from, index, index + verb.length);
    if (match === null) continue;
    from = match.end;
    const correction = tidy(match.wrong, match.right);
    if (correction) found.set(`${correction.wrong}\n${correction.right}`, correction);
    if (found.size === MOST) break;
  }
  return [...found.values()];
}

/** What stands on both sides of the words at `at`, up to `end`, not before `from`. */
function around(
  text: string,
  from: number,
  at: number,
  end: number,
): { wrong: string; right: string; end: number } | null {
  let [left, right] = [at, end];
  while (left > from && isBlank(text[left - 1])) left -= 1;
  while (isBlank(text[right])) right += 1;
  if (left === at || right === end) return null;
  for (const quote of QUOTES) {
    if (text[left - 1] !== quote[1] || text[right] !== quote[0]) continue;
    const opened = openingBefore(text, from, left - 1, quote);
    const closed = closingAfter(text, right + 1, quote);
    if (opened === null || closed === null) continue;
    return {
      wrong: text.slice(opened + 1, left - 1),
      right: text.slice(right + 1, closed),
      end: closed + 1,
    };
  }
  for (const quote of QUOTES) {
    const opened = openingBefore(text, from, left, quote);
    const closed = opened === null ? null : closingAfter(text, right, quote);
    if (opened === null || closed === null) continue;
    return {
      wrong: text.slice(opened + 1, left),
      right: text.slice(right, closed),
      end: closed + 1,
    };
  }
  return null;
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\u00a0";
}

/** The nearest opening quote before `end` in the same line, with something in between. */
function openingBefore(text: string, from: number, end: number, quote: Quote): number | null {
  const least = Math.max(from, end - LONGEST - 1);
  for (let at = end - 1; at >= least; at -= 1) {
    const character = text[at];
    if (character === "\n") return null;
    if (character === quote[0] && !isApostrophe(text, at)) {
      return at < end - 1 && (character !== "'" || !isWord(text[at - 1])) ? at : null;
    }
    if (character === quote[1] && !isApostrophe(text, at)) return null;
  }
  return null;
}

/** The nearest closing quote from `start` on in the same line, with something in between. */
function closingAfter(text: string, start: number, quote: Quote): number | null {
  const most = Math.min(text.length - 1, start + LONGEST);
  for (let at = start; at <= most; at += 1) {
    const character = text[at];
    if (character === "\n") return null;
    if (character === quote[1] && !isApostrophe(text, at)) {
      return at > start && (character !== "'" || !isWord(text[at + 1])) ? at : null;
    }
    if (character === quote[0] && !isApostrophe(text, at)) return null;
  }
  return null;
}

/** An apostrophe within a word does not end single quotes. */
function isApostrophe(text: string, at: number): boolean {
  return text[at] === "'" && isWord(text[at - 1]) && isWord(text[at + 1]);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character);
}

function tidy(wrong: string, right: string): Correction | null {
  const before = wrong.trim();
  const sentence = /[.!]$/.test(right.trim()) && !/[.!]$/.test(before);
  const after = sentence ? right.trim().slice(0, -1) : right.trim();
  if (before.length < 2 || after === "" || before === after) return null;
  if (POINTING.test(before)) return null;
  return { wrong: before, right: after };
}
