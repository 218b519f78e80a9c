import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";

/** A page that leads to a file by some rules and to none by others. */
export type ChangedPage = DocsCheck["unmatched"][number];

/** What unsaved rules would change. */
export interface CheckDifference {
  /** How many more pages would match; negative for fewer. Null if the rules name pages differently. */
  more: number | null;
  /** Pages that would match, and those that wouldn't anymore. Null if a check lists only some of its pages. */
  gained: ChangedPage[] | null;
  lost: ChangedPage[] | null;
}

/** Compares the check of the saved rules with that of unsaved ones. */
export function differenceOf(saved: DocsCheck, tried: DocsCheck): CheckDifference {
  // Other names, such as by fragment, make other pages of the same items.
  if (saved.total !== tried.total) return { more: null, gained: null, lost: null };
  return {
    more: tried.matched - saved.matched,
    gained: isComplete(tried) ? onlyIn(saved, tried) : null,
    lost: isComplete(saved) ? onlyIn(tried, saved) : null,
  };
}

/** A check lists only the pages with the most feedback. */
export function isComplete({ total, matched, unmatched }: DocsCheck): boolean {
  return unmatched.length >= total - matched;
}

function onlyIn(one: DocsCheck, other: DocsCheck): ChangedPage[] {
  const known = new Set(other.unmatched.map(({ page }) => page));
  return one.unmatched.filter(({ page }) => !known.has(page));
}
