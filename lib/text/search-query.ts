import { searchable } from "./searchable.ts";

/** A search as normalized texts, without repetitions and without texts that another one implies. */
export interface SearchQuery {
  /** Texts that an item must contain, in any order and as any part of a word. */
  all: string[];
  /** Texts that an item must not contain. */
  none: string[];
}

/**
 * A phrase or a word, each after an optional minus sign. A phrase starts and ends where a word would, so that
 * quotes within a word are part of it (`class="note"`). A phrase without an end goes up to the end.
 */
const TERM = /(-?)["“”„](.*?)(?:["“”](?=\s|$)|$)|(\S+)/gs;

/**
 * Reads a search as typed: words, `"phrases in quotes"`, and `-words` to exclude. Any text is a search;
 * what isn't finished yet (a quote or a minus sign alone) asks for nothing. `--word` is a word, as in commands.
 */
export function parseSearch(q: string): SearchQuery {
  const all: string[] = [];
  const none: string[] = [];
  for (const [, minus, phrase, word = ""] of searchable(q).matchAll(TERM)) {
    if (phrase !== undefined) (minus === "-" ? none : all).push(phrase.trim());
    else if (/^-[^-]/.test(word)) none.push(word.slice(1));
    else if (word !== "-") all.push(word);
  }
  return {
    // A text that contains another one also contains its parts.
    all: distinct(all, (text, other) => other.includes(text)),
    none: distinct(none, (text, other) => text.includes(other)),
  };
}

/** Leaves out empty texts, repetitions, and texts that another one implies. */
function distinct(texts: string[], isImplied: (text: string, other: string) => boolean): string[] {
  const unique = [...new Set(texts)].filter((text) => text !== "");
  return unique.filter((text) => !unique.some((other) => other !== text && isImplied(text, other)));
}
