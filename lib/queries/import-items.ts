import { addEmptied, type EmptiedCounts } from "../contract/api/erasable-fields.ts";
import type { ImportBatch, ImportCheck, ImportItem, ImportResult } from "../contract/api/import.ts";
import { MAX_IMPORT_ITEMS } from "../contract/api/limits.ts";
import { checkImport, importFeedback } from "../contract/api/start-routes.ts";
import { request } from "./request.ts";

/** Characters of one request's items. A request can have 2,000,000 bytes. */
const BATCH_LENGTH = 500_000;

/** A file's items, and how they are imported. */
export interface ItemsToImport extends Pick<ImportBatch, "source" | "mayErase"> {
  projectId: string;
  items: readonly ImportItem[];
}

/** The combined effect of importing a file's items. */
export type ItemsCheck = Omit<ImportCheck, "rejected"> & { rejected: number };

/**
 * Imports items in batches, one after the other, as one import.
 * @param file.unreadable rows of the file that aren't items
 * @param file.decisions what the reader of the file decided, in sentences
 * @param onBatch called with the result of each batch, and with the number of items that were sent
 * @param stopped ends the import after the batch that is being sent, whose result is still reported
 */
export async function importItems(
  file: ItemsToImport & { name: string; unreadable: number; decisions: string[] },
  onBatch: (result: ImportResult, sent: number) => void,
  stopped: AbortSignal,
): Promise<void> {
  const { projectId, name, items, unreadable, decisions, source, mayErase } = file;
  const part = { key: crypto.randomUUID(), rows: items.length, unreadable, decisions };
  let sent = 0;
  for (const batch of batchesOf(items)) {
    if (stopped.aborted) return;
    const body = { file: loggable(name), items: batch, source, mayErase, import: part };
    const result = await request(importFeedback, { params: { projectId }, body });
    sent += batch.length;
    onBatch(result, sent);
  }
}

/** Says what importing the items would do, and changes nothing. */
export async function checkItems(
  { projectId, items, source, mayErase }: ItemsToImport,
  signal: AbortSignal,
): Promise<ItemsCheck> {
  const total = { added: 0, updated: 0, unchanged: 0, deleted: 0, rejected: 0 };
  const emptied: EmptiedCounts = {};
  let knownWithoutSource = 0;
  // Of items with the same ID, only the last is imported. Counting each would report the earlier ones as replaced
  // although nothing is stored.
  const byId = Map.groupBy(items, (item) => item.value.id ?? item);
  const last = byId.values().flatMap((same) => same.slice(-1));
  for (const batch of batchesOf(last)) {
    const body = { items: batch, source, mayErase };
    const check = await request(checkImport, { params: { projectId }, body, signal });
    total.added += check.added;
    total.updated += check.updated;
    total.unchanged += check.unchanged;
    total.deleted += check.deleted;
    total.rejected += check.rejected.length;
    knownWithoutSource += check.knownWithoutSource;
    addEmptied(emptied, check.emptied);
  }
  return { ...total, emptied, knownWithoutSource };
}

function loggable(name: string): string {
  return (
    name
      .replaceAll(/\p{Cc}/gu, "")
      .slice(0, 200)
      .toWellFormed() || "a file"
  );
}

function* batchesOf(items: Iterable<ImportItem>): Generator<ImportItem[]> {
  let batch: ImportItem[] = [];
  let length = 0;
  for (const item of items) {
    const own = JSON.stringify(item).length;
    if (batch.length === MAX_IMPORT_ITEMS || (batch.length > 0 && length + own > BATCH_LENGTH)) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(item);
    length += own;
  }
  if (batch.length > 0) yield batch;
}
