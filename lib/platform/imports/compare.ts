import "server-only";
import { createHash } from "node:crypto";
import type { Insertable } from "kysely";
import type { EmptiedCounts } from "../../contract/api/erasable-fields.ts";
import { isStorableId, MAX_ID_LENGTH } from "../../contract/platform/entry-limits.ts";
import type { FeedbackEntry } from "../../contract/platform/feedback.ts";
import { entryWithoutAddresses, type IsForgotten } from "../../text/reader-address.ts";
import { completeEntry, type PartialEntry, readPartialEntry } from "../complete-entry.ts";
import { toEntryRow } from "../entries.ts";
import type { Exclusions } from "../exclusions.ts";
import type { PlatformEntryTable } from "../schema/entries.ts";
import type { PlatformQuery } from "../schema/schema.ts";
import { isEntryId, validateEntry } from "../validate-entry.ts";

/** One item of an import with its line number (from 1), or why it couldn't be parsed. */
export type ImportItem = { line: number } & ({ value: unknown } | { problem: string });

/** An item that was read, before it's compared with the existing entry. */
export type ReadItem = { line: number } & (
  | {
      partial: PartialEntry;
      /** The ID in the file. The entry's is made of it and the source. */
      fileId: unknown;
    }
  | { problem: string }
);

/** The effects of a batch. */
export interface BatchChanges {
  accepted: number;
  updated: number;
  unchanged: number;
  deleted: number;
  rejected: { line: number; reason: string }[];
  emptied: EmptiedCounts;
  /** Names of fields with a value that the source of their item doesn't have. */
  dropped: Set<string>;
  /** The entries to write, by ID. */
  rows: Map<string, Omit<Insertable<PlatformEntryTable>, "revision">>;
}

/** The stored data that a batch is compared with. */
export interface StoredEntries {
  projectId: string;
  /** JSON of the project's entries by ID. */
  existing: ReadonlyMap<string, string>;
  isForgotten: IsForgotten | null;
  /** IDs of entries that someone deleted. */
  deleted: ReadonlySet<string>;
  /** Whether an empty value erases what is stored. */
  mayErase: boolean;
}

/** @param source where the item's ID is from; null for the platform's own */
export function readItem(item: ImportItem, source: string | null): ReadItem {
  if ("problem" in item) return item;
  const partial = readPartialEntry(item.value);
  if (!partial)
    return { line: item.line, problem: "must be an object with the fields of an entry" };
  return withSource({ line: item.line, partial, fileId: partial.fields.get("id") }, source);
}

/** Returns an item as one of another source. */
export function withSource(read: ReadItem, source: string | null): ReadItem {
  if ("problem" in read) return read;
  const { partial, fileId } = read;
  const fields = new Map([...partial.fields, ["id", entryIdOf(source, fileId)]]);
  return { ...read, partial: { ...partial, fields } };
}

/** Reads the stored data for a batch: in the import's transaction, after its lock. */
export async function readStoredEntries(
  query: PlatformQuery,
  projectId: string,
  batch: readonly ReadItem[],
  { exclusions, mayErase }: { exclusions: Exclusions; mayErase: boolean },
): Promise<StoredEntries> {
  const ids = [...new Set(batch.map(idOf).filter(isEntryId))];
  if (ids.length === 0)
    return { projectId, existing: new Map(), isForgotten: null, deleted: new Set(), mayErase };
  const isForgotten = await exclusions.forgottenReaders();
  const deleted = await exclusions.deletedAmong(projectId, ids);
  const found = await query
    .selectFrom("platform_entry")
    .select(["id", "entry"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  const existing = new Map(found.map((row) => [row.id, row.entry]));
  return { projectId, existing, isForgotten, deleted, mayErase };
}

/** Returns the entry that results from an item and the stored one, or why there is none. */
function completedBy(
  { partial }: Extract<ReadItem, { partial: PartialEntry }>,
  before: string | undefined,
  { isForgotten, mayErase }: StoredEntries,
) {
  const entryBefore: FeedbackEntry | null = before === undefined ? null : JSON.parse(before);
  const { entry, dropped, emptied } = completeEntry(partial, entryBefore, mayErase);
  const result = validateEntry(isForgotten ? entryWithoutAddresses(entry, isForgotten) : entry);
  if ("reason" in result) return result;
  // Keep the spelling of a date that didn't change.
  const isSameDate = entryBefore !== null && entry.createdAt === entryBefore.createdAt;
  const date = isSameDate ? { createdAt: entryBefore.createdAt } : {};
  return { entry: { ...result.entry, ...date }, dropped, emptied };
}

/**
 * Applies a batch in order, in memory: of items with the same ID, each changes the one before it, and
 * only the last is written.
 */
export function changesOf(batch: readonly ReadItem[], situation: StoredEntries): BatchChanges {
  const { projectId, existing, deleted } = situation;
  const current = new Map(existing);
  const rows: BatchChanges["rows"] = new Map();
  const changes = { accepted: 0, updated: 0, unchanged: 0, deleted: 0 };
  const rejected: BatchChanges["rejected"] = [];
  const emptied: EmptiedCounts = {};
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
    const completed = completedBy(item, before, situation);
    if ("reason" in completed) {
      rejected.push({ line: item.line, reason: completed.reason });
      continue;
    }
    for (const name of completed.dropped) dropped.add(name);
    for (const name of completed.emptied) emptied[name] = (emptied[name] ?? 0) + 1;
    const row = toEntryRow(projectId, completed.entry);
    if (before === undefined) changes.accepted += 1;
    else if (before === row.entry) changes.unchanged += 1;
    else changes.updated += 1;
    current.set(row.id, row.entry);
    if (existing.get(row.id) === row.entry) rows.delete(row.id);
    else rows.set(row.id, row);
  }
  return { ...changes, rejected, emptied, dropped, rows };
}

function idOf(item: ReadItem): unknown {
  return "partial" in item ? item.partial.fields.get("id") : undefined;
}

/**
 * Returns the ID under which a source's item is stored: `zendesk:1`. An ID that doesn't fit becomes its
 * SHA-256, `zendesk::…`. No two items get the same one: a source's name has no colon, and an ID that
 * begins with one is hashed as well.
 * @param source null for IDs that are the platform's own: they stay as they are
 */
export function entryIdOf(source: string | null, id: unknown): unknown {
  const isId = typeof id === "string" && id !== "" && isStorableId(id);
  // Values that can't be an ID are rejected as they are.
  if (source === null || !isId) return id;
  const stored = `${source}:${id}`;
  if (stored.length <= MAX_ID_LENGTH && !id.startsWith(":")) return stored;
  return `${source}::${createHash("sha256").update(id).digest("hex")}`;
}
