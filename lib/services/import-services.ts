import "server-only";
import { createHash, randomUUID } from "node:crypto";
import type { Audit } from "../auth/audit.ts";
import { type Clock, MAX_CLOCK_SKEW_MS } from "../clock.ts";
import type {
  ImportBatch,
  ImportCheck,
  ImportItem,
  ImportList,
  ImportRecord,
  ImportResult,
} from "../contract/api/import.ts";
import { type Actor, DELETED_PERSON } from "../contract/api/people.ts";
import { NotFound } from "../errors.ts";
import type { ImportItem as PlatformItem } from "../platform/imports/compare.ts";
import type { StoredImport } from "../platform/imports/records.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { removeUntouched, workedOn } from "../store/deletion/undone-items.ts";
import type { StoreDatabase } from "../store/schema/schema.ts";

/** Adds feedback from files from other tools to the built-in platform. */
export interface ImportServices {
  /**
   * Imports part of a file. Importing it again changes nothing.
   * @throws {NotFound} with a hosted platform, {Conflict} if the import was undone
   */
  add(projectId: string, batch: ImportBatch, by: Actor): Promise<ImportResult>;
  /**
   * Says what `add` would do with the items, and changes nothing.
   * @throws {NotFound} with a hosted platform
   */
  check(
    projectId: string,
    batch: Pick<ImportBatch, "items" | "source" | "mayErase">,
  ): Promise<ImportCheck>;
  /** Returns imports, newest first, with numbers below `before`. With a hosted platform there are none. */
  list(projectId: string, before: number | null): Promise<ImportList>;
  /**
   * Undoes an import, or part of a large one: repeat it until the state is `undone`.
   * @throws {NotFound} {Conflict} if it's too old
   */
  undo(projectId: string, number: number, by: Actor): Promise<ImportRecord>;
}

type ImportPlatform = Pick<EmbeddedPlatform, "importEntries" | "imports">;

interface Stores {
  store: StoreDatabase;
  /** Null with a hosted platform. */
  platform: ImportPlatform | null;
  clock: Clock;
  audit: Pick<Audit, "record">;
  /** Everyone with an account. */
  people(): Promise<Actor[]>;
}

/** Imports per page of the list. */
const PAGE = 20;
/** Batches that one request undoes, so that it ends before a proxy gives up. */
const UNDO_BATCHES = 10;
/** Milliseconds without a batch after which an import counts as stopped: its process was killed, or its tab closed. */
const STOPPED_AFTER_MS = 20_000;

/** Names of those who import without an account. */
const PROGRAMS = new Map([
  ["command-line", "Command line"],
  ["local", "You"],
]);

export function importServices(stores: Stores): ImportServices {
  const { store, platform, audit, clock } = stores;
  const available = () => {
    if (!platform) throw new NotFound("Imports aren't available with a hosted platform.");
    return platform;
  };
  const records = async (stored: readonly StoredImport[]) => {
    const names = new Map((await stores.people()).map(({ id, name }) => [id, name]));
    return stored.map((one) => importRecord(one, names, clock.now()));
  };
  return {
    add: async (projectId, { file, items, import: part, ...choices }, by) => {
      const { importEntries } = available();
      const lines = items.map(({ line }) => line);
      const range = `rows ${Math.min(...lines)} to ${Math.max(...lines)} of ${file}`;
      await audit.record(by, "imported", `${range} into ${projectId}`);
      const own = { key: randomUUID(), rows: items.length, unreadable: 0, decisions: [] };
      const record = { file, byId: by.id, ...(part ?? own) };
      const options = { ...choices, maxReasons: items.length, record };
      const report = await importEntries(projectId, entriesOf(items), options);
      const { accepted: added, updated, unchanged, deleted, reasons, emptied, number } = report;
      return { added, updated, unchanged, deleted, rejected: reasons, emptied, number };
    },
    check: async (projectId, { items, ...choices }) => {
      const options = { ...choices, maxReasons: items.length };
      const report = await available().imports.check(projectId, entriesOf(items), options);
      const { accepted: added, updated, unchanged, deleted, reasons, emptied } = report;
      const { knownWithoutSource } = report;
      const counts = { added, updated, unchanged, deleted };
      return { ...counts, rejected: reasons, emptied, knownWithoutSource };
    },
    list: async (projectId, before) => {
      const options = { before, limit: PAGE + 1 };
      const found = (await platform?.imports.list(projectId, options)) ?? [];
      return { imports: await records(found.slice(0, PAGE)), hasMore: found.length > PAGE };
    },
    undo: async (projectId, number, by) => {
      const { imports } = available();
      const stored = await imports.find(projectId, number);
      if (canUndo(stored)) {
        await audit.record(by, "undid import", `${number} of ${stored.file} into ${projectId}`);
      }
      await imports.startUndo(projectId, number);
      await undoBatches({ platform: available(), store }, { projectId, number }, UNDO_BATCHES);
      const [record] = await records([await imports.find(projectId, number)]);
      if (!record) throw new NotFound("This import doesn't exist in this project.");
      return record;
    },
  };
}

