/** Normalizes text for search, so that equivalent letters compare equal in every script. */
export function searchable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().normalize("NFKC").toLowerCase().normalize("NFKC");
}

/** A range of the original text in UTF-16 units. */
export interface Match {
  start: number;
  end: number;
}

/** A letter with its combining marks, which normalization keeps together. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gsu;

/**
 * Returns where `q` occurs in `text`, in order and without overlaps. Text is compared normalized, but
 * the ranges refer to the original: searching for `f` matches all of `ﬁ`.
 */
export function matches(text: string, q: string): Match[] {
  const wanted = searchable(q).trim();
  if (wanted === "") return [];
  const { normal, origin } = normalize(text);
  const found: Match[] = [];
  for (let at = normal.indexOf(wanted); at >= 0; ) {
    const [first, last] = [origin[at], origin[at + wanted.length - 1]];
    if (first && last) {
      const previous = found.at(-1);
      // Two matches in one ligature are one range of the original.
      if (previous && first.start < previous.end) previous.end = Math.max(previous.end, last.end);
      else found.push({ start: first.start, end: last.end });
    }
    at = normal.indexOf(wanted, at + wanted.length);
  }
  return found;
}

/** Returns the normalized text, and for each of its units the original letter it comes from. */
function normalize(text: string): { normal: string; origin: Match[] } {
  const origin: Match[] = [];
  let normal = "";
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    const part = searchable(letter);
    normal += part;
    for (let unit = 0; unit < part.length; unit++) {
      origin.push({ start: index, end: index + letter.length });
    }
  }
  // Lowercasing can depend on adjacent letters (Σ), so prefer the whole text if the lengths match.
  const whole = searchable(text);
  return { normal: whole.length === normal.length ? whole : normal, origin };
}
