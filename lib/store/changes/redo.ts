import "server-only";
import { type SqlBool, sql } from "kysely";
import { inChunks } from "../../database/chunks.ts";
import { FIELDS, type FieldName } from "../../item-fields/fields.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** One of the two values is the key, and the other one is empty. */
const isSameKey = sql<SqlBool>`later.from_value || later.to_value = undo.from_value || undo.to_value`;

/**
 * Finds the items whose change can be redone: those that its undo restored, unless someone else or the
 * platform changed them since.
 * @param change ID of the undone change
 * @param redo the field that it set, and who redoes it
 * @returns these items, and the ones that were changed since their undo
 */
export async function redoableItems(
  trx: StoreQuery,
  projectId: string,
  change: string,
  ids: readonly string[],
  redo: { field: FieldName; byId: string },
): Promise<{ open: string[]; changedSince: string[] }> {
  const open: string[] = [];
  const changedSince: string[] = [];
  const restored = await inChunks(ids, (chunk) =>
    trx
      .selectFrom("feedback_event as undo")
      .select(({ exists, selectFrom }) => [
        "undo.feedback_id",
        exists(
          selectFrom("feedback_event as later")
            .select("later.id")
            .whereRef("later.project_id", "=", "undo.project_id")
            .whereRef("later.feedback_id", "=", "undo.feedback_id")
            .whereRef("later.id", ">", "undo.id")
            .whereRef("later.field", "=", "undo.field")
            .where("later.kind", "in", ["set", "undo", "platform"])
            .where(FIELDS[redo.field].isKeyed ? isSameKey : sql.lit(true))
            .where("later.set_by_id", "is distinct from", redo.byId),
        ).as("is_changed"),
      ])
      .where("undo.project_id", "=", projectId)
      .where("undo.change_id", "=", change)
      .where("undo.kind", "=", "undo")
      .where("undo.field", "=", redo.field)
      .where("undo.feedback_id", "in", chunk)
      .execute(),
  );
  for (const { feedback_id, is_changed } of restored) {
    (is_changed ? changedSince : open).push(feedback_id);
  }
  return { open, changedSince };
}
