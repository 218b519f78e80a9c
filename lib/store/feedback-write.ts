import "server-only";
import type { Insertable, Kysely } from "kysely";
import type { ReceivedEntry } from "../contract/feedback.ts";
import { storable } from "../database/dialect.ts";
import { pageOf } from "./page-of.ts";
import { notePlatformChanges, statusAfterReading } from "./platform-status.ts";
import { receivedInstant, UNDATED } from "./received-instant.ts";
import type { FeedbackTable, StoreSchema } from "./schema.ts";
import { searchable } from "./search-text.ts";

/** An entry of the export: as it was understood, and its JSON text exactly as received. */
export interface MirroredEntry {
  entry: ReceivedEntry;
  raw: string;
}

/** Rows per statement: 19 columns each, well under either engine's limit of parameters. */
const CHUNK = 500;

/**
 * Writes entries as read at `observedAt`; an id that occurs twice counts with its last reading. A
 * reading that is not newer than what the store holds loses.
 * @param trx of the caller, so that entries and cursor are committed together
 * @returns how many entries are new, and how many came with another content than before
 */
export async function upsertFeedback(
  trx: Kysely<StoreSchema>,
  projectId: string,
  entries: MirroredEntry[],
  observedAt: number,
): Promise<{ added: number; changed: number }> {
  const rows = new Map<string, Insertable<FeedbackTable>>();
  for (const { entry, raw } of entries) {
    const row = rowOf(projectId, entry, raw, observedAt);
    rows.set(row.id, row);
  }
  const counts = { added: 0, changed: 0 };
  for (const chunk of chunks([...rows.values()], CHUNK)) {
    const before = await rawById(trx, projectId, chunk);
    await notePlatformChanges(trx, projectId, chunk, observedAt);
    for (const { id, first_seen_at } of await write(trx, chunk)) {
      // An updated row was seen before `observedAt`, or the update would have lost.
      if (first_seen_at === observedAt) counts.added += 1;
      else if (before.get(id) !== rows.get(id)?.raw) counts.changed += 1;
    }
  }
  return counts;
}

function write(trx: Kysely<StoreSchema>, rows: Insertable<FeedbackTable>[]) {
  return trx
    .insertInto("feedback")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "id"])
        .doUpdateSet(({ ref }) => ({
          source: ref("excluded.source"),
          status: statusAfterReading,
          platform_status: ref("excluded.platform_status"),
          path: ref("excluded.path"),
          page: ref("excluded.page"),
          comment: ref("excluded.comment"),
          created_at: ref("excluded.created_at"),
          sort_at: ref("excluded.sort_at"),
          helpful: ref("excluded.helpful"),
          contact: ref("excluded.contact"),
          code: ref("excluded.code"),
          filename: ref("excluded.filename"),
          lang: ref("excluded.lang"),
          search_text: ref("excluded.search_text"),
          raw: ref("excluded.raw"),
          observed_at: ref("excluded.observed_at"),
        }))
        .whereRef("feedback.observed_at", "<", "excluded.observed_at"),
    )
    .returning(["id", "first_seen_at"])
    .execute();
}

async function rawById(
  trx: Kysely<StoreSchema>,
  projectId: string,
  rows: { id: string }[],
): Promise<Map<string, string>> {
  const ids = rows.map(({ id }) => id);
  const known = await trx
    .selectFrom("feedback")
    .select(["id", "raw"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  return new Map(known.map(({ id, raw }) => [id, raw]));
}

function rowOf(
  projectId: string,
  entry: ReceivedEntry,
  raw: string,
  observedAt: number,
): Insertable<FeedbackTable> {
  const path = kept(entry.path);
  const page = pageOf(path);
  const createdAt = receivedInstant(entry.createdAt);
  return {
    project_id: projectId,
    id: kept(entry.id),
    source: kept(entry.source),
    status: kept(entry.status),
    platform_status: kept(entry.status),
    path,
    page,
    comment: keptOrNull(entry.comment),
    created_at: createdAt,
    sort_at: createdAt ?? UNDATED,
    helpful: typeof entry.helpful === "boolean" ? Number(entry.helpful) : null,
    contact: keptOrNull(entry.contact),
    code: keptOrNull(entry.code),
    filename: keptOrNull(entry.filename),
    lang: keptOrNull(entry.lang),
    search_text: searchable([entry.comment ?? "", page, entry.code ?? ""].join("\n")),
    raw: raw.replaceAll("\0", "\\u0000").toWellFormed(),
    first_seen_at: observedAt,
    observed_at: observedAt,
  };
}

/** Half a surrogate pair reaches neither engine as it was, so that it is replaced here, once. */
function kept(text: string): string {
  return storable(text).toWellFormed();
}

function keptOrNull(text: string | null | undefined): string | null {
  return typeof text === "string" ? kept(text) : null;
}

function chunks<T>(items: T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
