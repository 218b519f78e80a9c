import "server-only";
import { sql } from "kysely";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { index, matchesFilters } from "../filter-sql/conditions.ts";
import { acceptsGroup, type FacetGroup } from "../filter-sql/facet-filters.ts";
import { facetGroups } from "../filter-sql/facet-groups.ts";
import { splitAtFew, withoutFew } from "../filter-sql/few-items.ts";
import { canAnswer } from "../filter-sql/set-filters.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { packIntPairs, unpackIntPairs } from "./int-pairs.ts";
import { countsByDay } from "./rollup.ts";

/** Returns counts without others, which are of some of the same items. */
function subtract(from: CountedDay[], others: CountedDay[]): CountedDay[] {
  const days = new Map(others.map(({ day, counts }) => [day, counts]));
  return from.flatMap(({ day, counts }) => {
    const less = new Map(days.get(day)?.map(({ group, entries }) => [group.id, entries]));
    const left = counts
      .map(({ group, entries }) => ({ group, entries: entries - (less.get(group.id) ?? 0) }))
      .filter(({ entries }) => entries > 0);
    return left.length > 0 ? [{ day, counts: left }] : [];
  });
}

/** A day of the feedback index, and its items by facet group. */
interface CountedDay {
  day: number;
  counts: { group: FacetGroup; entries: number }[];
}

/** Counts the items that match per UTC day and facet group, oldest day first. */
export async function countedDays(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<CountedDay[]> {
  const split = splitAtFew(filters);
  if (split && canAnswer("day", withoutFew(filters))) {
    const all = await countedDays(database, projectId, split.all);
    return subtract(all, await countedDays(database, projectId, split.few));
  }
  const { query, read: db, engine } = database;
  const groups = await facetGroups(query, projectId);
  const accepted = new Map(
    groups.filter((group) => acceptsGroup(group, filters)).map((group) => [group.id, group]),
  );
  if (accepted.size === 0) return [];
  const counted = canAnswer("day", filters)
    ? countsByDay(projectId, filters)
    : index
        .selectFrom("feedback_index")
        .where(matchesFilters(projectId, filters, { text: { engine, by: "seek" }, by: "day" }))
        .select(({ fn }) => ["day", "facet_group_id", fn.countAll<number>().as("entries")])
        .groupBy(["day", "facet_group_id"]);
  const rows = await db
    .selectFrom(counted.as("counted"))
    .select(["day", packIntPairs(sql`entries`, sql`facet_group_id`).as("groups")])
    .groupBy("day")
    .orderBy("day")
    .execute();
  return rows.map(({ day, groups: ofDay }) => ({
    day,
    counts: unpackIntPairs(ofDay).flatMap(([entries, id]) => {
      const group = accepted.get(id);
      return group ? [{ group, entries }] : [];
    }),
  }));
}