/**
 * Undoes up to `batches` batches of an import whose undo was started.
 * @returns whether the import is undone
 */
export async function undoBatches(
  { platform, store }: { platform: Pick<ImportPlatform, "imports">; store: StoreDatabase },
  { projectId, number }: { projectId: string; number: number },
  batches: number,
): Promise<boolean> {
  const items = {
    workedOn: workedOn.bind(null, store.query),
    remove: removeUntouched.bind(null, store.query),
  };
  for (let batch = 0; batch < batches; batch += 1) {
    if (await platform.imports.undoNext(projectId, number, items)) return true;
  }
  return false;
}

/** Completes undos that a stopped process began. */
export async function resumeUndoing(stores: {
  platform: Pick<ImportPlatform, "imports"> | null;
  store: StoreDatabase;
}): Promise<void> {
  const { platform, store } = stores;
  if (!platform) return;
  for (const one of await platform.imports.unfinishedUndos()) {
    await undoBatches({ platform, store }, one, Number.POSITIVE_INFINITY);
  }
}

function importRecord(
  stored: StoredImport,
  names: ReadonlyMap<string, string>,
  now: number,
): ImportRecord {
  const { number, file, source, by_id, started_at, seen, rows, decisions } = stored;
  const { added, updated, unchanged, deleted, rejected, removed, restored, kept } = stored;
  return {
    number,
    file,
    source,
    startedAt: started_at,
    seen,
    rows,
    decisions,
    by: names.get(by_id) ?? PROGRAMS.get(by_id) ?? DELETED_PERSON,
    state: stateOf(stored, now),
    added,
    updated,
    unchanged,
    deleted,
    rejected,
    canUndo: canUndo(stored),
    undo: { removed, restored, kept },
  };
}

function canUndo(stored: StoredImport): boolean {
  return stored.undo_started_at === null && stored.is_expired === 0;
}

function stateOf(stored: StoredImport, now: number): ImportRecord["state"] {
  if (stored.undone_at !== null) return "undone";
  if (stored.undo_started_at !== null) return "undoing";
  if (stored.finished_at !== null) return "finished";
  const silence = now - stored.last_at;
  // A batch further in the future than clocks differ says nothing about now.
  return silence > STOPPED_AFTER_MS || silence < -MAX_CLOCK_SKEW_MS ? "stopped" : "running";
}

function entriesOf(items: readonly ImportItem[]): PlatformItem[] {
  return items.map((item) => ({ line: item.line, value: withId(item) }));
}

/** Gives an item without an ID one that stays the same when the same row of the file is imported again. */
function withId({ value, copy }: ImportItem): ImportItem["value"] {
  if (value.id !== undefined) return value;
  const { path, comment, helpful, createdAt, source, contact } = value;
  const content = JSON.stringify([path, comment, helpful, createdAt, source, contact, copy]);
  const hash = createHash("sha256").update(content).digest("hex");
  return { ...value, id: `import_${hash.slice(0, 32)}` };
}
