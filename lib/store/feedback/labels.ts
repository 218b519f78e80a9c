import "server-only";
import { type Kysely, type Selectable, sql } from "kysely";
import { chunks } from "../../database/chunks.ts";
import type { FeedbackLabelTable } from "../schema/decisions.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { type ChangedField, changeField, type Made, undoField } from "./field-changes.ts";

type LabelRow = Selectable<FeedbackLabelTable>;

const LABEL: ChangedField<LabelRow> = {
  name: "label",
  table: "feedback_label",
  change: "change_id",
  valueOf: (row) => (row?.is_on ? row.label_id : ""),
  write: async (trx, rows) => {
    await trx
      .insertInto("feedback_label")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["project_id", "feedback_id", "label_id"]).doUpdateSet(({ ref }) => ({
          is_on: ref("excluded.is_on"),
          set_at: ref("excluded.set_at"),
          set_by_name: ref("excluded.set_by_name"),
          change_id: ref("excluded.change_id"),
        })),
      )
      .execute();
  },
};

/**
 * Puts a label on items, or takes it off. Items that have it already, or don't, are unchanged. The transaction
 * must begin with `lockFeedbackWrites`.
 * @param set `label` is the ID of one of the project's labels
 * @returns the IDs of the items that changed
 */
export async function setLabel(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  set: Made & { label: string; on: boolean },
): Promise<string[]> {
  const changed: string[] = [];
  const { label, on, at, by, change } = set;
  for (const chunk of chunks(ids)) {
    const items = await trx
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
    const rows = await trx
      .selectFrom("feedback_label")
      .selectAll()
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", chunk)
      .where("label_id", "=", label)
      .execute();
    const labeled = new Map(rows.map((row) => [row.feedback_id, row]));
    const changes = items
      .map(({ id }) => ({
        before: labeled.get(id) ?? null,
        after: {
          ...{ project_id: projectId, feedback_id: id, label_id: label, is_on: on ? 1 : 0 },
          ...{ set_at: at, set_by_name: by, set_by_id: set.byId, change_id: change },
        },
      }))
      .filter(({ before, after }) => (before?.is_on ?? 0) !== after.is_on);
    changed.push(...(await changeField(trx, projectId, LABEL, set, changes)));
  }
  return changed;
}

/** Undoes `setLabel` as `undoField` does. */
export function undoLabel(trx: Kysely<StoreSchema>, projectId: string, made: Made) {
  return undoField(trx, projectId, LABEL, made);
}

/**
 * The IDs of an item's labels in a query of `feedback`, for `labelsOf`; null for none. The plus sign keeps SQLite from
 * reading all labels of the project in the index of the filter.
 */
export const labelList = sql<string | null>`(select string_agg(label_id, ',') from feedback_label
  where feedback_label.project_id = feedback.project_id
    and feedback_label.feedback_id = feedback.id and +is_on = 1)`;

/** Returns the IDs in a list that `labelList` selected. */
export function labelsOf(list: string | null): string[] {
  return list === null ? [] : list.split(",").sort();
}
