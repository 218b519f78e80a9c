import "server-only";
import { type Insertable, sql, type Updateable } from "kysely";
import { parseInstant } from "../contract/platform/dates.ts";
import type { ExportPage, FeedbackEntry } from "../contract/platform/feedback.ts";
import { STATUSES } from "../contract/platform/vocabulary.ts";
import { chunks } from "../database/chunks.ts";
import { InvalidRequest } from "../errors.ts";
import { writeCursor } from "./cursor.ts";
import type { ExportQuery } from "./export-query.ts";
import { lockRevision, saveRevision } from "./feed.ts";
import type { PlatformEntryTable } from "./schema/entries.ts";
import type { PlatformDatabase, PlatformQuery } from "./schema/schema.ts";

/** The earliest instant that a JavaScript date can hold. */
const EARLIEST = -8.64e15;

/** Sort key of entries without a date: they come last, newest first. */
const UNDATED = EARLIEST - 1;

/** Returns the row for a strict entry, without its revision. Its `createdAt` must be null or valid for `parseInstant`. */
export function toEntryRow(
  projectId: string,
  entry: FeedbackEntry,
): Omit<Insertable<PlatformEntryTable>, "revision"> {
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
 * Counts the entries that the project has.
 * @param most the count at which to stop
 */
export async function countEntries(
  { query }: PlatformDatabase,
  projectId: string,
  ids: readonly string[],
  most = ids.length,
): Promise<number> {
  let count = 0;
  for (const chunk of chunks([...ids], CHUNK)) {
    if (count >= most) break;
    const { found } = await query
      .selectFrom("platform_entry")
      .select(({ fn }) => fn.countAll<number>().as("found"))
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .executeTakeFirstOrThrow();
    count += found;
  }
  return count;
}

/**
 * Changes the review status of a project's entries, in the column and in the exported JSON. Unknown
 * IDs and entries that have the status are ignored.
 * @throws {InvalidRequest} for a status that the interface doesn't define
 */
export async function setStatuses(
  database: PlatformDatabase,
  projectId: string,
  ids: readonly string[],
  status: string,
): Promise<void> {
  const known = STATUSES.find((each) => each === status);
  if (!known) throw new InvalidRequest(`status: must be one of ${STATUSES.join(", ")}`);
  const byTeam = { status: known, status_by_team: 1 };
  for (const chunk of chunks([...ids], CHUNK)) {
    await database.query
      .transaction()
      .execute((trx) =>
        updateEntries(trx, projectId, chunk, (entry) => ({ ...entry, status: known }), byTeam),
      );
  }
}

/**
 * Changes entries and adds the changes to the feed. Unknown IDs are ignored.
 * @param columns what else to set for the entries that change
 * @returns the number of entries that changed
 */
export async function updateEntries(
  trx: PlatformQuery,
  projectId: string,
  ids: readonly string[],
  change: (entry: FeedbackEntry) => object,
  columns: Updateable<PlatformEntryTable> = {},
): Promise<number> {
  const last = await lockRevision(trx, projectId);
  const rows = await trx
    .selectFrom("platform_entry")
    .select(["id", "entry"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  let changed = 0;
  for (const row of rows) {
    const entry = JSON.stringify(change(JSON.parse(row.entry)));
    if (entry === row.entry) continue;
    changed += 1;
    await trx
      .updateTable("platform_entry")
      .set({ ...columns, entry, revision: last + changed })
      .where("project_id", "=", projectId)
      .where("id", "=", row.id)
      .execute();
  }
  await saveRevision(trx, projectId, last + changed);
  return changed;
}

/** Deletes entries and adds the deletions to the change feed. Unknown IDs are ignored. */
export async function deleteEntries(
  database: PlatformDatabase,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  for (const chunk of chunks([...ids], CHUNK)) {
    await database.query.transaction().execute(async (trx) => {
      const last = await lockRevision(trx, projectId);
      await removeRows(trx, projectId, chunk, last);
      // Entries that an undo has already removed here still have to be removed in the dashboard.
      await trx
        .deleteFrom("platform_import_change")
        .where("project_id", "=", projectId)
        .where("entry_id", "in", chunk)
        .where("is_removed", "=", 0)
        .execute();
    });
  }
}

/**
 * Deletes entries with a transaction that began with `lockRevision`, which returned `last`.
 * @param ids at most as many as a statement takes
 */
export async function removeRows(
  trx: PlatformQuery,
  projectId: string,
  ids: readonly string[],
  last: number,
): Promise<void> {
  if (ids.length === 0) return;
  const deleted = await trx
    .deleteFrom("platform_entry")
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .returning("id")
    .execute();
  if (deleted.length === 0) return;
  const rows = deleted.map(({ id }, index) => ({
    project_id: projectId,
    id,
    revision: last + index + 1,
  }));
  await trx.insertInto("platform_deletion").values(rows).execute();
  await trx
    .deleteFrom("platform_submission")
    .where("project_id", "=", projectId)
    .where("entry_id", "in", ids)
    .execute();
  await saveRevision(trx, projectId, last + rows.length);
}

/**
 * Returns one page of the export, newest first, undated entries last. A date filter excludes undated
 * entries. See docs/contract/platform.md, "List feedback".
 */
export async function exportPage(
  query: PlatformQuery,
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
