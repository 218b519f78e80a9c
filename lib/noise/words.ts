import { normalized } from "../groups/normalize.ts";

/** The parts of an item that the rules read. */
export interface ScoredItem {
  comment?: string | null;
  code?: string | null;
  /** The rating; 0 for not helpful. */
  helpful?: number | null;
}

/** A comment as the rules read it. */
export interface Reading {
  comment: string;
  /** The comment without differences in case, width, and punctuation. */
  text: string;
  words: readonly string[];
  /** Whether the comment may have code or names from code: `npm -g`, `a/b`, `app.js`, `x_y`, `foo()`. */
  hasCode: boolean;
}

const CODE = /[`{}<>=$\\|]|\(\)|(?:^|\s)--?[a-z]|\/[\p{L}\d]|[\p{L}\d][._][\p{L}\d]/iu;

/** Prepares a comment for the rules. */
export function readingOf(comment: string): Reading {
  const text = normalized(comment);
  return { comment, text, words: text.split(" "), hasCode: CODE.test(comment) };
}

/** Reads words that are separated by white space. */
export function list(words: string): string[] {
  return words.trim().split(/\s+/u);
}

/** Reads phrases, whose words are joined by `_`. */
export function phrases(text: string): string[] {
  return list(text).map((phrase) => phrase.replaceAll("_", " "));
}
