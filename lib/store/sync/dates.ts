import "server-only";
import type { StoreQuery } from "../schema/schema.ts";
import { UNDATED } from "../write/received-instant.ts";
import type { Part } from "./state.ts";

// Dates of stored feedback, from which the mirror picks date ranges to read. Epoch milliseconds.

/**
 * Returns the dates of the newest items that have one, newest first.
 * @param before only items of an earlier date
 */
export async function newestDates(
  query: StoreQuery,
  projectId: string,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): Promise<number[]> {
  const rows = await dated(query, projectId)
    .where("sort_at", "<", before)
    .select("sort_at")
    .limit(limit)
    .execute();
  return rows.map(({ sort_at }) => sort_at);
}

/**
 * Returns the date of the `rank`-th newest item; null if fewer items have a date.
 * @param seenBefore only items that were known then
 */
export async function dateOfRank(
  query: StoreQuery,
  projectId: string,
  rank: number,
  seenBefore = Number.MAX_SAFE_INTEGER,
): Promise<number | null> {
  const row = await dated(query, projectId)
    .where("first_seen_at", "<", seenBefore)
    .select("sort_at")
    .offset(rank - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.sort_at ?? null;
}

/** Returns the date that halves the known items of a part; null if none has a date. */
export async function middleDate(
  query: StoreQuery,
  projectId: string,
  part: Part,
): Promise<number | null> {
  let items = dated(query, projectId);
  if (part.source !== undefined) items = items.where("source", "=", part.source);
  if (part.status !== undefined) {
    items = items.where("platform_status", "=", part.status);
  }
  if (part.from !== undefined) items = items.where("sort_at", ">=", part.from);
  if (part.to !== undefined) items = items.where("sort_at", "<", part.to);
  const { count } = await items
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const row = await items
    .select("sort_at")
    .offset(Math.floor(count / 2))
    .limit(1)
    .executeTakeFirst();
  return row?.sort_at ?? null;
}

function dated(query: StoreQuery, projectId: string) {
  return query
    .selectFrom("feedback")
    .where("project_id", "=", projectId)
    .where("sort_at", ">", UNDATED)
    .orderBy("sort_at", "desc");
}
