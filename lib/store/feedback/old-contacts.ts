import "server-only";
import type { Kysely } from "kysely";
import type { StoreSchema } from "../schema.ts";
import { receivedInstant, UNDATED } from "./received-instant.ts";
import type { MirroredEntry } from "./write.ts";
import { lockFeedbackWrites } from "./write-lock.ts";

/** Returns an entry without its contact if it's from before `before`. Undated entries are. */
export function withoutOldContact(mirrored: MirroredEntry, before: number): MirroredEntry {
  const { entry, raw } = mirrored;
  const date = receivedInstant(entry.createdAt) ?? UNDATED;
  if (typeof entry.contact !== "string" || date >= before) return mirrored;
  return { entry: { ...entry, contact: null }, raw: rawWithoutContact(raw) };
}

/**
 * Removes the contacts of items from before `before`, at most `limit` of a project in one transaction.
 * @param record called before the transaction commits, if it removes something
 * @returns the number of changed items; 0 when none is left
 */
export async function removeOldContacts(
  query: Kysely<StoreSchema>,
  before: number,
  limit: number,
  record?: (trx: Kysely<StoreSchema>) => Promise<void>,
): Promise<number> {
  const found = await query
    .selectFrom("feedback")
    .select("project_id")
    .where("contact", "is not", null)
    .where("sort_at", "<", before)
    .limit(1)
    .executeTakeFirst();
  if (!found) return 0;
  const { project_id: projectId } = found;
  return query.transaction().execute(async (trx) => {
    await lockFeedbackWrites(trx, projectId);
    const rows = await trx
      .selectFrom("feedback")
      .select(["id", "raw"])
      .where("project_id", "=", projectId)
      .where("contact", "is not", null)
      .where("sort_at", "<", before)
      .limit(limit)
      .execute();
    for (const { id, raw } of rows) {
      await trx
        .updateTable("feedback")
        .set({ contact: null, raw: rawWithoutContact(raw) })
        .where("project_id", "=", projectId)
        .where("id", "=", id)
        .execute();
    }
    if (rows.length > 0) await record?.(trx);
    return rows.length;
  });
}

function rawWithoutContact(raw: string): string {
  return JSON.stringify({ ...JSON.parse(raw), contact: null });
}
