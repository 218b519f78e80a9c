import "server-only";
import type { Facets } from "../../contract/api/feedback-counts.ts";
import { SOURCES, STATUSES } from "../../contract/platform/vocabulary.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { maskAddresses } from "../../text/email-addresses.ts";
import { acceptsGroup, type FacetFilter, type FacetGroup } from "../filter-sql/facet-filters.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { recentReasons } from "../write/reasons.ts";
import { countsByGroup } from "./counts.ts";

/** Most values of one facet, in case a platform uses many undocumented sources. */
const MAX_VALUES = 50;

/**
 * Returns the counts under `filters`; each facet ignores its own filter. Undocumented values that the
 * project has follow the documented ones.
 */
export async function feedbackFacets(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<Facets> {
  const [{ counts, all }, snoozed, reasons] = await Promise.all([
    countsByGroup(database, projectId, filters),
    countsByGroup(database, projectId, { ...filters, snoozed: true }),
    recentReasons(database, projectId),
  ]);
  const facet = (
    name: FacetFilter,
    nameOf: (group: FacetGroup) => string,
    known: readonly string[],
  ) =>
    sums(
      counts.filter((group) => acceptsGroup(group, filters, name)),
      nameOf,
      known,
    );
  return {
    total: sum(counts.filter((group) => acceptsGroup(group, filters))),
    all,
    source: facet("source", ({ source }) => source, SOURCES),
    status: facet("status", ({ status }) => status, STATUSES),
    helpful: facet("helpful", helpfulOf, ["true", "false", "none"]),
    comment: facet("comment", (group) => String(group.has_comment === 1), ["true", "false"]),
    noise: sum(
      counts.filter((group) => group.noise === 1 && acceptsGroup(group, filters, "noise")),
    ),
    snoozed: sum(snoozed.counts.filter((group) => acceptsGroup(group, filters))),
    reasons: filters.masked ? reasons.filter((each) => maskAddresses(each) === each) : reasons,
  };
}

function helpfulOf({ helpful }: FacetGroup): string {
  return helpful < 0 ? "none" : String(helpful === 1);
}

function sum(counts: readonly FacetGroup[]): number {
  return counts.reduce((total, { entries }) => total + entries, 0);
}

function sums(
  counts: readonly FacetGroup[],
  nameOf: (group: FacetGroup) => string,
  known: readonly string[],
): Record<string, number> {
  const groups = Map.groupBy(counts, nameOf);
  const named = known.map((value): [string, number] => [value, sum(groups.get(value) ?? [])]);
  const others = [...groups]
    .filter(([value]) => !known.includes(value))
    .map(([value, group]): [string, number] => [value, sum(group)])
    .filter(([, entries]) => entries > 0)
    .sort(([, a], [, b]) => b - a);
  return Object.fromEntries([...named, ...others].slice(0, MAX_VALUES));
}
