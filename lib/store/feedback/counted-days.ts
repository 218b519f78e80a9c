import "server-only";
import { sql } from "kysely";
import type { Database } from "../../database/open.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { index, matchesFilters } from "./conditions.ts";
import { acceptsGroup, type FacetGroup } from "./facet-filters.ts";
import { facetGroups } from "./facet-groups.ts";
import { joinedPairs, parsePairs } from "./joined-pairs.ts";
import { countsByDay } from "./rollup.ts";
import { canAnswer } from "./set-filters.ts";

/** A day of the feedback index, and its items by facet group. */
interface CountedDay {
  day: number;
  counts: { group: FacetGroup; entries: number }[];
}

/** Counts the items that match per UTC day and facet group, oldest day first. */
export async function countedDays(
  { query, read: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: ResolvedFilters,
): Promise<CountedDay[]> {
  const groups = await facetGroups(query, projectId);
  const accepted = new Map(
    groups.filter((group) => acceptsGroup(group, filters)).map((group) => [group.kind, group]),
  );
  if (accepted.size === 0) return [];
  const counted = canAnswer("day", filters)
    ? countsByDay(projectId, filters)
    : index
        .selectFrom("feedback_fact")
        .where(matchesFilters(projectId, filters, { text: { engine, by: "seek" }, by: "day" }))
        .select(({ fn }) => ["day", "kind", fn.countAll<number>().as("entries")])
        .groupBy(["day", "kind"]);
  const rows = await db
    .selectFrom(counted.as("counted"))
    .select(["day", joinedPairs(sql`entries`, sql`kind`).as("groups")])
    .groupBy("day")
    .orderBy("day")
    .execute();
  return rows.map(({ day, groups: ofDay }) => ({
    day,
    counts: parsePairs(ofDay).flatMap(([entries, kind]) => {
      const group = accepted.get(kind);
      return group ? [{ group, entries }] : [];
    }),
  }));
}
