import type { DocsCheck } from "../../lib/contract/api/docs-rules.ts";

/** A page that leads to a file by some rules and to none by others. */
type ChangedPage = DocsCheck["unmatched"][number];

/** The effects of unsaved rules. */
interface CheckDifference {
  /** How many more pages would match; negative for fewer. Null if the rules name pages differently. */
  more: number | null;
  /** Pages that would match, and those that wouldn't anymore. Null if a check lists only some of its pages. */
  gained: ChangedPage[] | null;
  lost: ChangedPage[] | null;
}

/** The check by unsaved rules. */
export interface TriedRules {
  check: DocsCheck;
  /** Whether they name pages as the saved ones do. Other names make other pages of the same items. */
  isNamedAlike: boolean;
}

/** Compares the check by the saved rules with that by unsaved ones. */
export function differenceOf(saved: DocsCheck, tried: TriedRules): CheckDifference {
  const { check, isNamedAlike } = tried;
  // Feedback may have arrived in between.
  if (!isNamedAlike || saved.total !== check.total) return { more: null, gained: null, lost: null };
  return {
    more: check.matched - saved.matched,
    gained: isComplete(check) ? onlyIn(saved, check) : null,
    lost: isComplete(saved) ? onlyIn(check, saved) : null,
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
