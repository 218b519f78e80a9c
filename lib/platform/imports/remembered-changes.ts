import "server-only";
import type { Insertable } from "kysely";
import type { PlatformEntryTable } from "../schema/entries.ts";
import type { PlatformQuery } from "../schema/schema.ts";

/** Values by field. A field that isn't there is one that the entry's source doesn't have. */
export type FieldValues = Record<string, unknown>;

/** The fields that an import changed; null if it added the entry. */
export type RememberedChange = { before: FieldValues; after: FieldValues } | null;

/**
 * Keeps what an import changes, so that it can be undone. Of several changes of an entry by the same
 * import, the first has the previous values.
 * @param existing JSON of the entries before, by ID
 */
export async function rememberChanges(
  trx: PlatformQuery,
  { number, projectId }: { number: number; projectId: string },
  existing: ReadonlyMap<string, string>,
  rows: readonly Pick<Insertable<PlatformEntryTable>, "id" | "entry">[],
): Promise<void> {
  if (rows.length === 0) return;
  const earlier = await changesOfImport(trx, number, rows);
  const values = rows.map(({ id, entry }) => {
    const before = existing.get(id);
    const change =
      before === undefined ? null : changedFields(JSON.parse(before), JSON.parse(entry));
    const merged = earlier.has(id) ? mergedChange(earlier.get(id) ?? null, change) : change;
    return {
      import_number: number,
      project_id: projectId,
      entry_id: id,
      before: merged && JSON.stringify(merged.before),
      after: merged && JSON.stringify(merged.after),
    };
  });
  await trx
    .insertInto("platform_import_change")
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(["import_number", "entry_id"]).doUpdateSet(({ ref }) => ({
        before: ref("excluded.before"),
        after: ref("excluded.after"),
      })),
    )
    .execute();
}

/** Reads a stored change. */
export function readChange(row: { before: string | null; after: string | null }): RememberedChange {
  if (row.before === null || row.after === null) return null;
  return { before: JSON.parse(row.before), after: JSON.parse(row.after) };
}

async function changesOfImport(
  trx: PlatformQuery,
  number: number,
  rows: readonly { id: string }[],
): Promise<Map<string, RememberedChange>> {
  const found = await trx
    .selectFrom("platform_import_change")
    .select(["entry_id", "before", "after"])
    .where("import_number", "=", number)
    .where(
      "entry_id",
      "in",
      rows.map(({ id }) => id),
    )
    .execute();
  return new Map(found.map((row) => [row.entry_id, readChange(row)]));
}

function changedFields(before: FieldValues, after: FieldValues): RememberedChange {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => before[name] !== after[name]);
  const only = (values: FieldValues) =>
    Object.fromEntries(changed.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  return { before: only(before), after: only(after) };
}

function mergedChange(first: RememberedChange, second: RememberedChange): RememberedChange {
  if (first === null || second === null) return first;
  return {
    before: { ...second.before, ...first.before },
    after: { ...first.after, ...second.after },
  };
}
