import { normalForm } from "../text/normal-form.ts";
import { scaleInHeader } from "./rating-header.ts";
import { type Vote, wordVote } from "./rating-words.ts";
import { createSlices, type Slices } from "./slices.ts";

/**
 * Numbers up to `low` aren't helpful, those from `high` are, and those between are no vote. Where the lowest number is
 * the best, `low` is above `high`: numbers from `low` aren't helpful, those up to `high` are.
 */
export interface Thresholds {
  low: number;
  high: number;
}

/** A value of a rating column. */
export interface RatingValue {
  /** The same for values that mean the same, such as `5` and `5.0`. */
  key: string;
  /** As the file has it first. */
  text: string;
  count: number;
  number: number | null;
  /** Its vote; null if that isn't certain. */
  vote: Vote | null;
}

export interface RatingFacts {
  /** Describes the numbers, such as `1 to 5`; null without numbers, or if it isn't certain. */
  scale: string | null;
  /** How the numbers are divided; null if that isn't certain, and for words. */
  thresholds: Thresholds | null;
  /** The most frequent values. Numbers are in order, before words. */
  values: RatingValue[];
  /** Other values: more than a person can look at. */
  others: { values: number; rows: number };
  hasNumbers: boolean;
}

/** Choices about the meaning of values. */
export interface RatingChoices {
  thresholds: Thresholds | null;
  /** By the key of a value. */
  votes: Readonly<Record<string, Vote>>;
  /** The vote of values that aren't listed, or null. */
  others: Vote | null;
}

/** Values that are listed. */
const MAX_VALUES = 24;

interface Scale {
  label: string;
  thresholds: Thresholds;
}
const YES_NO: Scale = { label: "0 or 1", thresholds: { low: 0, high: 1 } };
const PLUS_MINUS: Scale = { label: "-1 or 1", thresholds: { low: -1, high: 1 } };
const FIVE: Scale = { label: "1 to 5", thresholds: { low: 3, high: 4 } };
const FIVE_DOWN: Scale = {
  label: "1 to 5, where 1 is the best",
  thresholds: { low: 3, high: 2 },
};
const TEN: Scale = { label: "0 to 10", thresholds: { low: 6, high: 9 } };

/**
 * Looks at all values of a rating column.
 * @param header the column's name, which may say the scale: `Rating (1-5)`
 */
export async function ratingFacts(
  texts: Iterable<string>,
  header: string,
  slices: Slices = createSlices(),
): Promise<RatingFacts> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    if (text !== "") counts.set(text, (counts.get(text) ?? 0) + 1);
    await slices.pause();
  }
  const values = new Map<string, RatingValue & { maximum: number | null }>();
  for (const [text, count] of counts) {
    const read = readValue(text);
    const known = values.get(read.key);
    if (known) known.count += count;
    else values.set(read.key, { ...read, text, count, vote: null });
    await slices.pause();
  }
  const all = [...values.values()];
  const numbered = all.filter(({ number }) => number !== null);
  const scale = numbered.length > 0 ? scaleOf(numbered, header) : null;
  const decided = all.map(
    ({ maximum: _, ...value }): RatingValue => ({ ...value, vote: voteOf(value, scale) }),
  );
  const frequent = decided.sort((a, b) => b.count - a.count).slice(0, MAX_VALUES);
  const rest = decided.slice(MAX_VALUES);
  return {
    scale: scale?.label ?? null,
    thresholds: scale?.thresholds ?? null,
    values: frequent.sort(
      (a, b) => (a.number ?? Infinity) - (b.number ?? Infinity) || b.count - a.count,
    ),
    others: { values: rest.length, rows: rest.reduce((sum, { count }) => sum + count, 0) },
    hasNumbers: all.some(({ number }) => number !== null),
  };
}

/** Returns a function that returns the vote of a text: null if someone has to choose. */
export function voteReader(
  facts: RatingFacts,
  choices: RatingChoices,
): (text: string) => Vote | null {
  const thresholds = choices.thresholds ?? facts.thresholds;
  const listed = new Map(facts.values.map((value) => [value.key, value.vote]));
  const read = (text: string): Vote | null => {
    if (text === "") return "none";
    const { key, number } = readValue(text);
    const chosen = Object.hasOwn(choices.votes, key) ? choices.votes[key] : undefined;
    if (chosen !== undefined) return chosen;
    if (number !== null) return thresholds ? divided(number, thresholds) : null;
    return wordVote(text) ?? listed.get(key) ?? (listed.has(key) ? null : choices.others);
  };
  // Most columns have few values.
  const known = new Map<string, Vote | null>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const vote = read(text);
    known.set(text, vote);
    return vote;
  };
}

