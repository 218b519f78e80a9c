import "server-only";
import { setImmediate as otherWork } from "node:timers/promises";
import type { Kysely } from "kysely";
import { SOURCES, STATUSES } from "../../contract/platform/vocabulary.ts";
import type { StoreSchema } from "../schema.ts";
import { UNDATED } from "./received-instant.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/** What two whole walks have looked for, and since when. */
export interface SyncCoverage {
  /** When the first of the two began: what was observed since was met by one of them. */
  since: number;
  /** Only entries of this date and later; null for all, also those without a date. */
  from: number | null;
  /** Only entries of documented sources and statuses, as the walks asked for those by name. */
  documentedOnly: boolean;
  /** Only entries with a date, as the walks asked by date. */
  datedOnly: boolean;
}

/** Rows that one statement looks at, so that none holds up others for long. */
const SLICE = 2_000;

/**
 * Marks what two whole walks in a row have missed as gone. It is kept; when it is seen again, it is
 * back. What a date window should hold but lacks by more than half is not believed: then the
 * platform reads the window's date in another way, and the walks through everything will tell.
 * @returns how many were marked
 */
export async function markDeleted(
  query: Kysely<StoreSchema>,
  projectId: string,
  missed: SyncCoverage,
  now: number,
): Promise<number> {
  if (missed.from !== null && !(await isBelievable(query, projectId, missed.since, missed.from))) {
    return 0;
  }
  let marked = 0;
  let after: string | null = "";
  while (after !== null) {
    const until: string | null = await sliceEnd(query, projectId, after);
    const slice = { after, until };
    marked += await query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, projectId);
      return markSlice(trx, projectId, missed, slice, now);
    });
    after = until;
    await otherWork();
  }
  return marked;
}

export async function deletedCount(query: Kysely<StoreSchema>, projectId: string): Promise<number> {
  const { count } = await query
    .selectFrom("feedback")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .where("deleted_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

async function isBelievable(
  query: Kysely<StoreSchema>,
  projectId: string,
  since: number,
  from: number,
): Promise<boolean> {
  const { all, met } = await query
    .selectFrom("feedback")
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      eb.fn.countAll<number>().filterWhere("observed_at", ">=", since).as("met"),
    ])
    .where("project_id", "=", projectId)
    .where("sort_at", ">=", from)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return met * 2 >= all;
}

async function sliceEnd(
  query: Kysely<StoreSchema>,
  projectId: string,
  after: string,
): Promise<string | null> {
  const last = await query
    .selectFrom("feedback")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", ">", after)
    .orderBy("id")
    .offset(SLICE - 1)
    .limit(1)
    .executeTakeFirst();
  return last?.id ?? null;
}

async function markSlice(
  query: Kysely<StoreSchema>,
  projectId: string,
  missed: SyncCoverage,
  slice: { after: string; until: string | null },
  now: number,
): Promise<number> {
  let update = query
    .updateTable("feedback")
    .set({ deleted_at: now })
    .where("project_id", "=", projectId)
    .where("id", ">", slice.after)
    .where("deleted_at", "is", null)
    .where("observed_at", "<", missed.since);
  if (slice.until !== null) update = update.where("id", "<=", slice.until);
  if (missed.from !== null) update = update.where("sort_at", ">=", missed.from);
  if (missed.datedOnly) update = update.where("sort_at", ">", UNDATED);
  if (missed.documentedOnly) {
    update = update.where("source", "in", SOURCES).where("platform_status", "in", STATUSES);
  }
  const { numUpdatedRows } = await update.executeTakeFirst();
  return Number(numUpdatedRows);
}
