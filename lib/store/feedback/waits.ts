import "server-only";
import { type Kysely, sql } from "kysely";
import type { StoreSchema } from "../schema.ts";
import type { DayRange } from "./periods.ts";
import type { PaceMeasure } from "./tables.ts";

/** Items that waited about as long. */
export interface Wait {
  measure: PaceMeasure;
  bucket: number;
  items: number;
}

/** Returns how long items waited for what happened on each day, oldest first. */
export async function waitsByDay(
  db: Kysely<StoreSchema>,
  projectId: string,
  { from, to }: DayRange,
): Promise<{ day: number; waited: Wait[] }[]> {
  let counted = db
    .selectFrom("feedback_pace_day")
    // One row per day, as in `countedDays`.
    .select([
      "day",
      sql<string>`string_agg(substr(measure, 1, 1) || bucket || ':' || items, ' ')`.as("waits"),
    ])
    .where("project_id", "=", projectId)
    .where("items", ">", 0)
    .groupBy("day")
    .orderBy("day");
  if (from !== null) counted = counted.where("day", ">=", from);
  if (to !== null) counted = counted.where("day", "<", to);
  const rows = await counted.execute();
  return rows.map(({ day, waits }) => ({ day, waited: waits.split(" ").map(parseWait) }));
}

function parseWait(text: string): Wait {
  const colon = text.indexOf(":");
  return {
    measure: text.startsWith("d") ? "decision" : "resolution",
    bucket: Number(text.slice(1, colon)),
    items: Number(text.slice(colon + 1)),
  };
}

/** Returns the middle of a bucket of `feedback_pace`, in milliseconds. */
export function waitedFor(bucket: number): number {
  return Math.round((Math.exp((bucket + 0.5) / 10) - 1) * 1_000);
}
