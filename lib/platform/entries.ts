import "server-only";
import { type Insertable, type Kysely, sql } from "kysely";
import { parseInstant } from "../contract/platform/dates.ts";
import type { FeedbackEntry, FeedbackPage } from "../contract/platform/feedback.ts";
import { STATUSES } from "../contract/platform/vocabulary.ts";
import { chunks } from "../database/chunks.ts";
import type { Database } from "../database/open.ts";
import { InvalidRequest } from "../errors.ts";
import { writeCursor } from "./cursor.ts";
import type { ExportQuery } from "./export-query.ts";
import type { PlatformEntryTable, PlatformSchema } from "./schema.ts";

/** The earliest instant that a date can be. */
const EARLIEST = -8.64e15;

/** Where entries without a date stand: after all others, newest first. */
const UNDATED = EARLIEST - 1;

/** A strict entry as it is kept. Its `createdAt` is null or what `parseInstant` reads. */
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

/** Entries that one statement reads or writes. */
const CHUNK = 300;

/**
 * Gives entries of the project another review status, in the column and in what is exported alike.
 * Entries that the project does not have are left out.
 * @throws {InvalidRequest} for a status that the interface does not have
 */
export async function setStatuses(
  database: Database<PlatformSchema>,
  projectId: string,
  ids: readonly string[],
  status: string,
): Promise<void> {
  const known = STATUSES.find((each) => each === status);
  if (!known) throw new InvalidRequest(`status: must be one of ${STATUSES.join(", ")}`);
  // In one order for all, or two writers at once could wait for each other.
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

/** What imports have changed since a revision of the project. */
export interface ImportedChanges {
  /** The project's revision now, to ask from the next time. */
  revision: number;
  /** The dates of what changed, `to` exclusive; null where some of it has no date. */
  dates: { from: number; to: number } | null;
}

/** What imports changed after `revision`; null where they changed nothing. */
export async function changesSince(
  query: Kysely<PlatformSchema>,
  projectId: string,
  revision: number,
): Promise<ImportedChanges | null> {
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
