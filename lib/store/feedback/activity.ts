import "server-only";
import { sql } from "kysely";
import type { Activity, ActivityDay } from "../../contract/api/feedback-counts.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { Database } from "../../database/open.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { index, matchesFilters } from "./conditions.ts";
import { acceptsGroup } from "./facet-filters.ts";
import { facetGroups } from "./facet-groups.ts";
import { countsByDay, UNDATED_DAY } from "./rollup.ts";
import { canAnswer } from "./set-filters.ts";

/** Counts items per UTC day, by source and status. */
export async function feedbackActivity(
  { query, read: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: ResolvedFilters,
): Promise<Activity> {
  const groups = await facetGroups(query, projectId);
  const accepted = new Map(
    groups.filter((group) => acceptsGroup(group, filters)).map((group) => [group.kind, group]),
  );
  if (accepted.size === 0) return { days: [], undated: 0 };
  const counted = canAnswer("day", filters)
    ? countsByDay(projectId, filters)
    : index
        .selectFrom("feedback_fact")
        .where(matchesFilters(projectId, filters, { text: { engine, by: "seek" }, by: "day" }))
        .select(({ fn }) => ["day", "kind", fn.countAll<number>().as("entries")])
        .groupBy(["day", "kind"]);
  const rows = await db
    .selectFrom(counted.as("counted"))
    // One row per day: transferring thousands of rows takes longer than counting them.
    .select(["day", sql<string>`string_agg(kind || ':' || entries, ' ')`.as("groups")])
    .groupBy("day")
    .orderBy("day")
    .execute();
  const days: ActivityDay[] = [];
  let undated = 0;
  for (const { day, groups: ofDay } of rows) {
    const sums: DaySums = { total: 0, source: {}, status: {} };
    for (const pair of ofDay.split(" ")) {
      const [kind, entries] = pair.split(":").map(Number) as [number, number];
      const group = accepted.get(kind);
      if (group) add(sums, group, entries);
    }
    if (day === UNDATED_DAY) undated = sums.total;
    else if (sums.total > 0) days.push({ day: dayName(day), ...sums });
  }
  return { days, undated };
}

type DaySums = Omit<ActivityDay, "day">;

function add(sums: DaySums, of: { source: string; status: string }, entries: number): void {
  sums.total += entries;
  sums.source[of.source] = (sums.source[of.source] ?? 0) + entries;
  sums.status[of.status] = (sums.status[of.status] ?? 0) + entries;
}

function dayName(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, -"T00:00:00.000Z".length);
}
