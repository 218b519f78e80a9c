import "server-only";
import type { Facets } from "../../contract/api/feedback-counts.ts";
import { SOURCES, STATUSES } from "../../contract/platform/vocabulary.ts";
import type { Database } from "../../database/open.ts";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { type KindFilter, passes } from "./conditions.ts";
import { countsByKind } from "./counts.ts";
import type { KindRow } from "./facet-groups.ts";

/** Values of one facet at most, so that a platform that makes up sources cannot fill the screen. */
const MOST_VALUES = 50;

/**
 * Counts under `filters`; each facet leaves its own filter out. Values that the interface does not
 * name follow those that it does, as far as the project has them.
 */
export async function feedbackFacets(
  database: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<Facets> {
  const { counts, all } = await countsByKind(database, projectId, filters);
  const facet = (name: KindFilter, nameOf: (kind: KindRow) => string, known: readonly string[]) =>
    sums(
      counts.filter((kind) => passes(kind, filters, name)),
      nameOf,
      known,
    );
  return {
    total: sum(counts.filter((kind) => passes(kind, filters))),
    all,
    source: facet("source", ({ source }) => source, SOURCES),
    status: facet("status", ({ status }) => status, STATUSES),
    helpful: facet("helpful", helpfulOf, ["true", "false", "none"]),
    comment: facet("comment", (kind) => String(kind.has_comment === 1), ["true", "false"]),
  };
}

function helpfulOf({ helpful }: KindRow): string {
  return helpful < 0 ? "none" : String(helpful === 1);
}

function sum(counts: readonly KindRow[]): number {
  return counts.reduce((total, { entries }) => total + entries, 0);
}

function sums(
  counts: readonly KindRow[],
  nameOf: (kind: KindRow) => string,
  known: readonly string[],
): Record<string, number> {
  const groups = Map.groupBy(counts, nameOf);
  const named = known.map((value): [string, number] => [value, sum(groups.get(value) ?? [])]);
  const others = [...groups]
    .filter(([value]) => !known.includes(value))
    .map(([value, group]): [string, number] => [value, sum(group)])
    .filter(([, entries]) => entries > 0)
    .sort(([, a], [, b]) => b - a);
  return Object.fromEntries([...named, ...others].slice(0, MOST_VALUES));
}
