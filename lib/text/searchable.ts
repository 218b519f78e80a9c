import { normalForm } from "./normal-form.ts";
import { storable } from "./storable.ts";

/** Normalizes text for search, so that equivalent letters compare equal in every script. */
export function searchable(text: string): string {
  const plain = normalForm(storable(text), "NFKC");
  const lower = plain.toLowerCase();
  // Most scripts have no capitals.
  return lower === plain ? plain : normalForm(lower, "NFKC");
}

/** A range of the original text in UTF-16 units. */
export interface Match {
  start: number;
  end: number;
}

/** A letter with its combining marks, which normalization keeps together. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gsu;

/**
 * Returns where any of the normalized texts occurs in `text`, in order and without overlaps. The ranges
 * refer to the original: searching for `f` matches all of `ﬁ`.
 */
export function matches(text: string, wanted: readonly string[]): Match[] {
  const { normal, origin } = normalize(text);
  const found = wanted
    .flatMap((one) => occurrences(normal, origin, one))
    .sort((a, b) => a.start - b.start);
  const ranges: Match[] = [];
  for (const { start, end } of found) {
    const previous = ranges.at(-1);
    // Also of one text: two matches in one ligature are one range of the original.
    if (previous && start < previous.end) previous.end = Math.max(previous.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

function occurrences(normal: string, origin: Match[], wanted: string): Match[] {
  const found: Match[] = [];
  for (let at = normal.indexOf(wanted); at >= 0; at = normal.indexOf(wanted, at + wanted.length)) {
    const [first, last] = [origin[at], origin[at + wanted.length - 1]];
    if (first && last) found.push({ start: first.start, end: last.end });
  }
  return found;
}

/** Returns the normalized text, and for each of its units the original letter it comes from. */
function normalize(text: string): { normal: string; origin: Match[] } {
  const origin: Match[] = [];
  const known = new Map<string, string>();
  let normal = "";
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    const part = known.get(letter) ?? searchable(letter);
    known.set(letter, part);
    normal += part;
    const range = { start: index, end: index + letter.length };
    for (let unit = 0; unit < part.length; unit++) origin.push(range);
  }
  // Lowercasing can depend on adjacent letters (Σ), so prefer the whole text if the lengths match.
  const whole = searchable(text);
  return { normal: whole.length === normal.length ? whole : normal, origin };
}