function voteOf({ number, text }: RatingValue, scale: Scale | null): Vote | null {
  if (number === null) return wordVote(text);
  return scale && divided(number, scale.thresholds);
}

function divided(number: number, { low, high }: Thresholds): Vote {
  if (low > high) return divided(-number, { low: -low, high: -high });
  if (number >= high) return "helpful";
  // Between four and five stars is helpful, between three and four isn't.
  return number <= low || high - low === 1 ? "not helpful" : "none";
}

/** Reads `4`, `5.0`, `4/5`, `4 out of 5`, `4 stars`, `★★★☆☆`, and `80 %` as numbers; the rest stays a text. */
export function readValue(text: string): {
  key: string;
  number: number | null;
  maximum: number | null;
} {
  const plain = normalForm(text, "NFKC").trim().toLowerCase();
  const stars = starsOf(plain);
  if (stars) return { key: String(stars.number), ...stars };
  const match =
    /^([+-]?\d{1,3}(?:[.,]\d{1,4})?) ?(?:(?:\/|out of|of|von|sur|de|di) ?(\d{1,3})|(%)|(stars?|sterne?|étoiles?|estrellas?|points?))?$/.exec(
      plain,
    );
  if (!match) return { key: plain, number: null, maximum: null };
  const [, written = "", maximum, percent, stars5] = match;
  const number = Number(written.replace(",", "."));
  const most = percent ? 100 : stars5 ? 5 : maximum === undefined ? null : Number(maximum);
  return { key: String(number), number, maximum: most };
}

function starsOf(text: string): { number: number; maximum: number } | null {
  if (!/^(?:[★☆⭐✩✭🌟 ]|\uFE0F){1,24}$/u.test(text)) return null;
  const number = text.match(/[★⭐✭🌟]/gu)?.length ?? 0;
  const empty = text.match(/[☆✩]/gu)?.length ?? 0;
  return { number, maximum: empty > 0 ? number + empty : 5 };
}

/** Returns the scale of numbers if it is certain. */
function scaleOf(
  values: readonly { number: number | null; maximum: number | null }[],
  header: string,
): Scale | null {
  const numbers = values.flatMap(({ number }) => number ?? []);
  const [stated = null, ...others] = new Set(values.map(({ maximum }) => maximum));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const isWithin = (least: number, most: number) => low >= least && high <= most;
  const named = scaleInHeader(header);
  const maximum = others.length > 0 ? named.maximum : (stated ?? named.maximum);
  if (named.best === "lowest") return maximum === 5 && isWithin(1, 5) ? FIVE_DOWN : null;
  if (maximum !== null) return named.isOpen && stated === null ? null : scaleUpTo(maximum, high);
  return /\bnps\b|recommend/i.test(header) && isWithin(0, 10) ? TEN : likelyScale(numbers, named);
}

/** Returns the scale that only these numbers can be of. */
function likelyScale(numbers: readonly number[], { isOpen }: { isOpen: boolean }): Scale | null {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  if (numbers.every((number) => number === 0 || number === 1))
    return numbers.length === 2 ? YES_NO : null;
  if (low === -1) return high === 1 ? PLUS_MINUS : null;
  if (low < 0 || high > 10 || (isOpen && high <= 7)) return null;
  if (numbers.length === 1) return null;
  return high > 7 ? TEN : fiveOf(numbers, low, high);
}

/** Up to 7 may be of seven or of ten, and few values up to 5 of five, of ten, or codes. */
function fiveOf(numbers: readonly number[], low: number, high: number): Scale | null {
  const isFive = (high === 5 || high === 4) && (low <= 2 || numbers.length > 2);
  return isFive && !numbers.includes(0) ? FIVE : null;
}

function scaleUpTo(maximum: number, highest: number): Scale | null {
  if (highest > maximum) return null;
  if (maximum === 5) return FIVE;
  return maximum === 10 ? TEN : maximum === 1 ? YES_NO : null;
}
