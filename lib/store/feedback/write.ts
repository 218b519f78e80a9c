import "server-only";
import type { Insertable, Kysely } from "kysely";
import type { ReceivedEntry } from "../../contract/platform/feedback.ts";
import { chunks } from "../../database/chunks.ts";
import { stripNul } from "../../database/dialect.ts";
import { indexQueuedText } from "../../database/text-index.ts";
import { searchable } from "../../text/searchable.ts";
import type { FeedbackTable, StoreSchema } from "../schema.ts";
import { documentationPageOf } from "./documentation-page.ts";
import { notePlatformChanges, statusAfterSync } from "./platform-status.ts";
import { receivedInstant, UNDATED } from "./received-instant.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/** An entry of the export: as it was understood, and as it was received. */
export interface MirroredEntry {
  entry: ReceivedEntry;
  /** JSON text with every key and character of it. */
  raw: string;
}

/** What a page did to the store. */
export interface ExportPageChanges {
  /** Entries that are new. */
  added: number;
  /** Entries that came with another content than before. */
  changed: number;
  /** When each entry had been observed before; -1 for a new one. */
  previouslyObservedAt: number[];
}

/** Rows per statement: 19 columns each, well under either engine's limit of parameters. */
const CHUNK = 500;

/**
 * Writes entries as read at `observedAt`; an id that occurs twice counts with its last reading. A
 * reading that is not newer than what the store holds loses, and of an entry that came as before
 * only the time of reading is written.
 * @param trx of the caller, so that entries and cursor are committed together
 */
export async function upsertFeedback(
  trx: Kysely<StoreSchema>,
  projectId: string,
  entries: MirroredEntry[],
  observedAt: number,
): Promise<ExportPageChanges> {
  const rows = new Map<string, Insertable<FeedbackTable>>();
  for (const { entry, raw } of entries) {
    const row = rowOf(projectId, entry, raw, observedAt);
    rows.set(row.id, row);
  }
  await lockFeedbackWrites(trx, projectId);
  const counts: ExportPageChanges = { added: 0, changed: 0, previouslyObservedAt: [] };
  for (const chunk of chunks([...rows.values()], CHUNK)) {
    const before = await knownOf(trx, projectId, chunk);
    const isSame = (row: Insertable<FeedbackTable>) => before.get(row.id)?.raw === row.raw;
    const same = chunk.filter(isSame).map(({ id }) => id);
    await notePlatformChanges(trx, projectId, chunk, observedAt);
    await markObserved(trx, projectId, same, observedAt);
    const other = chunk.filter((row) => !isSame(row));
    for (const { first_seen_at } of other.length > 0 ? await write(trx, other) : []) {
      // An updated row was seen before `observedAt`, or the update would have lost.
      if (first_seen_at === observedAt) counts.added += 1;
      else counts.changed += 1;
    }
    counts.previouslyObservedAt.push(...chunk.map(({ id }) => before.get(id)?.observed_at ?? -1));
  }
  await indexFeedbackText(trx);
  return counts;
}

/** Notes that the platform has these entries at `observedAt`; those that were gone are back. */
export async function markObserved(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: string[],
  observedAt: number,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("feedback")
    .set({ observed_at: observedAt, deleted_at: null })
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("observed_at", "<", observedAt)
    .execute();
}

/**
 * Indexes the text of what was written to `feedback`; belongs at the end of every transaction that
 * writes there, or a search does not find it until the next one does.
 */
export async function indexFeedbackText(trx: Kysely<StoreSchema>): Promise<void> {
  await indexQueuedText(
    trx,
    "feedback_fact",
    `select fact.key, feedback.search_text as text from feedback_fact as fact
      join feedback on feedback.project_id = fact.project_id and feedback.id = fact.id`,
  );
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
          team_status: statusAfterSync,
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
          deleted_at: null,
        }))
        .whereRef("feedback.observed_at", "<", "excluded.observed_at"),
    )
    .returning(["id", "first_seen_at"])
    .execute();
}

async function knownOf(
  trx: Kysely<StoreSchema>,
  projectId: string,
  rows: { id: string }[],
): Promise<Map<string, { raw: string; observed_at: number }>> {
  const ids = rows.map(({ id }) => id);
  const known = await trx
    .selectFrom("feedback")
    .select(["id", "raw", "observed_at"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  return new Map(known.map(({ id, ...row }) => [id, row]));
}

/** The row of an entry that was read at `observedAt`. */
export function rowOf(
  projectId: string,
  entry: ReceivedEntry,
  raw: string,
  observedAt: number,
): Insertable<FeedbackTable> {
  const path = kept(entry.path);
  const page = documentationPageOf(path);
  const createdAt = receivedInstant(entry.createdAt);
  return {
    project_id: projectId,
    id: kept(entry.id),
    source: kept(entry.source),
    team_status: kept(entry.status),
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
  return stripNul(text).toWellFormed();
}

function keptOrNull(text: string | null | undefined): string | null {
  return typeof text === "string" ? kept(text) : null;
}
