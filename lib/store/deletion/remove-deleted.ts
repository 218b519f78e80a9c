import "server-only";
import type { StoreQuery } from "../schema/schema.ts";
import { changeSomeItems, removeItems } from "./remove-items.ts";

/**
 * Removes items that were marked as deleted on the platform before `before`, with their history, at
 * most `limit` of a project in one transaction.
 * @param record called before the transaction commits, if it removes something
 * @returns the number of removed items; 0 when none is left
 */
export function removeDeletedItems(
  query: StoreQuery,
  before: number,
  limit: number,
  record?: (trx: StoreQuery) => Promise<void>,
): Promise<number> {
  return changeSomeItems(
    query,
    (eb) => eb("deleted_at", "<", before),
    limit,
    async (trx, projectId, ids) => void (await removeItems(trx, projectId, ids)),
    record,
  );
}
