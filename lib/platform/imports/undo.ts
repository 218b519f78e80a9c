import "server-only";
import type { Insertable, Selectable, Transaction } from "kysely";
import { type FeedbackEntry, feedbackEntry } from "../../contract/platform/feedback.ts";
import { Conflict } from "../../errors.ts";
import { entryWithoutAddresses, type IsForgotten } from "../../text/reader-address.ts";
import { wholeEntry } from "../complete-entry.ts";
import { removeRows, toEntryRow } from "../entries.ts";
import type { Exclusions } from "../exclusions.ts";
import { lockRevision } from "../feed.ts";
import type { PlatformEntryTable } from "../schema/entries.ts";
import type { PlatformImportChangeTable } from "../schema/imports.ts";
import type { PlatformDatabase, PlatformQuery, PlatformSchema } from "../schema/schema.ts";
import { writeEntries } from "../write-entries.ts";
import { findImport } from "./records.ts";
import { type RememberedChange, readChange } from "./remembered-changes.ts";

/** The dashboard's part of an undo: it knows the team's work, and has copies of the items. */
export interface UndoneItems {
  /** Returns those of the items that the team has worked on. */
  workedOn(projectId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Removes the items, except those that the team has worked on. Can be repeated. */
  remove(projectId: string, ids: readonly string[]): Promise<void>;
}

interface Undo {
  projectId: string;
  number: number;
  /** Epoch milliseconds. */
  now: number;
  items: UndoneItems;
  forgottenReaders: Exclusions["forgottenReaders"];
}

/** Entries per transaction. */
const ENTRIES_PER_TRANSACTION = 200;

/**
 * Marks an import as being undone, after which no batch is added to it.
 * @throws {NotFound} {Conflict} if its previous values were removed because of their age
 */
export async function startUndo(
  { query }: PlatformDatabase,
  { projectId, number, now }: Pick<Undo, "projectId" | "number" | "now">,
): Promise<void> {
  await query.transaction().execute(async (trx) => {
    // A batch that is being stored has been committed after this.
    await lockRevision(trx, projectId);
    const { undo_started_at, is_expired } = await findImport(trx, projectId, number);
    if (undo_started_at !== null) return;
    if (is_expired) {
      throw new Conflict("This import is too old to undo. Its previous values were removed.");
    }
    await trx
      .updateTable("platform_import")
      .set({ undo_started_at: now })
      .where("number", "=", number)
      .execute();
  });
}

/**
 * Undoes the next entries of an import that `startUndo` marked: deletes what it added, unless someone has
 * worked on it, and gives the fields that it changed their previous values, unless they have changed
 * since. It can be killed at any moment and called again, also by several processes.
 * @returns whether the import is undone
 */
export async function undoNext(database: PlatformDatabase, undo: Undo): Promise<boolean> {
  const { query } = database;
  const { projectId, number, now, items } = undo;
  await removeInDashboard(query, undo);
  const { undone_at } = await findImport(query, projectId, number);
  if (undone_at !== null) return true;
  const changes = await nextChanges(query, number);
  if (changes.length === 0) {
    await query
      .updateTable("platform_import")
      .set({ undone_at: now })
      .where("number", "=", number)
      .execute();
    return true;
  }
  const added = changes.filter(({ before }) => before === null).map(({ entry_id: id }) => id);
  const workedOn = added.length > 0 ? await items.workedOn(projectId, added) : new Set<string>();
  await query.transaction().execute((trx) => undoBatch(trx, undo, workedOn));
  await removeInDashboard(query, undo);
  return false;
}

/** Removes in the dashboard the entries that were deleted here, including those of a stopped process. */
async function removeInDashboard(
  query: PlatformQuery,
  { projectId, number, items }: Undo,
): Promise<void> {
  const removed = query
    .selectFrom("platform_import_change")
    .select("entry_id")
    .where("import_number", "=", number)
    .where("is_removed", "=", 1)
    .limit(ENTRIES_PER_TRANSACTION);
  for (;;) {
    const ids = (await removed.execute()).map(({ entry_id: id }) => id);
    if (ids.length === 0) return;
    await items.remove(projectId, ids);
    await forgetChanges(query, number, ids);
  }
}

function nextChanges(query: PlatformQuery, number: number) {
  return query
    .selectFrom("platform_import_change")
    .select(["entry_id", "before", "after"])
    .where("import_number", "=", number)
    .where("is_removed", "=", 0)
    .orderBy("entry_id")
    .limit(ENTRIES_PER_TRANSACTION)
    .execute();
}

type EntryRow = Pick<Selectable<PlatformEntryTable>, "id" | "entry" | "status_by_team">;

async function undoBatch(
  trx: Transaction<PlatformSchema>,
  { projectId, number, forgottenReaders }: Undo,
  workedOn: ReadonlySet<string>,
): Promise<void> {
  const last = await lockRevision(trx, projectId);
  const changes = await nextChanges(trx, number);
  if (changes.length === 0) return;
  const ids = changes.map(({ entry_id: id }) => id);
  const isForgotten = await forgottenReaders();
  const current = await currentEntries(trx, projectId, ids);
  const others = await changedByOthers(trx, { projectId, number }, ids);
  const removed: string[] = [];
  const rows: Omit<Insertable<PlatformEntryTable>, "revision">[] = [];
  const counts = { removed: 0, restored: 0, kept: 0 };
  for (const { entry_id: id, ...stored } of changes) {
    const row = current.get(id);
    const change = readChange(stored);
    if (!row) continue;
    const other = others.get(id);
    if (other && other.import_number > number) await handOver(trx, change, other);
    const isUsed = row.status_by_team === 1 || workedOn.has(id) || other !== undefined;
    const { entry, outcome } = undone(row, change, isUsed, isForgotten);
    counts[outcome] += 1;
    if (outcome === "removed") removed.push(id);
    if (entry && JSON.stringify(entry) !== row.entry) rows.push(toEntryRow(projectId, entry));
  }
  await writeEntries(trx, projectId, last, rows);
  await removeRows(trx, projectId, removed, last + rows.length);
  await markRemoved(trx, number, removed);
  const isLeft = new Set(removed);
  await forgetChanges(
    trx,
    number,
    ids.filter((id) => !isLeft.has(id)),
  );
  await trx
    .updateTable("platform_import")
    .set((eb) => ({
      removed: eb("removed", "+", counts.removed),
      restored: eb("restored", "+", counts.restored),
      kept: eb("kept", "+", counts.kept),
    }))
    .where("number", "=", number)
    .execute();
}

async function currentEntries(
  trx: PlatformQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, EntryRow>> {
  const rows = await trx
    .selectFrom("platform_entry")
    .select(["id", "entry", "status_by_team"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

type OtherChange = Pick<
  Selectable<PlatformImportChangeTable>,
  "import_number" | "entry_id" | "before" | "after"
>;

/**
 * Returns the changes of other imports to the entries: for each entry, the next import, or an earlier
 * one that is still running. These imports changed later what this one added.
 */
async function changedByOthers(
  trx: PlatformQuery,
  { projectId, number }: { projectId: string; number: number },
  ids: readonly string[],
): Promise<ReadonlyMap<string, OtherChange>> {
  const rows = await trx
    .selectFrom("platform_import_change")
    .select(["import_number", "entry_id", "before", "after"])
    .where("project_id", "=", projectId)
    .where("entry_id", "in", ids)
    .where("import_number", "!=", number)
    .orderBy("import_number", "desc")
    .execute();
  const later = rows.filter((row) => row.import_number > number);
  return new Map([...rows, ...later].map((row) => [row.entry_id, row]));
}

/**
 * Passes the previous values on to the next import, so that its undo restores them. The order of undos then doesn't
 * matter.
 */
async function handOver(
  trx: PlatformQuery,
  change: RememberedChange,
  other: OtherChange,
): Promise<void> {
  const theirs = readChange(other);
  if (theirs === null) return;
  const isFrom = (name: string) => change !== null && theirs.before[name] === change.after[name];
  const kept = Object.entries(theirs.before).filter(([name]) => !isFrom(name));
  const found = Object.entries(change?.before ?? {}).filter(
    ([name]) => name in theirs.after && isFrom(name),
  );
  const before = JSON.stringify(Object.fromEntries([...kept, ...found]));
  await trx
    .updateTable("platform_import_change")
    .set(change === null ? { before: null, after: null } : { before })
    .where("import_number", "=", other.import_number)
    .where("entry_id", "=", other.entry_id)
    .execute();
}

/**
 * Returns an entry with its previous values, except in fields that changed since; null if no valid entry has them, and
 * if the import added it. An entry of which something is left is kept.
 */
function undone(
  row: EntryRow,
  change: RememberedChange,
  isUsed: boolean,
  isForgotten: IsForgotten | null,
): { entry: FeedbackEntry | null; outcome: "removed" | "restored" | "kept" } {
  if (change === null) return { entry: null, outcome: isUsed ? "kept" : "removed" };
  const { before, after } = change;
  const now: FeedbackEntry = JSON.parse(row.entry);
  const values = new Map<string, unknown>(Object.entries(now));
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const isSince = (name: string) =>
    values.get(name) !== after[name] || (name === "status" && row.status_by_team === 1);
  const fields = new Map(Object.entries(before).filter(([name]) => !isSince(name)));
  const { entry } = wholeEntry(fields, now);
  const clean = isForgotten ? entryWithoutAddresses(entry, isForgotten) : entry;
  const { data } = feedbackEntry.safeParse(clean);
  const isWhole = data !== undefined && !names.some(isSince);
  return { entry: data ?? null, outcome: isWhole ? "restored" : "kept" };
}

async function markRemoved(
  trx: PlatformQuery,
  number: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable("platform_import_change")
    .set({ is_removed: 1 })
    .where("import_number", "=", number)
    .where("entry_id", "in", ids)
    .execute();
}

async function forgetChanges(
  query: PlatformQuery,
  number: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await query
    .deleteFrom("platform_import_change")
    .where("import_number", "=", number)
    .where("entry_id", "in", ids)
    .execute();
}

/** Returns imports whose undo isn't complete. */
export async function unfinishedUndos(
  query: PlatformQuery,
): Promise<{ projectId: string; number: number }[]> {
  const rows = await query
    .selectFrom("platform_import")
    .select(["project_id as projectId", "number"])
    .where("undo_started_at", "is not", null)
    .where("undone_at", "is", null)
    .orderBy("number")
    .execute();
  return rows;
}

/**
 * Removes what imports from before `before` would need to be undone, at most `limit` entries at once.
 * @returns the number of removed rows; 0 when none is left
 */
export function removeOldChanges(
  { query }: PlatformDatabase,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  return query.transaction().execute(async (trx) => {
    await trx
      .updateTable("platform_import")
      .set({ is_expired: 1 })
      .where("last_at", "<", before)
      .where("is_expired", "=", 0)
      .execute();
    const rows = await trx
      .selectFrom("platform_import_change as change")
      .innerJoin("platform_import", "platform_import.number", "change.import_number")
      .select(["change.import_number", "change.entry_id"])
      .where("is_expired", "=", 1)
      .limit(limit)
      .execute();
    for (const [number, changes] of Map.groupBy(rows, (row) => row.import_number)) {
      const ids = changes.map(({ entry_id: id }) => id);
      await forgetChanges(trx, number, ids);
    }
    return rows.length;
  });
}
