import "server-only";
import { type FieldName, isFieldName } from "../../item-fields/fields.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { recordChanges } from "./record.ts";
import {
  type ChangeInfo,
  deleteRows,
  type StoredField,
  type StoredRow,
  type UndoneItem,
  type ValueChange,
  writeRows,
} from "./stored-field.ts";
import { withStored } from "./stored-fields.ts";

/** The result of an undo. */
export interface UndoResult {
  changes: ValueChange[];
  /** Items that were changed since, and stay as they are. */
  left: string[];
}

interface SetEvent {
  feedback_id: string;
  field: string;
  from_value: string;
  before: string | null;
}

/**
 * Undoes a change for the items that nothing has changed since.
 * @param undo `change` is the ID of the change to undo; the rest is about the undo
 * @returns null if the project has no such change
 */
export async function undoChange(
  trx: StoreQuery,
  projectId: string,
  undo: ChangeInfo,
): Promise<UndoResult | null> {
  const events = await trx
    .selectFrom("feedback_event")
    .select(["feedback_id", "field", "from_value", "before"])
    .where("project_id", "=", projectId)
    .where("change_id", "=", undo.change)
    .where("kind", "=", "set")
    .orderBy("feedback_id")
    .execute();
  if (events.length === 0) return null;
  const undone: UndoResult = { changes: [], left: [] };
  for (const [field, own] of Map.groupBy(events, (event) => event.field)) {
    if (!isFieldName(field)) continue;
    const { changes, left } = await withStored(field, (stored) =>
      undoField(stored, trx, projectId, { field, events: own, undo }),
    );
    undone.changes.push(...changes);
    undone.left.push(...left);
  }
  return undone;
}

async function undoField<Row extends StoredRow>(
  stored: StoredField<Row>,
  trx: StoreQuery,
  projectId: string,
  { field, events, undo }: { field: FieldName; events: readonly SetEvent[]; undo: ChangeInfo },
): Promise<UndoResult> {
  const rows = await deleteRows(trx, stored.table, projectId, undo.change);
  const items = events.flatMap(({ feedback_id: id, before, from_value: from }) => {
    const row = rows.get(id);
    const rowBefore: Row | null = JSON.parse(before ?? "null");
    return row ? { id, row, before: rowBefore, from } : [];
  });
  const restored = stored.restore
    ? await stored.restore(trx, projectId, items)
    : await writeBefore(trx, stored, items);
  const changes = restored.map((change) => ({ field, ...change }));
  await recordChanges(trx, projectId, "undo", undo, changes);
  const ids = items.map(({ id }) => id);
  await stored.undone?.(trx, projectId, ids, undo.change);
  const left = events.flatMap(({ feedback_id: id }) => (rows.has(id) ? [] : id));
  return { changes, left };
}

async function writeBefore<Row extends StoredRow>(
  trx: StoreQuery,
  { table, valueIn }: StoredField<Row>,
  items: readonly UndoneItem<Row>[],
) {
  await writeRows(
    trx,
    table,
    items.flatMap(({ before }) => before ?? []),
  );
  return items.map(({ id, row, before }) => ({ id, from: valueIn(row), to: valueIn(before) }));
}
