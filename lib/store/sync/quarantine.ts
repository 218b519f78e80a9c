import "server-only";
import { createHash } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import type { QuarantinedEntry } from "../../contract/api/quarantine.ts";
import { stripNul } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import { NotFound } from "../../errors.ts";
import { maskAddresses } from "../../text/email-addresses.ts";
import { decodeCursor, encodeCursor, invalidCursor } from "../cursor.ts";
import type { QuarantineTable, StoreSchema } from "../schema.ts";

/** Something the platform gave as an entry that cannot be kept as one. */
export interface RejectedEntry {
  /** The identifier it carries, where there is one that can be kept. */
  entryId: string | null;
  /** Its JSON text. */
  raw: string;
  /** For a person: what is wrong with it. */
  reason: string;
}

export interface QuarantinePage {
  entries: QuarantinedEntry[];
  /** Null at the end. */
  nextCursor: string | null;
}

/** What the mirror had to set aside, for people to look at. */
export interface Quarantine {
  /**
   * Those that were seen for the first time last come first; those set aside do not. The text is as it
   * was received, but for the names in e-mail addresses.
   * @param options.cursor the page before's; null for the first
   * @throws {InvalidRequest} for a cursor that is none
   */
  list(
    projectId: string,
    options: { limit: number; cursor: string | null },
  ): Promise<QuarantinePage>;
  count(projectId: string): Promise<number>;
  /**
   * Sets one aside for good: it is not shown again as long as it comes exactly as it is.
   * @throws {NotFound}
   */
  dismiss(projectId: string, id: string): Promise<void>;
}

/** Characters of raw text that are kept of one. */
const KEPT_RAW = 65_536;
/** Most that are kept of a project: one that sends nothing else must not fill the disk. */
const MOST_KEPT = 1_000;

export function createQuarantine(
  { query }: Database<StoreSchema>,
  clock: { now(): number },
): Quarantine {
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
      // Not by when they were seen last, which changes while one pages through them.
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

    dismiss: async (projectId, id) => {
      const dismissed = await query
        .updateTable("quarantine")
        .set({ dismissed_at: clock.now() })
        .where("project_id", "=", projectId)
        .where("id", "=", stripNul(id))
        .executeTakeFirst();
      if (dismissed.numUpdatedRows === 0n) throw new NotFound("It is not in quarantine any more.");
    },
  };
}

function entryOf(row: Selectable<QuarantineTable>): QuarantinedEntry {
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

/** Keeps each text once, and of an identifier only its newest text. */
export async function keepRejected(
  trx: Kysely<StoreSchema>,
  projectId: string,
  rejected: RejectedEntry[],
  observedAt: number,
): Promise<void> {
  for (const { entryId, raw, reason } of rejected) {
    const id = createHash("sha256").update(raw).digest("hex");
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
        raw: stripNul(raw.slice(0, KEPT_RAW)).toWellFormed(),
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
  if (rejected.length > 0) await forgetOldest(trx, projectId);
}

/** Lets go of what has arrived in order since. */
export async function releaseSound(
  trx: Kysely<StoreSchema>,
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
      entries.map(({ entry }) => stripNul(entry.id).toWellFormed()),
    )
    .execute();
}

async function forgetOldest(trx: Kysely<StoreSchema>, projectId: string): Promise<void> {
  const first = await trx
    .selectFrom("quarantine")
    .select("last_seen_at")
    .where("project_id", "=", projectId)
    .orderBy("last_seen_at", "desc")
    .offset(MOST_KEPT)
    .limit(1)
    .executeTakeFirst();
  if (!first) return;
  await trx
    .deleteFrom("quarantine")
    .where("project_id", "=", projectId)
    .where("last_seen_at", "<=", first.last_seen_at)
    .execute();
}
