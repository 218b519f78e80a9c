import "server-only";
import type { Activity, ActivityDay } from "../../contract/api/feedback-counts.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { countedDays } from "../counts/counted-days.ts";
import { UNDATED_DAY } from "../counts/rollup.ts";
import type { StoreDatabase } from "../schema/schema.ts";

/** Counts items per UTC day, by source and status. */
export async function feedbackActivity(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<Activity> {
  const days: ActivityDay[] = [];
  let undated = 0;
  for (const { day, counts } of await countedDays(database, projectId, filters)) {
    const sums: DaySums = { total: 0, source: {}, status: {} };
    for (const { group, entries } of counts) add(sums, group, entries);
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

/** Returns a day of the feedback index as `YYYY-MM-DD`. */
export function dayName(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, -"T00:00:00.000Z".length);
}
