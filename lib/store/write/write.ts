import "server-only";
import { randomUUID } from "node:crypto";
import type { Insertable } from "kysely";
import type { ReceivedEntry } from "../../contract/platform/feedback.ts";
import { chunks } from "../../database/chunks.ts";
import { type PageNameRules, pageNameOf } from "../../docs-site/page-name.ts";
import { createPause } from "../../pause.ts";
import { searchable } from "../../text/searchable.ts";
import { storable } from "../../text/storable.ts";
import type { FeedbackTable } from "../schema/feedback.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { deletedAmong, markDeletedObserved, type SeenItem } from "./deleted-items.ts";
import { type FoundNoise, noiseColumns, withoutRestored } from "./noise.ts";
import { readPageRules } from "./page-rules.ts";
import { changedAfterSync, notePlatformChanges, statusAfterSync } from "./platform-status.ts";
import { receivedInstant, UNDATED } from "./received-instant.ts";
import { type ItemBefore, noteReworded, READER_COLUMNS } from "./reworded.ts";
import { recordUnwritten } from "./status-writes.ts";
import { indexFeedbackText, lockFeedbackWrites } from "./write-lock.ts";

type NewRow = Insertable<FeedbackTable> & { platform_status: string };

/** An entry of the export, parsed and as received. */
export interface MirroredEntry {
  entry: ReceivedEntry;
  /** JSON text with all keys. */
  raw: string;
  /** The reasons that the reader chose beside the entry. No export has them. */
  reasons?: readonly string[];
  /** Why it looks like noise. */
  noise?: FoundNoise | null;
  /** Whether it says nothing but that the documentation is good. */
  isPraise?: boolean;
}

/** The changes that storing an export page made. */
export interface ExportPageChanges {
  /** New items. */
  added: number;
  /** Items whose content changed. */
  changed: number;
  /** When each item was last observed before; -1 for new items. */
  previouslyObservedAt: number[];
  /** When each item was first seen, in the order of the page; its own time for new items. */
  firstSeenAt: number[];
}

/** Compiling a statement of 500 rows would hold up requests for tens of milliseconds. */
const ROWS_PER_STATEMENT = 150;

/** Facts about entries that only a change feed has. */
export interface FeedReading {
  /** Until when the entries were known not to change; null if that isn't known. */
  unchangedUntil: number | null;
  /** IDs of entries whose status the team wrote. It says nothing about the team's decisions. */
  teamStatuses: ReadonlySet<string>;
}

/**
 * Writes entries that were requested at `observedAt`. Of duplicate IDs the last one counts. Entries of
 * an export that are not newer than the stored item are ignored; those of a change feed are always
 * newer, whatever the clock says. Items that someone deleted are ignored; for unchanged entries only the
 * time is written.
 * @param trx the caller's transaction, so that items and cursor are committed together
 * @param feed null if the entries are from an export
 */
export async function upsertFeedback(
  trx: StoreQuery,
  projectId: string,
  entries: MirroredEntry[],
  observedAt: number,
  feed: FeedReading | null = null,
): Promise<ExportPageChanges> {
  await lockFeedbackWrites(trx, projectId);
  // Under the lock: the recount of pages finds everything that was named by earlier rules.
  const pageRules = await readPageRules(trx, projectId);
  const rows = new Map<string, NewRow>();
  const pause = createPause();
  for (const { entry, raw, reasons = [], noise = null, isPraise = false } of entries) {
    await pause();
    const row = rowOf({ projectId, pageRules, observedAt }, entry, raw);
    const chosen = reasons.length > 0 ? JSON.stringify(reasons) : null;
    rows.set(row.id, { ...row, reasons: chosen, ...noiseColumns(noise), praise: Number(isPraise) });
  }
  const counts: ExportPageChanges = {
    added: 0,
    changed: 0,
    previouslyObservedAt: [],
    firstSeenAt: [],
  };
  for (const chunk of chunks([...rows.values()], ROWS_PER_STATEMENT)) {
    const stored = await storedOf(trx, projectId, chunk);
    const ids = chunk.map(({ id }) => id);
    const deleted = await deletedAmong(trx, projectId, ids);
    const before = new Map<string, SeenItem>([...stored, ...deleted]);
    const isUnchanged = ({ id, raw, reasons }: NewRow) => {
      const known = stored.get(id);
      return deleted.has(id) || (known?.raw === raw && known.reasons === reasons);
    };
    const unchanged = chunk.filter(isUnchanged).map(({ id }) => id);
    const isByTeam = ({ id }: { id: string }) => feed?.teamStatuses.has(id) ?? false;
    const byPlatform = chunk.filter((row) => !isByTeam(row));
    await notePlatformChanges(trx, projectId, byPlatform, observedAt, feed);
    await markDeletedObserved(trx, projectId, [...deleted.keys()], observedAt);
    await markObserved(trx, projectId, unchanged, observedAt, feed !== null);
    const byTeam = chunk.filter(isByTeam);
    await correctStatuses(trx, projectId, { written: byTeam, stored, at: observedAt });
    for (const rows of [byPlatform, byTeam]) {
      const differing = rows.filter((row) => !isUnchanged(row));
      const changed = await withoutRestored(trx, projectId, differing);
      if (changed.length === 0) continue;
      const ids = await write(trx, changed, feed, rows !== byPlatform);
      for (const id of ids) {
        if (before.has(id)) counts.changed += 1;
        else counts.added += 1;
      }
      const written = changed.filter(({ id }) => ids.has(id));
      const found = { at: observedAt, isWritable: feed !== null };
      await noteReworded(trx, projectId, { before: stored, written }, found);
    }
    counts.previouslyObservedAt.push(...ids.map((id) => before.get(id)?.observed_at ?? -1));
    counts.firstSeenAt.push(...ids.map((id) => before.get(id)?.first_seen_at ?? observedAt));
  }
  await indexFeedbackText(trx);
  return counts;
}

