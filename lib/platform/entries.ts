import "server-only";
import { type Insertable, type Kysely, sql } from "kysely";
import { parseInstant } from "../contract/platform/dates.ts";
import type { ExportPage, FeedbackEntry } from "../contract/platform/feedback.ts";
import { STATUSES } from "../contract/platform/vocabulary.ts";
import { chunks } from "../database/chunks.ts";
import type { Database } from "../database/open.ts";
import { InvalidRequest } from "../errors.ts";
import { writeCursor } from "./cursor.ts";
import type { ExportQuery } from "./export-query.ts";
import { lockImport } from "./import-lock.ts";
import type { PlatformEntryTable, PlatformSchema } from "./schema.ts";

/** The earliest instant that a JavaScript date can hold. */
const EARLIEST = -8.64e15;

/** Sort key of entries without a date: they come last, newest first. */
const UNDATED = EARLIEST - 1;

/** Returns the row for a strict entry. Its `createdAt` must be null or valid for `parseInstant`. */
export function toEntryRow(
  projectId: string,
  entry: FeedbackEntry,
): Insertable<PlatformEntryTable> {
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

/** Entries per statement. */
const CHUNK = 300;

/**
 * Changes the review status of a project's entries, in the column and in the exported JSON. Unknown
 * IDs are ignored.
 * @throws {InvalidRequest} for a status that the interface doesn't define
 */
export async function setStatuses(
  database: Database<PlatformSchema>,
  projectId: string,
  ids: readonly string[],
  status: string,
): Promise<void> {
  const known = STATUSES.find((each) => each === status);
  if (!known) throw new InvalidRequest(`status: must be one of ${STATUSES.join(", ")}`);
  // Sorted, so that concurrent writers lock rows in the same order and can't deadlock.
  const sorted = ids.toSorted();
  for (const chunk of chunks(sorted, CHUNK)) {
    await database.query.transaction().execute(async (trx) => {
      const rows = await trx
        .updateTable("platform_entry")
        .set({ status: known })
        .where("project_id", "=", projectId)
        .where("id", "in", chunk)
        .returning(["id", "entry"])
        .execute();
      for (const row of rows) {
        const entry: FeedbackEntry = JSON.parse(row.entry);
        await trx
          .updateTable("platform_entry")
          .set({ entry: JSON.stringify({ ...entry, status: known }) })
          .where("project_id", "=", projectId)
          .where("id", "=", row.id)
          .execute();
      }
    });
  }
}

/** Deletes a project's entries. Unknown IDs are ignored. */
export async function deleteEntries(
  { query }: Database<PlatformSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  // An import that doesn't know yet that they are deleted has written its batch after this.
  await query.transaction().execute((trx) => lockImport(trx, projectId));
  for (const chunk of chunks(ids.toSorted(), CHUNK)) {
    await query
      .deleteFrom("platform_entry")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
  }
}

/** Entries that imports changed after a revision of the project. */
export interface PendingChanges {
  /** The latest revision among them: pass it to the next call. */
  revision: number;
  /** Dates of the changed entries in epoch milliseconds, `to` exclusive; null if one has no date. */
  dates: { from: number; to: number } | null;
}

/** Returns what imports changed after `revision`, or null if nothing changed. */
export async function pendingChanges(
  query: Kysely<PlatformSchema>,
  projectId: string,
  revision: number,
): Promise<PendingChanges | null> {
  const changed = await query
    .selectFrom("platform_entry")
    .select(({ fn }) => [
      fn.max<number | null>("revision").as("revision"),
      fn.min<number | null>("sort_at").as("oldest"),
      fn.max<number | null>("sort_at").as("newest"),
    ])
    .where("project_id", "=", projectId)
    .where("revision", ">", revision)
    .executeTakeFirstOrThrow();
  const { oldest, newest } = changed;
  if (changed.revision === null || oldest === null || newest === null) return null;
  const dates = oldest === UNDATED ? null : { from: oldest, to: newest + 1 };
  return { revision: changed.revision, dates };
}

/** Returns how many entries a project has. */
export async function countEntries(
  query: Kysely<PlatformSchema>,
  projectId: string,
): Promise<number> {
  const { count } = await query
    .selectFrom("platform_entry")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns one page of the export, newest first, undated entries last. A date filter excludes undated
 * entries. See docs/contract/platform.md, "List feedback".
 */
export async function exportPage(
  query: Kysely<PlatformSchema>,
  projectId: string,
  exportQuery: ExportQuery,
): Promise<ExportPage> {
  const { filters, limit, after } = exportQuery;
  const { from, to, source, statuses } = filters;
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
    // One extra row shows whether another page follows, so that no page is empty.
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  const cursorAt = ({ sort_at: sortAt, id }: { sort_at: number; id: string }) =>
    writeCursor({ projectId, filters, position: { sortAt, id } });
  return {
    feedback: page.map((row): FeedbackEntry => JSON.parse(row.entry)),
    nextCursor: hasMore && last ? cursorAt(last) : null,
    hasMore,
  };
}
