import type { ImportItem, ImportResult } from "../contract/api/import.ts";
import { MAX_IMPORT_ITEMS } from "../contract/api/limits.ts";
import { importFeedback } from "../contract/api/start-routes.ts";
import { request } from "./request.ts";

/** Characters of one request's items. A request can have 2,000,000 bytes. */
const BATCH_LENGTH = 500_000;

/**
 * Imports items in batches, one after the other.
 * @param onBatch called with the result of each batch, and with the number of items that were sent
 * @param stopped ends the import after the batch that is being sent, whose result is still reported
 */
export async function importItems(
  file: { projectId: string; name: string; items: readonly ImportItem[] },
  onBatch: (result: ImportResult, sent: number) => void,
  stopped: AbortSignal,
): Promise<void> {
  const { projectId, name, items } = file;
  let sent = 0;
  for (const batch of batchesOf(items)) {
    if (stopped.aborted) return;
    const body = { file: loggable(name), items: batch };
    const result = await request(importFeedback, { params: { projectId }, body });
    sent += batch.length;
    onBatch(result, sent);
  }
}

function loggable(name: string): string {
  return (
    name
      .replaceAll(/\p{Cc}/gu, "")
      .slice(0, 200)
      .toWellFormed() || "a file"
  );
}

function* batchesOf(items: readonly ImportItem[]): Generator<ImportItem[]> {
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
