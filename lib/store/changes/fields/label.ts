import "server-only";
import type { Selectable } from "kysely";
import type { FeedbackLabelTable } from "../../schema/decisions.ts";
import { existingIds, readRows, type StoredField, type ValueTable } from "../stored-field.ts";

type Row = Selectable<FeedbackLabelTable>;

const TABLE: ValueTable<Row> = {
  name: "feedback_label",
  key: ["project_id", "feedback_id", "label_id"],
  columns: ["is_on", "set_at", "set_by_name", "set_by_id", "change_id"],
  change: "change_id",
};

const valueIn = (row: Row | null) => (row?.is_on ? row.label_id : null);

/** One of the project's labels: the key is its ID, and so is the value of an item that has it. */
export const LABEL: StoredField<Row> = {
  table: TABLE,
  valueIn,
  read: async (trx, projectId, ids, { key, value, change, at, by, byId }) => {
    const label = key ?? "";
    const rows = await readRows(trx, TABLE, projectId, ids, { label_id: label });
    return (await existingIds(trx, projectId, ids)).map((id) => {
      const before = rows.get(id) ?? null;
      return {
        id,
        value: valueIn(before),
        before,
        setAt: before?.set_at,
        setById: before?.set_by_id,
        after: {
          project_id: projectId,
          feedback_id: id,
          label_id: label,
          is_on: value === null ? 0 : 1,
          set_at: at,
          set_by_name: by,
          set_by_id: byId,
          change_id: change,
        },
      };
    });
  },
};
