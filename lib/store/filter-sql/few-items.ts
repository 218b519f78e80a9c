import "server-only";
import { ANYONE, type ResolvedFilters, UNASSIGNED } from "../../filters/feedback-filters.ts";

/** Filters that are false for most items, as few have what they ask for. */
const RARE = ["snoozed", "hasJob", "contact", "differs"] as const;

/**
 * Splits filters at one that most items pass, so that the few that don't can be subtracted. Null if none of them is set.
 * @returns the filters without that one, and those that the few items pass instead
 */
export function splitAtFew(
  filters: ResolvedFilters,
): { all: ResolvedFilters; few: ResolvedFilters } | null {
  const name = RARE.find((one) => filters[one] === false);
  if (name) return { all: { ...filters, [name]: null }, few: { ...filters, [name]: true } };
  if (filters.assignee !== UNASSIGNED) return null;
  return { all: { ...filters, assignee: null }, few: { ...filters, assignee: ANYONE } };
}

/** Returns filters without all those that `splitAtFew` splits at. */
export function withoutFew(filters: ResolvedFilters): ResolvedFilters {
  const split = splitAtFew(filters);
  return split ? withoutFew(split.all) : filters;
}
