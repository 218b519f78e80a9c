import "server-only";
import type { StoreQuery } from "../schema/schema.ts";
import { receivedInstant, UNDATED } from "../write/received-instant.ts";
import type { MirroredEntry } from "../write/write.ts";
import { changeSomeItems } from "./remove-items.ts";

/** Returns an entry without its contact if it's from before `before`. Undated entries are. */
export function withoutOldContact(mirrored: MirroredEntry, before: number): MirroredEntry {
  const { entry, raw, ...rest } = mirrored;
  const date = receivedInstant(entry.createdAt) ?? UNDATED;
  if (typeof entry.contact !== "string" || date >= before) return mirrored;
  return { ...rest, entry: { ...entry, contact: null }, raw: rawWithoutContact(raw) };
}

/**
 * Removes the contacts of items from before `before`, at most `limit` of a project in one transaction.
 * @param record called before the transaction commits, if it removes something
 * @returns the number of changed items; 0 when none is left
 */
export function removeOldContacts(
  query: StoreQuery,
  before: number,
  limit: number,
  record?: (trx: StoreQuery) => Promise<void>,
): Promise<number> {
  return changeSomeItems(
    query,
    (eb) => eb.and([eb("contact", "is not", null), eb("sort_at", "<", before)]),
    limit,
    removeContacts,
    record,
  );
}

async function removeContacts(trx: StoreQuery, projectId: string, ids: string[]): Promise<void> {
  const rows = await trx
    .selectFrom("feedback")
    .select(["id", "raw"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  for (const { id, raw } of rows) {
    await trx
      .updateTable("feedback")
      .set({ contact: null, raw: rawWithoutContact(raw) })
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
  }
}

function rawWithoutContact(raw: string): string {
  return JSON.stringify({ ...JSON.parse(raw), contact: null });
}
