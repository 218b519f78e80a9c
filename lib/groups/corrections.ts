import { isMisspelling } from "./guards.ts";

/** A reader's "X should be Y", as the reader wrote them. */
export interface Correction {
  from: string;
  to: string;
}

const VERBS = [
  "should(?:\\s+(?:probably|really|actually))?\\s+(?:be|read|say)",
  "(?:must|needs\\s+to|ought\\s+to)\\s+(?:be|read)",
  "(?:sollte|müsste|muss)(?:\\s+(?:wohl|eigentlich))?",
  "(?:debería|debe)\\s+(?:ser|decir)",
  "(?:devrait|doit)\\s+être",
  "(?:deveria|deve)\\s+ser",
  "(?:dovrebbe|deve)\\s+essere",
  "(?:应该|應該|应|應)(?:改)?[为是為成]?",
  "(?:->|=>|→|⇒)",
].join("|");

const MARKED = "[`\"'“”‘’„«»「」『』]";
const UNMARKED = "[^`\"'“”‘’„«»「」『』\\n]{1,80}";
/** With up to three apostrophes, as in 'the user's page': each could be the end. */
const QUOTED = `${MARKED}(${UNMARKED}(?:['‘’]${UNMARKED}){0,3}?)${MARKED}`;
const IN_QUOTES = new RegExp(`${QUOTED}\\s*(?:${VERBS})\\s*(?::\\s*)?${QUOTED}`, "iu");
/** `replace "X" with "Y"` */
const REPLACED = new RegExp(
  `(?:replace|change|rename|correct)\\s+${QUOTED}\\s+(?:with|to|by|into)\\s+${QUOTED}`,
  "iu",
);
/** `use "Y" instead of "X"`, and `it says "X" instead of "Y"` */
const INSTEAD = new RegExp(
  `(?:(use|write|(?:should|must|to)\\s+(?:be|read|say))\\s+)?${QUOTED},?\\s+(?:instead\\s+of|rather\\s+than)\\s+${QUOTED}`,
  "iu",
);
const EACH_QUOTE = new RegExp(`${QUOTED}`, "gu");
/**
 * Starts only at the beginning of a word: starting at each letter would take quadratic time in a text without
 * spaces.
 */
const BARE = new RegExp(
  `(?<![^\\s"“”'\`,;:])([^\\s"“”'\`,;:]+)\\s+(?:${VERBS})\\s+([^\\s"“”'\`,;:!?]+)`,
  "iu",
);

/**
 * Returns a comment's correction. Without quotes, only text that looks like a misspelling, a number, or
 * code counts: "it should be fixed" corrects nothing.
 */
export function correctionIn(plain: string): Correction | null {
  const quoted = IN_QUOTES.exec(plain) ?? REPLACED.exec(plain);
  if (quoted) return correction(quoted[1], quoted[2]);
  const instead = INSTEAD.exec(plain);
  if (instead) {
    const [, wanting, first, second] = instead;
    return wanting === undefined ? correction(first, second) : correction(second, first);
  }
  const bare = BARE.exec(plain);
  const found = bare && correction(bare[1], bare[2]);
  if (!found) return null;
  const isNamed = (text: string) => /[\d_.()/=]/u.test(text);
  return isMisspelling(found.from.toLowerCase(), found.to.toLowerCase()) ||
    (isNamed(found.from) && isNamed(found.to))
    ? found
    : null;
}

/** Returns the words in quotes. */
export function quotesIn(plain: string): string[] {
  return Array.from(plain.matchAll(EACH_QUOTE), ([, text = ""]) => withoutPeriod(text));
}

function withoutPeriod(text: string): string {
  return text.trim().replace(/(?<!\.)\.+$/u, "");
}

function correction(from = "", to = ""): Correction | null {
  const found = { from: withoutPeriod(from), to: withoutPeriod(to) };
  const isChange = found.from.toLowerCase() !== found.to.toLowerCase();
  return found.from !== "" && found.to !== "" && isChange ? found : null;
}
