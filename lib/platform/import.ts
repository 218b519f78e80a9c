import "server-only";
import type { Insertable } from "kysely";
import type { FeedbackEntry } from "../contract/platform/feedback.ts";
import type { Database } from "../database/open.ts";
import { entryWithoutAddresses, type IsForgotten } from "../text/reader-address.ts";
import { completeEntry, type PartialEntry, readPartialEntry } from "./complete-entry.ts";
import { toEntryRow } from "./entries.ts";
import { lockRevision } from "./feed.ts";
import { findProject } from "./projects.ts";
import type { PlatformEntryTable, PlatformSchema } from "./schema.ts";
import { isEntryId, validateEntry } from "./validate-entry.ts";
import { writeEntries } from "./write-entries.ts";

/** One item of an import with its line number (from 1), or why it couldn't be parsed. */
export type ImportItem = { line: number } & ({ value: unknown } | { problem: string });

export interface ImportReport {
  /** New entries. */
  accepted: number;
  /** Existing entries that changed. */
  updated: number;
  /** Existing entries that are identical. */
  unchanged: number;
  /** Left out because someone deleted them in the dashboard. */
  deleted: number;
  rejected: number;
  /** Reasons for the first rejected items. */
  reasons: { line: number; reason: string }[];
  /** Names of fields that the interface doesn't define, in the order found: at most 1,000. */
  ignored: string[];
}

