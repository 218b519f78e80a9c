import "server-only";
import type { FilterName, ResolvedFilters } from "../../filters/feedback-filters.ts";
import { parseSearch, type SearchQuery } from "../../text/search-query.ts";
import { type FacetFilter, isFacetFilter } from "./facet-filters.ts";

/** Parameters that only affect how items are listed. */
type Arrangement = "sort" | "grouped";

/** Filters that are answered from an item's row in the index. */
export type IndexFilter = Exclude<FilterName, FacetFilter | Arrangement | "date">;

/** Precomputed counts, and the index filters that each of them can answer besides facet filters. */
const ROLLUPS = {
  group: [],
  day: ["dateFrom", "dateTo"],
  page: ["path"],
  pageDay: ["path", "dateFrom", "dateTo"],
  text: ["q"],
  largeGroup: ["groupSize"],
  assignee: ["assignee"],
} as const satisfies Record<string, readonly IndexFilter[]>;

export type Rollup = keyof typeof ROLLUPS;

/**
 * Returns whether a roll-up gives the true counts under `filters`: no filter is set that it doesn't
 * know. A filter that was added later is unknown to all of them, so that the index answers it.
 */
export function canAnswer(rollup: Rollup, filters: ResolvedFilters): boolean {
  return isOnlySet(filters, ROLLUPS[rollup]);
}

/** Returns whether no filter other than `names` and the facet filters is set. */
export function isOnlySet(filters: ResolvedFilters, names: readonly IndexFilter[]): boolean {
  const known: readonly string[] = names;
  return Object.entries(filters).every(
    ([name, value]) =>
      name === "sort" ||
      name === "grouped" ||
      isFacetFilter(name) ||
      known.includes(name) ||
      // Filters that change what the text filters match.
      (name === "masked" ? !isSet(filters, ["q", "path"]) : !isSetTo(name, value)),
  );
}

/** Returns whether any of the named filters is set. */
export function isSet(filters: ResolvedFilters, names: readonly FilterName[]): boolean {
  return names.some((name) => isSetTo(name, filters[name]));
}

/** Returns what to search for, or null when the search asks for nothing. */
export function searchOf(q: string | null): SearchQuery | null {
  if (q === null) return null;
  const search = parseSearch(q);
  return search.all.length + search.none.length === 0 ? null : search;
}

function isSetTo(name: string, value: unknown): boolean {
  if (name === "q" && typeof value === "string") return searchOf(value) !== null;
  return Array.isArray(value) ? value.length > 0 : value !== null;
}
