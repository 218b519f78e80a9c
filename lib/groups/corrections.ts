import { isMisspelling } from "./guards.ts";

/** A reader's "X should be Y". */
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
/** Begins where a word does: a search from each letter of a text without spaces takes the square of its length. */
const BARE = new RegExp(
  `(?<![^\\s"“”'\`,;:])([^\\s"“”'\`,;:]+)\\s+(?:${VERBS})\\s+([^\\s"“”'\`,;:!?]+)`,
  "iu",
);

/**
 * Returns what a comment says should be something else. Without quotes, only what looks like a misspelling,
 * a number, or code: "it should be fixed" corrects nothing.
 */
export function correctionIn(plain: string): Correction | null {
  const quoted = IN_QUOTES.exec(plain);
  if (quoted) return correction(quoted[1], quoted[2]);
  const bare = BARE.exec(plain);
  const found = bare && correction(bare[1], bare[2]);
  if (!found) return null;
  const isNamed = (text: string) => /[\d_.()/=]|[a-z][A-Z]/u.test(text);
  return isMisspelling(found.from, found.to) || (isNamed(found.from) && isNamed(found.to))
    ? found
    : null;
}

function correction(from = "", to = ""): Correction | null {
  const clean = (text: string) =>
    text
      .trim()
      .replace(/(?<!\.)\.+$/u, "")
      .toLowerCase();
  const found = { from: clean(from), to: clean(to) };
  return found.from !== "" && found.to !== "" && found.from !== found.to ? found : null;
}
