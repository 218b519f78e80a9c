import "server-only";
import type { Exclusions } from "../exclusions.ts";
import { batchesOf, type ImportChoices, type ImportReport, reportOf } from "../import.ts";
import { findProject } from "../projects.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import {
  type BatchChanges,
  changesOf,
  type ImportItem,
  type ReadItem,
  readStoredEntries,
  withSource,
} from "./compare.ts";

/** The effects of an import. */
export interface ImportCheck extends Omit<ImportReport, "number"> {
  /** Items that are stored as they are in the file under the platform's own IDs, not under the source's. */
  knownWithoutSource: number;
}

/** Characters of entries that a check remembers, for items that come twice. */
const MEMORY_LENGTH = 50_000_000;

/**
 * Compares a file's items with the stored ones as an import would, and changes nothing. Items with the
 * same ID further apart than 50 MB of entries are each compared with what is stored.
 * @throws {NotFound} for an unknown project
 * @throws whatever `items` throws
 */
export async function checkEntries(
  database: PlatformDatabase,
  projectId: string,
  items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
  {
    exclusions,
    source = null,
    mayErase = false,
    maxReasons,
  }: ImportChoices & { exclusions: Exclusions },
): Promise<ImportCheck> {
  const project = await findProject(database.query, projectId);
  const compare = async (batch: ReadItem[], known: ReadonlyMap<string, string>) => {
    const choices = { exclusions, mayErase };
    const stored = await readStoredEntries(database.read, project.id, batch, choices);
    return changesOf(batch, { ...stored, existing: new Map([...stored.existing, ...known]) });
  };
  const total = reportOf(maxReasons);
  const memory = entryMemory();
  let knownWithoutSource = 0;
  for await (const batch of batchesOf(items, source)) {
    const changes = await compare(batch, memory.among(batch));
    memory.add(changes);
    total.add(batch, changes);
    if (source === null) continue;
    const plain = batch.map((read) => withSource(read, null));
    knownWithoutSource += (await compare(plain, new Map())).unchanged;
  }
  const { number: _, ...report } = total.report();
  return { ...report, knownWithoutSource };
}

/** Remembers the entries that the import would have written by now, the latest ones. */
function entryMemory() {
  const entries = new Map<string, string>();
  let length = 0;
  return {
    /** Returns the remembered entries for a batch's items. */
    among: (batch: readonly ReadItem[]): ReadonlyMap<string, string> => {
      const found = new Map<string, string>();
      for (const read of batch) {
        const id = "partial" in read ? String(read.partial.fields.get("id")) : "";
        const entry = entries.get(id);
        if (entry !== undefined) found.set(id, entry);
      }
      return found;
    },
    add: ({ rows }: BatchChanges) => {
      for (const [id, { entry }] of rows) {
        length += entry.length - (entries.get(id)?.length ?? 0);
        entries.delete(id);
        entries.set(id, entry);
      }
      for (const [id, entry] of entries) {
        if (length <= MEMORY_LENGTH) break;
        entries.delete(id);
        length -= entry.length;
      }
    },
  };
}
