import "server-only";
import { type Selectable, sql } from "kysely";
import { Conflict, NotFound } from "../../errors.ts";
import type { PlatformImportTable } from "../schema/imports.ts";
import type { PlatformQuery } from "../schema/schema.ts";
import type { BatchChanges } from "./compare.ts";

/** An import as it begins. */
export interface NewImport {
  /** The same for all batches of the import, and for no other import. */
  key: string;
  file: string;
  /** ID of the person, or of a program. */
  byId: string;
  /** Rows that will be sent; null for an import in one call. */
  rows: number | null;
  /** Rows of the file that couldn't be sent. */
  unreadable: number;
  /** How the file was read, in sentences. */
  decisions: readonly string[];
}

/** An import as it's stored. */
export type StoredImport = Omit<Selectable<PlatformImportTable>, "decisions"> & {
  decisions: string[];
};

/**
 * Returns the number of a batch's import, which the first batch begins. The transaction must begin with
 * `lockRevision`.
 * @throws {Conflict} if the import was undone
 */
export async function findOrStartImport(
  trx: PlatformQuery,
  projectId: string,
  given: NewImport & { source: string | null },
  at: number,
): Promise<number> {
  const { key, file, byId, rows, unreadable, decisions, source } = given;
  const known = await trx
    .selectFrom("platform_import")
    .select(["number", "undo_started_at"])
    .where("project_id", "=", projectId)
    .where("key", "=", key)
    .executeTakeFirst();
  if (known && known.undo_started_at !== null) {
    throw new Conflict("This import was undone. Start a new import of the file.");
  }
  if (known) return known.number;
  const row = { project_id: projectId, key, source, file, by_id: byId, rows };
  const times = { started_at: at, last_at: at };
  const { number } = await trx
    .insertInto("platform_import")
    .values({ ...row, ...times, rejected: unreadable, decisions: JSON.stringify(decisions) })
    .returning("number")
    .executeTakeFirstOrThrow();
  return number;
}

/** Adds the results of a batch. The import is finished once all its rows were sent. */
export async function countBatch(
  trx: PlatformQuery,
  number: number,
  { changes, seen, at }: { changes: BatchChanges; seen: number; at: number },
): Promise<void> {
  await trx
    .updateTable("platform_import")
    .set((eb) => ({
      last_at: at,
      seen: eb("seen", "+", seen),
      added: eb("added", "+", changes.accepted),
      updated: eb("updated", "+", changes.updated),
      unchanged: eb("unchanged", "+", changes.unchanged),
      deleted: eb("deleted", "+", changes.deleted),
      rejected: eb("rejected", "+", changes.rejected.length),
      finished_at: sql<
        number | null
      >`case when seen + ${seen} >= rows then cast(${at} as bigint) end`,
    }))
    .where("number", "=", number)
    .execute();
}

/** Records that an import in one call is complete. `number` is null if it had no items. */
export async function finishImport(
  query: PlatformQuery,
  number: number | null,
  at: number,
): Promise<void> {
  if (number === null) return;
  await query
    .updateTable("platform_import")
    .set({ finished_at: at, last_at: at })
    .where("number", "=", number)
    .execute();
}

/** Returns a project's imports, newest first, that are older than the number `before`. */
export async function listImports(
  query: PlatformQuery,
  projectId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<StoredImport[]> {
  const rows = await query
    .selectFrom("platform_import")
    .selectAll()
    .where("project_id", "=", projectId)
    .$if(before !== null, (select) => select.where("number", "<", before))
    .orderBy("number", "desc")
    .limit(limit)
    .execute();
  return rows.map(storedImport);
}

/** @throws {NotFound} */
export async function findImport(
  query: PlatformQuery,
  projectId: string,
  number: number,
): Promise<StoredImport> {
  const row = await query
    .selectFrom("platform_import")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("number", "=", number)
    .executeTakeFirst();
  if (!row) throw new NotFound("This import doesn't exist in this project.");
  return storedImport(row);
}

function storedImport(row: Selectable<PlatformImportTable>): StoredImport {
  return { ...row, decisions: JSON.parse(row.decisions) };
}
