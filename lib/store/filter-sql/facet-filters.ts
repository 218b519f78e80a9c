import "server-only";
import { type Selectable, type SqlBool, sql } from "kysely";
import type { FilterName, ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { FacetGroupTable } from "../schema/feedback-index.ts";

/** A combination of what items are counted by, such as source and status, with the number of items that have it. */
export type FacetGroup = Selectable<FacetGroupTable>;

/** Filters that depend on an item's facet group alone, so that counts per group answer them. */
export type FacetFilter =
  | "source"
  | "status"
  | "helpful"
  | "rated"
  | "comment"
  | "noise"
  | "bareVote"
  | "praise";

export type FilterValue<K extends FilterName> = NonNullable<ResolvedFilters[K]>;

/** Whether each filter accepts a group. Every filter is either here or in `indexConditions`. */
const facetTests: {
  [K in FacetFilter]: (value: FilterValue<K>, group: FacetGroup) => boolean;
} = {
  source: (values, group) => isOneOf(values, group.source),
  status: (values, group) => isOneOf(values, group.status),
  helpful: (value, group) => group.helpful === (value ? 1 : 0),
  rated: (value, group) => (group.helpful !== -1) === value,
  comment: (value, group) => group.has_comment === (value ? 1 : 0),
  noise: (value, group) => group.noise === (value ? 1 : 0),
  bareVote: (value, group) => isBareVote(group) === value,
  praise: (value, group) => group.praise === (value ? 1 : 0),
};

export const facetFilters = Object.keys(facetTests).filter(isFacetFilter);

export function isFacetFilter(name: string): name is FacetFilter {
  return Object.hasOwn(facetTests, name);
}

/** Returns whether the facet filters, except `without`, accept the group. */
export function acceptsGroup(
  group: FacetGroup,
  filters: ResolvedFilters,
  without: FacetFilter | null = null,
): boolean {
  return facetFilters.every((name) => name === without || accepts(name, group, filters));
}

function accepts<K extends FacetFilter>(
  name: K,
  group: FacetGroup,
  filters: ResolvedFilters,
): boolean {
  const value = filters[name];
  return value === null || facetTests[name](value, group);
}

/** Votes of a platform can be without a rating, too. */
export function isBareVote({ bare_vote, source, helpful, has_comment }: FacetGroup): boolean {
  return bare_vote === 1 || (source === "thumbs_only" && helpful === -1 && has_comment === 0);
}

/** The condition in SQL, for the facet group with this alias. */
export function areBareVotes(alias: string) {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return sql<SqlBool>`(${of("bare_vote")} = 1 or (${of("source")} = 'thumbs_only'
    and ${of("helpful")} = -1 and ${of("has_comment")} = 0))`;
}

/** An empty list counts as a filter that is not set. */
function isOneOf(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}
