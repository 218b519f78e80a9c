"use client";

import { createContext, type ReactNode, use } from "react";
import { type Match, matches } from "../../lib/text/searchable.ts";

/** What the list is searched for; null where nothing is. */
export const SearchQueryContext = createContext<string | null>(null);

/** Characters that are looked through, and finds that are marked: a page of marks shows nothing. */
const MOST_TEXT = 100_000;
const MOST_MARKS = 500;

/** Characters before a find that a single line still shows, and those it begins with otherwise. */
const IN_SIGHT = 48;
const LEAD = 16;

/**
 * Text with what the list is searched for marked, as it is shown. `line`: only its beginning is in
 * sight, so it begins shortly before the first find.
 */
export function Highlight({ text, line = false }: { text: string; line?: boolean }): ReactNode {
  const q = use(SearchQueryContext);
  if (q === null) return text;
  const found = matches(text.slice(0, MOST_TEXT), q).slice(0, MOST_MARKS);
  const from = line ? startOfLine(text, found[0]) : 0;
  const pieces: ReactNode[] = from > 0 ? ["… "] : [];
  let at = from;
  for (const { start, end } of found) {
    pieces.push(
      text.slice(at, start),
      <mark key={start} className="rounded-xs bg-mark text-ink">
        {text.slice(start, end)}
      </mark>,
    );
    at = end;
  }
  return [...pieces, text.slice(at)];
}

/** At a word's beginning; without one near, as in scripts without blanks, at the find itself. */
function startOfLine(text: string, first: Match | undefined): number {
  if (!first || first.start <= IN_SIGHT) return 0;
  const blank = text.lastIndexOf(" ", first.start - LEAD);
  return first.start - blank > IN_SIGHT ? first.start : blank + 1;
}
