"use client";

import { createContext, type ReactNode, use } from "react";
import { type Match, matches } from "../../lib/text/searchable.ts";

/** The search query of the list; null without one. */
export const SearchQueryContext = createContext<string | null>(null);

/** Characters searched, and matches highlighted, at most. */
const MAX_SEARCHED = 100_000;
const MAX_MATCHES = 500;

/** A single line starts at its beginning if the first match is within this many characters. */
const VISIBLE = 48;

/** Otherwise it starts this many characters before the match. */
const LEAD = 16;

/**
 * Text with the matches of the search query highlighted. With `singleLine`, the text starts shortly
 * before the first match, so that the match is visible.
 */
export function Highlight({
  text,
  singleLine = false,
}: {
  text: string;
  singleLine?: boolean;
}): ReactNode {
  const q = use(SearchQueryContext);
  if (q === null) return text;
  const found = matches(text.slice(0, MAX_SEARCHED), q).slice(0, MAX_MATCHES);
  const from = singleLine ? lineStart(text, found[0]) : 0;
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

/** Starts at a word, or at the match itself in scripts without spaces. */
function lineStart(text: string, first: Match | undefined): number {
  if (!first || first.start <= VISIBLE) return 0;
  const space = text.lastIndexOf(" ", first.start - LEAD);
  return first.start - space > VISIBLE ? first.start : space + 1;
}
