import "server-only";
import { type Kysely, sql } from "kysely";
import { parseInstant } from "../contract/dates.ts";
import type { FeedbackEntry, FeedbackPage } from "../contract/feedback.ts";
import { writeCursor } from "./cursor.ts";
import type { ExportQuery } from "./export-query.ts";
import type { PlatformEntryTable, PlatformSchema } from "./schema.ts";

/** The earliest instant that a date can be. */
const EARLIEST = -8.64e15;

/** Where entries without a date stand: after all others, newest first. */
const UNDATED = EARLIEST - 1;

/** A strict entry as it is kept. Its `createdAt` is null or what `parseInstant` reads. */
export function entryRow(projectId: string, entry: FeedbackEntry): PlatformEntryTable {
  const createdAt = entry.createdAt === null ? null : parseInstant(entry.createdAt);
  return {
    project_id: projectId,
    id: entry.id,
    source: entry.source,
    status: entry.status,
    created_at: createdAt,
    sort_at: createdAt ?? UNDATED,
    entry: JSON.stringify(entry),
  };
}

/**
 * One page of the export, newest first, undated entries last (contract: "List feedback"). A date
 * bound leaves undated entries out.
 */
export async function exportPage(
  query: Kysely<PlatformSchema>,
  projectId: string,
  asked: ExportQuery,
): Promise<FeedbackPage> {
  const { from, to, source, statuses, limit, after, list } = asked;
  let entries = query.selectFrom("platform_entry").where("project_id", "=", projectId);
  if (from !== null || to !== null) entries = entries.where("sort_at", ">=", from ?? EARLIEST);
  if (to !== null) entries = entries.where("sort_at", "<", to);
  if (source !== null) entries = entries.where("source", "=", source);
  if (statuses !== null) entries = entries.where("status", "in", statuses);
  if (after !== null) {
    entries = entries.where(sql<boolean>`(sort_at, id) < (${after.sortAt}, ${after.id})`);
  }
  const rows = await entries
    .select(["id", "sort_at", "entry"])
    .orderBy("sort_at", "desc")
    .orderBy("id", "desc")
    // One more than asked for tells whether another page follows, so that no page comes empty.
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return {
    feedback: page.map((row): FeedbackEntry => JSON.parse(row.entry)),
    nextCursor: hasMore && last ? writeCursor({ sortAt: last.sort_at, id: last.id }, list) : null,
    hasMore,
  };
}
