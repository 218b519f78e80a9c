import { searchable } from "./searchable.ts";

/** Characters before and after the match, about a line in all. */
const CHARACTERS_BEFORE = 16;
const CHARACTERS_AFTER = 160;

/** A text that is searched for one text after the other, normalized once. */
export interface SearchedText {
  text: string;
  normal: string;
}

export function searchedText(text: string): SearchedText {
  return { text, normal: searchable(text) };
}

/**
 * Returns where a normalized text first occurs in another one, in UTF-16 units; null if it doesn't. In text
 * that normalization lengthens or shortens, the place is approximate.
 */
export function positionOf({ text, normal }: SearchedText, wanted: string): number | null {
  const at = normal.indexOf(wanted);
  if (at < 0 || normal.length === text.length) return at < 0 ? null : at;
  return Math.max(0, lengthBefore(text, at + wanted.length) - wanted.length);
}

/**
 * Returns the part of a text around the first match of a normalized text, from a word's start and on one line;
 * null without a match.
 */
export function excerpt(searched: SearchedText, wanted: string): string | null {
  const at = positionOf(searched, wanted);
  if (at === null) return null;
  const { text } = searched;
  const start = startAt(text, at);
  const end = at + wanted.length + CHARACTERS_AFTER;
  const part = text.slice(start, end).toWellFormed().replace(/\s+/g, " ").trim();
  return `${start > 0 ? "… " : ""}${part}${end < text.length ? "…" : ""}`;
}

/** The start of a word shortly before the match, or the match itself in scripts without spaces. */
function startAt(text: string, at: number): number {
  if (at <= CHARACTERS_BEFORE) return 0;
  const space = text.slice(0, at - CHARACTERS_BEFORE).search(/\s\S*$/);
  return at - space > 3 * CHARACTERS_BEFORE ? at : space + 1;
}

/**
 * The length of the shortest start of `text` that has so many characters when normalized, found by halving. Each part is
 * normalized alone, so that all of them together are as long as the text.
 */
function lengthBefore(text: string, characters: number): number {
  let [without, counted, within] = [0, 0, text.length];
  while (within - without > 1) {
    const middle = (without + within) >> 1;
    const count = counted + searchable(text.slice(without, middle)).length;
    if (count >= characters) within = middle;
    else [without, counted] = [middle, count];
  }
  return within;
}
