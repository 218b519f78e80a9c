import "server-only";
import type { Activity, ActivityDay } from "../contract/dashboard.ts";
import { DAY } from "../contract/vocabulary.ts";
import type { Database } from "../database/open.ts";
import type { FeedbackFilters } from "../filters/feedback-filters.ts";
import { facts, factsMatching, passes } from "./feedback-conditions.ts";
import { kindsOf } from "./feedback-kinds.ts";
import { UNDATED } from "./received-instant.ts";
import type { StoreSchema } from "./schema.ts";

const UNDATED_DAY = Math.floor(UNDATED / DAY);

/** Entries per UTC day, with their sources and statuses. */
export async function feedbackActivity(
  { read: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<Activity> {
  const kinds = await kindsOf(db, projectId);
  const kindOf = new Map(
    kinds.filter((kind) => passes(kind, filters)).map((kind) => [kind.kind, kind]),
  );
  if (kindOf.size === 0) return { days: [], undated: 0 };
  let matching = db
    .selectFrom("feedback_fact")
    .where(factsMatching(projectId, filters, { text: engine, by: "day" }));
  if (kindOf.size < kinds.length) {
    matching = matching.where(facts("feedback_fact.kind", "in", [...kindOf.keys()]));
  }
  const counts = await matching
    .select(({ fn }) => ["day", "kind", fn.countAll<number>().as("entries")])
    // In the order of the index, which spares a sort of every entry.
    .groupBy(["day", "kind"])
    .orderBy("day")
    .execute();
  const days = new Map<number, ActivityDay>();
  let undated = 0;
  for (const { day, kind, entries } of counts) {
    if (day === UNDATED_DAY) {
      undated += entries;
      continue;
    }
    const row = days.get(day) ?? emptyDay(day);
    days.set(day, row);
    const { source = "", status = "" } = kindOf.get(kind) ?? {};
    row.total += entries;
    row.source[source] = (row.source[source] ?? 0) + entries;
    row.status[status] = (row.status[status] ?? 0) + entries;
  }
  return { days: [...days.values()], undated };
}

function emptyDay(day: number): ActivityDay {
  const name = new Date(day * DAY).toISOString().slice(0, -"T00:00:00.000Z".length);
  return { day: name, total: 0, source: {}, status: {} };
}
