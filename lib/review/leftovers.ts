import "server-only";
import type { Leftover } from "../contract/api/job-review.ts";
import { type Correction, correctionIn } from "../groups/corrections.ts";
import { isMisspelling } from "../groups/guards.ts";
import { searchable } from "../text/searchable.ts";
import type { LinkedItem } from "./prepare.ts";

/**
 * Limits: characters of a comment that are read, corrections that are searched for, and places of each that are
 * listed.
 */
const MAX_COMMENT = 4_000;
const MAX_CORRECTIONS = 10;
const MAX_PLACES = 5;
/** Shorter texts occur in too many places. */
const MIN_TEXT = 4;

/**
 * Returns the places where the documentation still has text that items correct.
 * @param find returns the lines that have one of these texts
 */
export async function findLeftovers(
  items: readonly LinkedItem[],
  find: (texts: readonly string[]) => Promise<{ path: string; line: number; text: string }[]>,
): Promise<Leftover[]> {
  const corrections = correctedEverywhere(items);
  const places = await find(corrections.map(({ from }) => from));
  const lines = places.map((place) => ({ ...place, plain: searchable(place.text) }));
  return corrections.flatMap(({ from, to }) => {
    // The new text may contain the old one.
    const left = lines.filter(({ plain }) => plain.replaceAll(to, "").includes(from));
    const shown = left.slice(0, MAX_PLACES).map(({ path, line }) => ({ path, line }));
    const more = left.length - shown.length;
    return left.length > 0 ? [{ text: from, correct: to, places: shown, more }] : [];
  });
}

/** Returns the items' corrections that apply wherever the text stands: of several words, code, or a misspelling. */
function correctedEverywhere(items: readonly LinkedItem[]): Correction[] {
  const found = new Map<string, Correction>();
  for (const { comment } of items) {
    if (found.size === MAX_CORRECTIONS) break;
    const correction = correctionIn(searchable((comment ?? "").slice(0, MAX_COMMENT)));
    if (correction && isWrongEverywhere(correction)) found.set(correction.from, correction);
  }
  return [...found.values()];
}

function isWrongEverywhere({ from, to }: Correction): boolean {
  if (from.length < MIN_TEXT || !/\p{L}/u.test(from)) return false;
  return /[\s\d_./=:()-]/u.test(from) || isMisspelling(from, to);
}
