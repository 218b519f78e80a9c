import { normalForm } from "../text/normal-form.ts";
import { wordVote } from "./rating-words.ts";

/** Facts about a rating column's numbers from its name. */
export interface HeaderScale {
  /** The highest number; null if the name doesn't say. */
  maximum: number | null;
  /** Whether the highest or the lowest number is the best; null if the name doesn't say. */
  best: "highest" | "lowest" | null;
  /** Whether numbers need a question, unless they are 0 and 1: the name asks for yes or no, or for a school grade. */
  isOpen: boolean;
}

const RANGE = /(?<![\p{L}\d])([01]) ?(?:-|–|—|to|bis|à|a|al|and|und) ?(\d{1,3})(?![\p{L}\d])/u;
const OUT_OF = /(?:out of|von|sur) (\d{1,3})(?!\d)/;
/** `1 = very good`, `10 is the highest`. In parentheses also `1: poor`, and `1 (worst)`. */
const MEANING =
  /(?<!\d)(\d{1,2}) ?(?:=|is|being|means|ist|bedeutet) ?(?:the )?(\p{L}[\p{L}' ]{1,40})/gu;
const MEANING_INSIDE = /(?<!\d)(\d{1,2}) ?(?:[:–-]|\() ?(?:the )?(\p{L}[\p{L}' ]{1,40})/gu;
const BEST = /\b(?:best|highest|most|maximum|top|beste|höchste|excell?ent|ausgezeichnet)/;
const WORST = /\b(?:worst|lowest|least|minimum|schlechteste|niedrigste|ungenügend|mangelhaft)/;

const YES_OR_NO =
  /^(?:\p{L}?\d+ ?[.:)]? ?)?(?:was|is|are|were|did|does|do|has|have|war|ist|hat|haben|konnten) /u;
/** In German, 1 is the best grade. */
const GRADE = /^(?:gesamt)?(?:bewertung|note|schulnote)(?![\p{L}])/u;

/** Reads what a column's name says about its numbers: `Rating (1-4)`, `1 = very good, 5 = very poor`. */
export function scaleInHeader(name: string): HeaderScale {
  const header = normalForm(name, "NFKC").toLowerCase().replace(/\s+/g, " ").slice(0, 400).trim();
  const range = RANGE.exec(header);
  const meanings = meaningsIn(header);
  const numbers = meanings.map(({ number }) => number);
  const stated = range?.[2] ?? OUT_OF.exec(header)?.[1];
  const highest = Math.max(...numbers);
  const maximum = stated === undefined ? (highest > 1 ? highest : null) : Number(stated);
  const best = bestOf(meanings, maximum);
  const isUnclear = meanings.length > 0 && best === null;
  const isAsked = YES_OR_NO.test(header) || (GRADE.test(header) && !/stern|★/.test(header));
  return {
    maximum,
    best,
    isOpen: isUnclear || (isAsked && best === null && !(range && !GRADE.test(header))),
  };
}

interface Meaning {
  number: number;
  vote: "helpful" | "not helpful" | null;
}

function meaningsIn(header: string): Meaning[] {
  const inside = Array.from(header.matchAll(/[([][^\n]*/g), ([text]) => text).join(" ");
  const found = [...header.matchAll(MEANING), ...inside.matchAll(MEANING_INSIDE)];
  return found.map(([, number, words = ""]) => ({
    number: Number(number),
    vote: meaningOf(words.trim()),
  }));
}

function meaningOf(words: string): Meaning["vote"] {
  if (WORST.test(words)) return "not helpful";
  if (BEST.test(words)) return "helpful";
  const vote = wordVote(words);
  return vote === "none" ? null : vote;
}

function bestOf(meanings: readonly Meaning[], maximum: number | null): HeaderScale["best"] {
  const numbersOf = (vote: Meaning["vote"]) =>
    meanings.filter((each) => each.vote === vote).map(({ number }) => number);
  const [good, bad] = [numbersOf("helpful"), numbersOf("not helpful")];
  if (good.length > 0 && bad.length > 0) {
    if (Math.min(...good) > Math.max(...bad)) return "highest";
    return Math.max(...good) < Math.min(...bad) ? "lowest" : null;
  }
  const [number] = [...good, ...bad];
  if (number === undefined) return null;
  const isLow = number <= 1;
  if (!isLow && number !== maximum) return null;
  const isBad = bad.length > 0;
  return isLow === isBad ? "highest" : "lowest";
}
