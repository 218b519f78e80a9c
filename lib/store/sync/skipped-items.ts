import "server-only";
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import type { SkippedItem } from "../../contract/api/skipped-items.ts";
import { stripNul } from "../../database/dialect.ts";
import { NotFound } from "../../errors.ts";
import { maskAddresses } from "../../text/email-addresses.ts";
import { storable } from "../../text/storable.ts";
import { decodeCursor, encodeCursor, invalidCursor } from "../cursor.ts";
import type { QuarantineTable } from "../schema/feedback.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";

/** An entry from the platform that can't be stored as feedback. */
export interface RejectedEntry {
  /** The entry's ID, if it has a usable one. */
  entryId: string | null;
  /** Its JSON text. */
  raw: string;
  /** The reason, for display. */
  reason: string;
}

/** One page of the list of skipped items. */
export interface SkippedItemList {
  entries: SkippedItem[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** Entries that couldn't be read, for people to review. */
export interface SkippedItems {
  /**
   * Returns entries that weren't dismissed, most recently first seen first. The text is as received,
   * with email addresses masked.
   * @param options.cursor from the previous page; null for the first
   * @throws {InvalidRequest} if the cursor is invalid
   */
  list(
    projectId: string,
    options: { limit: number; cursor: string | null },
  ): Promise<SkippedItemList>;
  count(projectId: string): Promise<number>;
  /**
   * Hides an entry until its text changes.
   * @param record called before the transaction commits
   * @throws {NotFound} if it isn't skipped
   */
  dismiss(
    projectId: string,
    id: string,
    record?: (trx: StoreQuery) => Promise<void>,
  ): Promise<void>;
}

/** Characters of raw text stored per entry. */
const MAX_RAW_LENGTH = 65_536;
/** Entries stored per project, so that a broken platform can't fill the disk. */
const MAX_ENTRIES = 1_000;

export function createSkippedItems(
  { query }: StoreDatabase,
  clock: { now(): number },
): SkippedItems {
  return {
    list: async (projectId, { limit, cursor }) => {
      let rest = query
        .selectFrom("quarantine")
        .selectAll()
        .where("project_id", "=", projectId)
        .where("dismissed_at", "is", null);
      if (cursor !== null) {
        const { at, id } = positionOf(cursor);
        rest = rest.where(sql<boolean>`(first_seen_at, id) < (${at}, ${id})`);
      }
      // Not by `last_seen_at`, which changes while someone pages through the list.
      const rows = await rest
        .orderBy("first_seen_at", "desc")
        .orderBy("id", "desc")
        .limit(limit + 1)
        .execute();
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const more = rows.length > limit && last;
      return {
        entries: page.map(entryOf),
        nextCursor: more ? encodeCursor([last.first_seen_at, last.id]) : null,
      };
    },

    count: async (projectId) => {
      const { count } = await query
        .selectFrom("quarantine")
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .where("project_id", "=", projectId)
        .where("dismissed_at", "is", null)
        .executeTakeFirstOrThrow();
      return count;
    },

    dismiss: (projectId, id, record) =>
      query.transaction().execute(async (trx) => {
        const dismissed = await trx
          .updateTable("quarantine")
          .set({ dismissed_at: clock.now() })
          .where("project_id", "=", projectId)
          .where("id", "=", stripNul(id))
          .executeTakeFirst();
        if (dismissed.numUpdatedRows === 0n)
          throw new NotFound("This item is no longer skipped. Reload the page.");
        await record?.(trx);
      }),
  };
}

function entryOf(row: Selectable<QuarantineTable>): SkippedItem {
  return {
    id: row.id,
    entryId: row.entry_id === null ? null : maskAddresses(row.entry_id),
    raw: maskAddresses(row.raw),
    reason: row.reason,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
  };
}

function positionOf(cursor: string): { at: number; id: string } {
  const [at, id] = decodeCursor(cursor);
  if (typeof at !== "number" || typeof id !== "string" || stripNul(id) !== id)
    throw invalidCursor();
  return { at, id };
}

/** Returns the ID under which a text is stored. */
export function skippedItemId(raw: string): string {
  return createHash("sha256").update(raw).digest("hex");
}

/** Stores each text once, and per ID only the latest text. */
export async function addSkippedItems(
  trx: StoreQuery,
  projectId: string,
  rejected: RejectedEntry[],
  observedAt: number,
): Promise<void> {
  for (const { entryId, raw, reason } of rejected) {
    const id = skippedItemId(raw);
    if (entryId !== null) {
      await trx
        .deleteFrom("quarantine")
        .where("project_id", "=", projectId)
        .where("entry_id", "=", entryId)
        .where("id", "!=", id)
        .execute();
    }
    await trx
      .insertInto("quarantine")
      .values({
        project_id: projectId,
        id,
        entry_id: entryId,
        raw: storable(raw.slice(0, MAX_RAW_LENGTH)),
        reason,
        first_seen_at: observedAt,
        last_seen_at: observedAt,
        dismissed_at: null,
      })
      .onConflict((conflict) =>
        conflict.columns(["project_id", "id"]).doUpdateSet({ last_seen_at: observedAt }),
      )
      .execute();
  }
  if (rejected.length > 0) await deleteOldest(trx, projectId);
}

/** Removes entries from the skipped items that have since arrived in a valid form. */
export async function releaseValid(
  trx: StoreQuery,
  projectId: string,
  entries: { entry: { id: string } }[],
): Promise<void> {
  if (entries.length === 0) return;
  await trx
    .deleteFrom("quarantine")
    .where("project_id", "=", projectId)
    .where(
      "entry_id",
      "in",
      entries.map(({ entry }) => storable(entry.id)),
    )
    .execute();
}

async function deleteOldest(trx: StoreQuery, projectId: string): Promise<void> {
  const newestExcess = await trx
    .selectFrom("quarantine")
    .select(["last_seen_at", "id"])
    .where("project_id", "=", projectId)
    .orderBy("last_seen_at", "desc")
    .orderBy("id", "desc")
    .offset(MAX_ENTRIES)
    .limit(1)
    .executeTakeFirst();
  if (!newestExcess) return;
  await trx
    .deleteFrom("quarantine")
    .where("project_id", "=", projectId)
    // One page can have more than the limit, all seen at the same time.
    .where(sql<boolean>`(last_seen_at, id) <= (${newestExcess.last_seen_at}, ${newestExcess.id})`)
    .execute();
}
