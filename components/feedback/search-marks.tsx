import type { ReactNode } from "react";
import { parseSearch } from "../../lib/text/search-query.ts";
import { matches } from "../../lib/text/searchable.ts";

/** Characters searched, and matches highlighted, at most. */
const MAX_SEARCHED = 100_000;
const MAX_MATCHES = 500;

/** Returns a function that shows a text with the matches of a search highlighted. */
export function markerOf(q: string): (text: string) => ReactNode {
  const { all } = parseSearch(q);
  return (text) => {
    const pieces: ReactNode[] = [];
    let at = 0;
    for (const { start, end } of matches(text.slice(0, MAX_SEARCHED), all).slice(0, MAX_MATCHES)) {
      pieces.push(
        text.slice(at, start),
        <mark key={start} className="rounded-xs bg-mark text-ink">
          {text.slice(start, end)}
        </mark>,
      );
      at = end;
    }
    return [...pieces, text.slice(at)];
  };
}
