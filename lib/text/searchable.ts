/** Text as it is searched: what readers would call the same letters compare equal in every script. */
export function searchable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed().normalize("NFKC").toLowerCase().normalize("NFKC");
}

/** A stretch of text, in UTF-16 units of the original. */
export interface Match {
  start: number;
  end: number;
}

/** A letter with its marks, which normalisation never takes apart from one another. */
const LETTERS = /\P{M}\p{M}*|\p{M}+/gsu;

/**
 * Where a search for `q` finds `text`, from left to right and never overlapping. Positions are the
 * original's although the comparison is of normalised text: `ﬁ` is found whole by `f`.
 */
export function matches(text: string, q: string): Match[] {
  const wanted = searchable(q).trim();
  if (wanted === "") return [];
  const { normal, origin } = normalised(text);
  const found: Match[] = [];
  for (let at = normal.indexOf(wanted); at >= 0; ) {
    const [first, last] = [origin[at], origin[at + wanted.length - 1]];
    if (first && last) {
      const previous = found.at(-1);
      // Two finds in one ligature are one stretch of the original.
      if (previous && first.start < previous.end) previous.end = Math.max(previous.end, last.end);
      else found.push({ start: first.start, end: last.end });
    }
    at = normal.indexOf(wanted, at + wanted.length);
  }
  return found;
}

/** The normalised text, and for each of its units the letter of the original that it comes from. */
function normalised(text: string): { normal: string; origin: Match[] } {
  const origin: Match[] = [];
  let normal = "";
  for (const { 0: letter, index } of text.matchAll(LETTERS)) {
    const part = searchable(letter);
    normal += part;
    for (let unit = 0; unit < part.length; unit++) {
      origin.push({ start: index, end: index + letter.length });
    }
  }
  // A letter's lower case may depend on its neighbours (Σ): then the whole is right, in equal length.
  const whole = searchable(text);
  return { normal: whole.length === normal.length ? whole : normal, origin };
}
