import { searchable } from "./searchable.ts";

/** Characters before and after the match, about a line in all. */
const BEFORE = 16;
const AFTER = 160;

/**
 * Returns where a normalized text first occurs in `text`, in UTF-16 units; null if it doesn't. In text
 * that normalization lengthens or shortens, the place is approximate.
 */
export function positionOf(text: string, wanted: string): number | null {
  const normal = searchable(text);
  const at = normal.indexOf(wanted);
  if (at < 0) return null;
  return normal.length === text.length ? at : Math.max(0, endOf(text, wanted) - wanted.length);
}

/**
 * Returns the part of `text` around the first match of a normalized text, from a word's start and on one line;
 * null without a match.
 */
export function excerpt(text: string, wanted: string): string | null {
  const at = positionOf(text, wanted);
  if (at === null) return null;
  const start = startAt(text, at);
  const end = at + wanted.length + AFTER;
  const part = text.slice(start, end).toWellFormed().replace(/\s+/g, " ").trim();
  return `${start > 0 ? "… " : ""}${part}${end < text.length ? "…" : ""}`;
}

/** The start of a word shortly before the match, or the match itself in scripts without spaces. */
function startAt(text: string, at: number): number {
  if (at <= BEFORE) return 0;
  const space = text.slice(0, at - BEFORE).search(/\s\S*$/);
  return at - space > 3 * BEFORE ? at : space + 1;
}

/** The length of the shortest start of `text` that contains the match, found by halving. */
function endOf(text: string, wanted: string): number {
  let [without, within] = [0, text.length];
  while (within - without > 1) {
    const middle = (without + within) >> 1;
    if (searchable(text.slice(0, middle)).includes(wanted)) within = middle;
    else without = middle;
  }
  return within;
}
