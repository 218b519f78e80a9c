import "server-only";
import { MAX_CLOCK_SKEW_MS } from "../clock.ts";
import { moveFutureTimes, type TimeColumn } from "../database/future-times.ts";
import type { PlatformDatabase } from "./schema/schema.ts";

/** Every column that is repaired, for the test that finds new ones. */
export const REPAIRED_TIMES: TimeColumn[] = [
  { table: "platform_use", column: "at" },
  { table: "platform_key", column: "last_used_at" },
  { table: "platform_import", column: "last_at" },
  // The last sign of life of an agent.
  { table: "platform_output", column: "saved_at" },
];

/** Repairs what was stored while the clock was ahead. Returns the number of changed rows. */
export function repairFutureTimes({ query }: PlatformDatabase, now: number): Promise<number> {
  return query
    .transaction()
    .execute((trx) => moveFutureTimes(trx, REPAIRED_TIMES, now, MAX_CLOCK_SKEW_MS));
}
