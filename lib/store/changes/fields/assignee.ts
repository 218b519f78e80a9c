import "server-only";
import type { Selectable } from "kysely";
import { notifyAssigned, undoAssigned } from "../../people/notify.ts";
import type { FeedbackAssigneeTable } from "../../schema/decisions.ts";
import { existingIds, readRows, type StoredField, type ValueTable } from "../stored-field.ts";

type Row = Omit<Selectable<FeedbackAssigneeTable>, "facet_group_id">;

const TABLE: ValueTable<Row> = {
  name: "feedback_assignee",
  key: ["project_id", "feedback_id"],
  columns: ["person_id", "set_at", "set_by_name", "set_by_id", "change_id"],
  change: "change_id",
};

/** The person that an item is assigned to, by ID. */
export const ASSIGNEE: StoredField<Row> = {
  table: TABLE,
  valueIn: (row) => row?.person_id ?? null,
  read: async (trx, projectId, ids, { value, change, at, by, byId }) => {
    const rows = await readRows(trx, TABLE, projectId, ids);
    return (await existingIds(trx, projectId, ids)).map((id) => {
      const before = rows.get(id) ?? null;
      return {
        id,
        value: before?.person_id ?? null,
        before,
        setAt: before?.set_at,
        setById: before?.set_by_id,
        after: {
          project_id: projectId,
          feedback_id: id,
          person_id: value,
          set_at: at,
          set_by_name: by,
          set_by_id: byId,
          change_id: change,
        },
      };
    });
  },
  prepare: async (trx, projectId, items, { value: person, change, at, by, byId }) => {
    const ids = items.map(({ id }) => id);
    await notifyAssigned(trx, projectId, ids, { person, change, at, by: { id: byId, name: by } });
    return items;
  },
  undone: undoAssigned,
};
