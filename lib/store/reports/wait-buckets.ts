import "server-only";
import { sql } from "kysely";
import { packIntPairs, unpackIntPairs } from "../counts/int-pairs.ts";
import type { StoreQuery } from "../schema/schema.ts";
import type { WaitMeasure } from "../schema/wait-times.ts";
import type { DayRange } from "./periods.ts";

/** Items with about the same waiting time. */
export interface WaitBucket {
  measure: WaitMeasure;
  bucket: number;
  items: number;
}

/** A bucket and its measure as one number. */
const bucketOfMeasure = sql<number>`(bucket * 2 + case measure when 'resolution' then 1 else 0 end)`;

/** Returns how long items had waited for the decisions of each day, oldest first. */
export async function waitBucketsByDay(
  db: StoreQuery,
  projectId: string,
  { from, to }: DayRange,
): Promise<{ day: number; waited: WaitBucket[] }[]> {
  let counted = db
    .selectFrom("wait_time_day")
    .select(["day", packIntPairs(sql`items`, bucketOfMeasure).as("buckets")])
    .where("project_id", "=", projectId)
    .where("items", ">", 0)
    .groupBy("day")
    .orderBy("day");
  if (from !== null) counted = counted.where("day", ">=", from);
  if (to !== null) counted = counted.where("day", "<", to);
  const rows = await counted.execute();
  return rows.map(({ day, buckets }) => ({
    day,
    waited: unpackIntPairs(buckets).map(([items, bucket]) => ({
      measure: bucket % 2 === 0 ? "decision" : "resolution",
      bucket: Math.floor(bucket / 2),
      items,
    })),
  }));
}

/** Returns the middle of a bucket of `wait_time`, in milliseconds. */
export function waitOfBucket(bucket: number): number {
  return Math.round((Math.exp((bucket + 0.5) / 10) - 1) * 1_000);
}
