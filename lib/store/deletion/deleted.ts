import "server-only";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import type { ExpressionBuilder } from "kysely";
import { DAY, SOURCES, STATUSES } from "../../contract/platform/vocabulary.ts";
import type { StoreQuery, StoreSchema } from "../schema/schema.ts";
import { UNDATED } from "../write/received-instant.ts";
import { feedbackTransaction } from "../write/write-lock.ts";

/** The items that two full syncs in a row requested: those that neither returned are deleted. */
export interface SyncCoverage {
  /** When the first of the two started. Items observed since then were returned by one of them. */
  since: number;
  /**
   * Only items of this date and later; null for all, including those without a date. A day later for dates
   * without a time zone, which the platform may read as a different instant.
   */
  from: number | null;
  /** Only documented sources and platform statuses, as the syncs requested those by value. */
  documentedOnly: boolean;
  /** Only items with a date, as the syncs requested date ranges. */
  datedOnly: boolean;
}

/** Rows per statement, so that no statement blocks other writes for long. */
const ROWS_PER_STATEMENT = 2_000;

/**
 * Marks items that two full syncs in a row did not return as deleted. They are kept, and unmarked when
 * the platform returns them again.
 * @param confirmLease called first in every transaction
 * @returns the number of items that were marked
 */
export async function markDeleted(
  query: StoreQuery,
  projectId: string,
  coverage: SyncCoverage,
  now: number,
  confirmLease: (trx: StoreQuery) => Promise<void> = async () => undefined,
): Promise<number> {
  let marked = 0;
  let after: string | null = "";
  while (after !== null) {
    const until: string | null = await sliceEnd(query, projectId, after);
    const slice = { after, until };
    marked += await feedbackTransaction(query, projectId, async (trx) => {
      await confirmLease(trx);
      return markSlice(trx, projectId, coverage, slice, now);
    });
    after = until;
    await yieldToEventLoop();
  }
  return marked;
}

/** Marks items as deleted. They are kept, and unmarked when the platform has them again. */
export async function markItemsDeleted(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("feedback")
    .set({ deleted_at: now })
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
}

/** Counts the items that are marked as deleted. */
export async function deletedCount(query: StoreQuery, projectId: string): Promise<number> {
  const { count } = await query
    .selectFrom("feedback")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("deleted_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns whether more than half of the covered items weren't observed since `coverage.since`. */
export async function isMostMissing(
  query: StoreQuery,
  projectId: string,
  coverage: SyncCoverage,
): Promise<boolean> {
  const { all, missing } = await query
    .selectFrom("feedback")
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn.countAll<number>().filterWhere("observed_at", "<", coverage.since).as("missing"),
    ])
    .where("project_id", "=", projectId)
    .where("deleted_at", "is", null)
    .where(isCovered(coverage))
    .executeTakeFirstOrThrow();
  return missing * 2 > all;
}

/** Ends of received dates with a time zone, as patterns. */
const ZONES = ["Z", "+__:__", "-__:__"];
/** Fractions of a second in received dates, as patterns. */
const FRACTIONS = ["", ".___", ".______"];
const ZONED = FRACTIONS.flatMap((fraction) =>
  ZONES.map((zone) => `%"createdAt":"____-__-__T__:__:__${fraction}${zone}"%`),
);

function hasZoneOrIsLater(eb: ExpressionBuilder<StoreSchema, "feedback">, from: number) {
  const later = eb("sort_at", ">=", from + DAY);
  return [later, ...ZONED.map((pattern) => eb("raw", "like", pattern))];
}

/** Returns the condition for items that the syncs requested. */
function isCovered({ from, datedOnly, documentedOnly }: SyncCoverage) {
  return (eb: ExpressionBuilder<StoreSchema, "feedback">) =>
    eb.and([
      ...(from === null ? [] : [eb("sort_at", ">=", from), eb.or(hasZoneOrIsLater(eb, from))]),
      ...(datedOnly ? [eb("sort_at", ">", UNDATED)] : []),
      ...(documentedOnly
        ? [eb("source", "in", SOURCES), eb("platform_status", "in", STATUSES)]
        : []),
    ]);
}

/** Returns the last ID of the slice after `after`, or null for the last slice. */
async function sliceEnd(
  query: StoreQuery,
  projectId: string,
  after: string,
): Promise<string | null> {
  const last = await query
    .selectFrom("feedback")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", ">", after)
    .orderBy("id")
    .offset(ROWS_PER_STATEMENT - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? null;
}

async function markSlice(
  query: StoreQuery,
  projectId: string,
  coverage: SyncCoverage,
  slice: { after: string; until: string | null },
  now: number,
): Promise<number> {
  let update = query
    .updateTable("feedback")
    .set({ deleted_at: now })
    .where("project_id", "=", projectId)
    .where("id", ">", slice.after)
    .where("deleted_at", "is", null)
    .where("observed_at", "<", coverage.since)
    .where(isCovered(coverage));
  if (slice.until !== null) update = update.where("id", "<=", slice.until);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}
