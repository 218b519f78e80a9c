import "server-only";
import type { Kysely } from "kysely";
import { UNDATED } from "../feedback/received-instant.ts";
import type { StoreSchema } from "../schema.ts";
import type { Part } from "./state.ts";

// Dates of what the mirror holds, by which it cuts what it asks for. All in epoch milliseconds.

/** Dates of the newest entries that have one, the newest first. */
export async function newestDates(
  query: Kysely<StoreSchema>,
  projectId: string,
  most: number,
): Promise<number[]> {
  const rows = await dated(query, projectId).select("sort_at").limit(most).execute();
  return rows.map(({ sort_at }) => sort_at);
}

/** The date of the `rank`-th newest entry; null where fewer have a date. */
export async function dateOfRank(
  query: Kysely<StoreSchema>,
  projectId: string,
  rank: number,
): Promise<number | null> {
  const row = await dated(query, projectId)
    .select("sort_at")
    .offset(rank - 1)
    .limit(1)
    .executeTakeFirst();
  return row?.sort_at ?? null;
}

/** The date that divides the known entries of a part in two; null where none has a date. */
export async function middleDate(
  query: Kysely<StoreSchema>,
  projectId: string,
  part: Part,
): Promise<number | null> {
  let entries = dated(query, projectId);
  if (part.source !== undefined) entries = entries.where("source", "=", part.source);
  if (part.status !== undefined) {
    entries = entries.where("platform_status", "=", part.status);
  }
  if (part.from !== undefined) entries = entries.where("sort_at", ">=", part.from);
  if (part.to !== undefined) entries = entries.where("sort_at", "<", part.to);
  const { count } = await entries
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const row = await entries
    .select("sort_at")
    .offset(Math.floor(count / 2))
    .limit(1)
    .executeTakeFirst();
  return row?.sort_at ?? null;
}

function dated(query: Kysely<StoreSchema>, projectId: string) {
  return query
    .selectFrom("feedback")
    .where("project_id", "=", projectId)
    .where("sort_at", ">", UNDATED)
    .orderBy("sort_at", "desc");
}
