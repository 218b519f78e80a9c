import "server-only";
import { sql } from "kysely";
import type { Activity, ActivityDay } from "../../contract/api/feedback-counts.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { Database } from "../../database/open.ts";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { facts, factsMatching, isSet, passes } from "./conditions.ts";
import { kindsOf } from "./facet-groups.ts";
import { entriesByDay, UNDATED_DAY } from "./rollup.ts";

/** Entries per UTC day, with their sources and statuses. */
export async function feedbackActivity(
  { query, read: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<Activity> {
  const kinds = await kindsOf(query, projectId);
  const kindOf = new Map(
    kinds.filter((kind) => passes(kind, filters)).map((kind) => [kind.kind, kind]),
  );
  if (kindOf.size === 0) return { days: [], undated: 0 };
  const counted = isSet(filters, ["path", "q", "job"])
    ? facts
        .selectFrom("feedback_fact")
        .where(factsMatching(projectId, filters, { text: { engine, by: "lead" }, by: "day" }))
        .select(({ fn }) => ["day", "kind", fn.countAll<number>().as("entries")])
        .groupBy(["day", "kind"])
    : entriesByDay(projectId, filters);
  const rows = await db
    .selectFrom(counted.as("counted"))
    // A row for each day: passing thousands on takes longer than counting them.
    .select(["day", sql<string>`string_agg(kind || ':' || entries, ' ')`.as("kinds")])
    .groupBy("day")
    .orderBy("day")
    .execute();
  const days: ActivityDay[] = [];
  let undated = 0;
  for (const { day, kinds: ofDay } of rows) {
    const sums: DaySums = { total: 0, source: {}, status: {} };
    for (const pair of ofDay.split(" ")) {
      const [kind, entries] = pair.split(":").map(Number) as [number, number];
      const known = kindOf.get(kind);
      if (known) add(sums, known, entries);
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