/**
 * Records that the platform had these items at `observedAt`, and unmarks deleted ones.
 * @param always also if they were observed later, as by a clock that was ahead
 */
export async function markObserved(
  trx: StoreQuery,
  projectId: string,
  ids: string[],
  observedAt: number,
  always = false,
): Promise<void> {
  if (ids.length === 0) return;
  let update = trx
    .updateTable("feedback")
    .set({ observed_at: observedAt, deleted_at: null })
    .where("project_id", "=", projectId)
    .where("id", "in", ids);
  if (!always) update = update.where("observed_at", "<", observedAt);
  await update.execute();
}

/**
 * @param isByTeam whether the team wrote the statuses, so that the team's own status stays
 * @returns the IDs of the items that were written
 */
async function write(
  trx: StoreQuery,
  rows: NewRow[],
  feed: FeedReading | null,
  isByTeam: boolean,
): Promise<Set<string>> {
  const written = await trx
    .insertInto("feedback")
    .values(rows)
    .onConflict((conflict) => {
      const update = conflict.columns(["project_id", "id"]).doUpdateSet(({ ref }) => ({
        source: ref("excluded.source"),
        team_status: isByTeam ? ref("feedback.team_status") : statusAfterSync,
        platform_status: ref("excluded.platform_status"),
        platform_changed_after: isByTeam
          ? ref("feedback.platform_changed_after")
          : changedAfterSync(feed?.unchangedUntil ?? null),
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
        reasons: ref("excluded.reasons"),
        noise: ref("excluded.noise"),
        noise_key: ref("excluded.noise_key"),
        praise: ref("excluded.praise"),
        observed_at: ref("excluded.observed_at"),
        deleted_at: null,
      }));
      return feed ? update : update.whereRef("feedback.observed_at", "<", "excluded.observed_at");
    })
    .returning("id")
    .execute();
  return new Set(written.map(({ id }) => id));
}

/** Records the statuses of entries to which the team's earlier one was written last, as by two processes at once. */
async function correctStatuses(
  trx: StoreQuery,
  projectId: string,
  entries: {
    written: readonly NewRow[];
    stored: ReadonlyMap<string, StoredItem>;
    at: number;
  },
): Promise<void> {
  const outdated = entries.written.flatMap(({ id, platform_status: written }) => {
    const status = entries.stored.get(id)?.team_status ?? written;
    return status === written ? [] : [{ id, status }];
  });
  const statuses = [...Map.groupBy(outdated, ({ status }) => status)].map(
    ([status, items]) => [status, items.map(({ id }) => id)] as const,
  );
  await recordUnwritten(trx, projectId, { id: randomUUID(), at: entries.at }, new Map(statuses));
}

type StoredItem = SeenItem & ItemBefore & { raw: string };

async function storedOf(
  trx: StoreQuery,
  projectId: string,
  rows: { id: string }[],
): Promise<Map<string, StoredItem>> {
  const ids = rows.map(({ id }) => id);
  const known = await trx
    .selectFrom("feedback")
    .select(["id", "raw", "team_status", "observed_at", "first_seen_at", ...READER_COLUMNS])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  return new Map(known.map((row) => [row.id, row]));
}

/** Returns the row of an entry that was requested at `observedAt`. */
export function rowOf(
  of: { projectId: string; pageRules: PageNameRules; observedAt: number },
  entry: ReceivedEntry,
  raw: string,
): NewRow {
  const { projectId, pageRules, observedAt } = of;
  const path = storable(entry.path);
  const page = pageNameOf(path, pageRules);
  const createdAt = receivedInstant(entry.createdAt);
  return {
    project_id: projectId,
    id: storable(entry.id),
    source: storable(entry.source),
    team_status: storable(entry.status),
    platform_status: storable(entry.status),
    path,
    page,
    comment: cleanOrNull(entry.comment),
    created_at: createdAt,
    sort_at: createdAt ?? UNDATED,
    helpful: typeof entry.helpful === "boolean" ? Number(entry.helpful) : null,
    contact: cleanOrNull(entry.contact),
    code: cleanOrNull(entry.code),
    filename: cleanOrNull(entry.filename),
    lang: cleanOrNull(entry.lang),
    search_text: searchTextOf({ comment: entry.comment, page, code: entry.code }),
    raw: raw.replaceAll("\0", "\\u0000").toWellFormed(),
    first_seen_at: observedAt,
    observed_at: observedAt,
  };
}

/** Returns the text of an item that searches read. */
export function searchTextOf(item: {
  comment?: string | null;
  page: string;
  code?: string | null;
}): string {
  return searchable([item.comment ?? "", item.page, item.code ?? ""].join("\n"));
}

function cleanOrNull(text: string | null | undefined): string | null {
  return typeof text === "string" ? storable(text) : null;
}
