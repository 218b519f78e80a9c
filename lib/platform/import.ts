import "server-only";
import { addEmptied, type EmptiedCounts } from "../contract/api/erasable-fields.ts";
import type { PartialEntry } from "./complete-entry.ts";
import { type Exclusions, NO_EXCLUSIONS } from "./exclusions.ts";
import { lockRevision } from "./feed.ts";
import {
  type BatchChanges,
  changesOf,
  type ImportItem,
  type ReadItem,
  readItem,
  readStoredEntries,
} from "./imports/compare.ts";
import { countBatch, findOrStartImport, finishImport, type NewImport } from "./imports/records.ts";
import { rememberChanges } from "./imports/remembered-changes.ts";
import { findProject } from "./projects.ts";
import type { PlatformDatabase } from "./schema/schema.ts";
import { writeEntries } from "./write-entries.ts";

export interface ImportReport {
  /** Number of the import; null if it isn't recorded, or had no items. */
  number: number | null;
  /** New entries. */
  accepted: number;
  /** Existing entries that changed. */
  updated: number;
  /** Existing entries that are identical. */
  unchanged: number;
  /** Left out because someone deleted them in the dashboard. */
  deleted: number;
  rejected: number;
  /** Items with an empty value for a field that is stored, by field. It stays, unless `mayErase` is true. */
  emptied: EmptiedCounts;
  /** Reasons for the first rejected items. */
  reasons: { line: number; reason: string }[];
  /** Names of fields that the interface doesn't define, in the order found: at most 1,000. */
  ignored: string[];
}

/** Rejected items listed with a reason. The rest are only counted. */
const MAX_REASONS = 20;
const MAX_IGNORED = 1_000;

/** Items per transaction. Small, so that other writers don't wait long for the lock. */
const ITEMS_PER_BATCH = 300;
/** Characters of text per transaction, so that large items don't fill the memory. */
const BATCH_LENGTH = 4_000_000;

/** How a file is imported. */
export interface ImportChoices {
  /** Where the IDs are from; null for the platform's own. See `entryIdOf`. */
  source?: string | null;
  /** Whether an empty value erases what is stored. */
  mayErase?: boolean;
  /** Rejected items whose reasons the report has. */
  maxReasons?: number;
}

interface ImportOptions extends ImportChoices {
  /** Asked in each batch's transaction. */
  exclusions?: Exclusions;
  /** The import to list and to undo; null for one that isn't recorded. `at` is epoch milliseconds. */
  record?: (NewImport & { at(): number }) | null;
}

/**
 * Adds entries to a project and changes existing ones with the same ID. Fields that an item leaves out
 * keep their value; fields that the interface doesn't define are ignored and reported. Each batch is
 * committed right away, so an interrupted import can be run again.
 * @throws {NotFound} for an unknown project, {Conflict} if the import was undone meanwhile
 * @throws whatever `items` throws, after the items before that are imported
 */
export async function importEntries(
  database: PlatformDatabase,
  projectId: string,
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
  { exclusions = NO_EXCLUSIONS, record = null, ...choices }: ImportOptions = {},
): Promise<ImportReport> {
  const { source = null, mayErase = false, maxReasons } = choices;
  const project = await findProject(database.query, projectId);
  const total = reportOf(maxReasons);
  const saving = { exclusions, mayErase, record: record && { ...record, source } };
  for await (const batch of batchesOf(items, source)) {
    total.add(batch, await saveBatch(database, project.id, batch, saving));
  }
  const report = total.report();
  if (record?.rows === null) await finishImport(database.query, report.number, record.at());
  return report;
}

/** Collects the results of batches. */
export function reportOf(maxReasons = MAX_REASONS) {
  const ignored = new Set<string>();
  const reasons: ImportReport["reasons"] = [];
  const emptied: EmptiedCounts = {};
  const counts = { accepted: 0, updated: 0, unchanged: 0, deleted: 0, rejected: 0 };
  let number: number | null = null;
  const ignore = (names: Iterable<string>) => {
    for (const name of names) if (ignored.size < MAX_IGNORED) ignored.add(name);
  };
  return {
    add: (batch: readonly ReadItem[], changes: BatchChanges & { number?: number | null }) => {
      number = changes.number ?? number;
      counts.accepted += changes.accepted;
      counts.updated += changes.updated;
      counts.unchanged += changes.unchanged;
      counts.deleted += changes.deleted;
      counts.rejected += changes.rejected.length;
      reasons.push(...changes.rejected.slice(0, maxReasons - reasons.length));
      addEmptied(emptied, changes.emptied);
      for (const read of batch) if ("partial" in read) ignore(read.partial.unknown);
      ignore(changes.dropped);
    },
    report: (): ImportReport => ({ number, ...counts, emptied, reasons, ignored: [...ignored] }),
  };
}

/**
 * Yields items in batches of one transaction each.
 * @throws whatever `items` throws, after the batch of the items before that
 */
export async function* batchesOf(
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
  source: string | null,
): AsyncGenerator<ReadItem[], void> {
  let batch: ReadItem[] = [];
  let length = 0;
  let failure: { error: unknown } | null = null;
  try {
    for await (const item of items) {
      const read = readItem(item, source);
      batch.push(read);
      if ("partial" in read) length += lengthOf(read.partial);
      if (batch.length < ITEMS_PER_BATCH && length <= BATCH_LENGTH) continue;
      yield batch;
      batch = [];
      length = 0;
    }
  } catch (error) {
    failure = { error };
  }
  if (batch.length > 0) yield batch;
  if (failure) throw failure.error;
}

function lengthOf({ fields }: PartialEntry): number {
  let length = 0;
  for (const value of fields.values()) if (typeof value === "string") length += value.length;
  return length;
}

interface Saving {
  exclusions: Exclusions;
  mayErase: boolean;
  record: (NewImport & { source: string | null; at(): number }) | null;
}

function saveBatch(
  database: PlatformDatabase,
  projectId: string,
  batch: ReadItem[],
  { record, ...choices }: Saving,
): Promise<BatchChanges & { number: number | null }> {
  return database.query.transaction().execute(async (trx) => {
    const last = await lockRevision(trx, projectId);
    const number = record && (await findOrStartImport(trx, projectId, record, record.at()));
    // ReadItem after the lock, so that forgetting and deleting can wait for imports that don't know it yet.
    const situation = await readStoredEntries(trx, projectId, batch, choices);
    const changes = changesOf(batch, situation);
    const rows = [...changes.rows.values()];
    await writeEntries(trx, projectId, last, rows);
    if (number !== null && record) {
      await rememberChanges(trx, { number, projectId }, situation.existing, rows);
      await countBatch(trx, number, { changes, seen: batch.length, at: record.at() });
    }
    return { ...changes, number };
  });
}