/** What imports leave out; feedback from sites leaves out the readers. */
export interface LeftOut {
  /** Returns how to recognize readers whose addresses must not be imported; null if there are none. */
  forgottenReaders(): Promise<IsForgotten | null>;
  /** Returns those of the entries that someone deleted. */
  deletedAmong(projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export const NOTHING_LEFT_OUT: LeftOut = {
  forgottenReaders: async () => null,
  deletedAmong: async () => new Set(),
};

/** Rejected items listed with a reason. The rest are only counted. */
const MAX_REASONS = 20;
const MAX_IGNORED = 1_000;

/** Items per transaction. Small, so that other writers don't wait long for the lock. */
const BATCH = 300;
/** Characters of text per transaction, so that large items don't fill the memory. */
const BATCH_LENGTH = 4_000_000;

interface ImportOptions {
  /** Asked in each batch's transaction. */
  leftOut?: LeftOut;
  /** Rejected items whose reasons the report has. */
  maxReasons?: number;
}

/** An item that was read, before it's compared with the existing entry. */
type Read = { line: number } & ({ partial: PartialEntry } | { problem: string });

/**
 * Adds entries to a project and changes existing ones with the same ID. Fields that an item leaves out
 * keep their value; fields that the interface doesn't define are ignored and reported. Each batch is
 * committed right away, so an interrupted import can be run again.
 * @throws {NotFound} for an unknown project
 * @throws whatever `items` throws, after the items before that are imported
 */
export async function importEntries(
  database: Database<PlatformSchema>,
  projectId: string,
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
  { leftOut = NOTHING_LEFT_OUT, maxReasons = MAX_REASONS }: ImportOptions = {},
): Promise<ImportReport> {
  const project = await findProject(database.query, projectId);
  const ignored = new Set<string>();
  const report = { accepted: 0, updated: 0, unchanged: 0, deleted: 0, rejected: 0 };
  const reasons: ImportReport["reasons"] = [];
  let batch: Read[] = [];
  let length = 0;
  const flush = async () => {
    const changes = await saveBatch(database, project.id, batch, leftOut);
    batch = [];
    length = 0;
    report.accepted += changes.accepted;
    report.updated += changes.updated;
    report.unchanged += changes.unchanged;
    report.deleted += changes.deleted;
    report.rejected += changes.rejected.length;
    reasons.push(...changes.rejected.slice(0, maxReasons - reasons.length));
    for (const name of changes.dropped) if (ignored.size < MAX_IGNORED) ignored.add(name);
  };
  try {
    for await (const item of items) {
      const read = readItem(item);
      batch.push(read);
      if ("partial" in read) {
        for (const name of read.partial.unknown) if (ignored.size < MAX_IGNORED) ignored.add(name);
        length += lengthOf(read.partial);
      }
      if (batch.length === BATCH || length > BATCH_LENGTH) await flush();
    }
  } finally {
    await flush();
  }
  return { ...report, reasons, ignored: [...ignored] };
}

function readItem(item: ImportItem): Read {
  if ("problem" in item) return item;
  const partial = readPartialEntry(item.value);
  if (!partial)
    return { line: item.line, problem: "must be an object with the fields of an entry" };
  return { line: item.line, partial };
}

function lengthOf({ fields }: PartialEntry): number {
  let length = 0;
  for (const value of fields.values()) if (typeof value === "string") length += value.length;
  return length;
}

/** What a batch changes. `rows` are the entries to write. */
interface BatchChanges {
  accepted: number;
  updated: number;
  unchanged: number;
  deleted: number;
  rejected: { line: number; reason: string }[];
  dropped: Set<string>;
  rows: Map<string, Omit<Insertable<PlatformEntryTable>, "revision">>;
}

async function saveBatch(
  database: Database<PlatformSchema>,
  projectId: string,
  batch: Read[],
  leftOut: LeftOut,
): Promise<BatchChanges> {
  const ids = new Set(batch.map(idOf).filter(isEntryId));
  if (ids.size === 0)
    return changesOf(batch, {
      projectId,
      existing: new Map(),
      isForgotten: null,
      deleted: new Set(),
    });
  return database.query.transaction().execute(async (trx) => {
    const last = await lockRevision(trx, projectId);
    // Read after the lock, so that forgetting and deleting can wait for imports that don't know it yet.
    const isForgotten = await leftOut.forgottenReaders();
    const deleted = await leftOut.deletedAmong(projectId, [...ids]);
    const found = await trx
      .selectFrom("platform_entry")
      .select(["id", "entry"])
      .where("project_id", "=", projectId)
      .where("id", "in", [...ids])
      .execute();
    const existing = new Map(found.map((row) => [row.id, row.entry]));
    const changes = changesOf(batch, { projectId, existing, isForgotten, deleted });
    const rows = [...changes.rows.values()];
    if (rows.length === 0) return changes;
    await writeEntries(trx, projectId, last, rows);
    return changes;
  });
}

/** What a batch meets. */
interface BatchSituation {
  projectId: string;
  /** JSON of the project's entries by ID. */
  existing: ReadonlyMap<string, string>;
  isForgotten: IsForgotten | null;
  /** IDs of entries that someone deleted. */
  deleted: ReadonlySet<string>;
}

/**
 * Applies a batch in order, in memory: of items with the same ID, each changes the one before it, and
 * only the last is written.
 */
function changesOf(
  batch: Read[],
  { projectId, existing, isForgotten, deleted }: BatchSituation,
): BatchChanges {
  const current = new Map(existing);
  const rows: BatchChanges["rows"] = new Map();
  const changes = { accepted: 0, updated: 0, unchanged: 0, deleted: 0 };
  const rejected: BatchChanges["rejected"] = [];
  const dropped = new Set<string>();
  for (const item of batch) {
    if ("problem" in item) {
      rejected.push({ line: item.line, reason: item.problem });
      continue;
    }
    if (deleted.has(String(idOf(item)))) {
      changes.deleted += 1;
      continue;
    }
    const before = current.get(String(idOf(item)));
    const entryBefore: FeedbackEntry | null = before === undefined ? null : JSON.parse(before);
    const completed = completeEntry(item.partial, entryBefore);
    const { entry } = completed;
    const result = validateEntry(isForgotten ? entryWithoutAddresses(entry, isForgotten) : entry);
    if ("reason" in result) {
      rejected.push({ line: item.line, reason: result.reason });
      continue;
    }
    for (const name of completed.dropped) dropped.add(name);
    const row = toEntryRow(projectId, result.entry);
    if (before === undefined) changes.accepted += 1;
    else if (before === row.entry) changes.unchanged += 1;
    else changes.updated += 1;
    current.set(row.id, row.entry);
    if (existing.get(row.id) === row.entry) rows.delete(row.id);
    else rows.set(row.id, row);
  }
  return { ...changes, rejected, dropped, rows };
}

function idOf(item: Read): unknown {
  return "partial" in item ? item.partial.fields.get("id") : undefined;
}
