import "server-only";
import type { Selectable } from "kysely";
import type { NotSimilarTable } from "../../schema/groups.ts";
import {
  existingIds,
  readRows,
  type StoredField,
  type ValueTable,
  writeRows,
} from "../stored-field.ts";

type Row = Selectable<NotSimilarTable>;

const TABLE: ValueTable<Row> = {
  name: "feedback_not_similar",
  key: ["project_id", "feedback_id", "other_id"],
  columns: ["change_id"],
  change: "change_id",
  // The other item gets a row as well.
  rowsPerItem: 2,
};

/** An item that another one isn't similar to, so that neither is suggested for the other. The key is its ID. */
export const NOT_SIMILAR: StoredField<Row> = {
  table: TABLE,
  valueIn: (row) => row?.other_id ?? null,
  resolve: async (trx, projectId, edit) =>
    (await existingIds(trx, projectId, [edit.key ?? ""])).length > 0 ? edit : null,
  read: async (trx, projectId, ids, { key, change }) => {
    const other = key ?? "";
    const rows = await readRows(trx, TABLE, projectId, ids, { other_id: other });
    const others = (await existingIds(trx, projectId, ids)).filter((id) => id !== other);
    return others.map((id) => ({
      id,
      value: rows.has(id) ? other : null,
      before: null,
      after: { project_id: projectId, feedback_id: id, other_id: other, change_id: change },
    }));
  },
  written: (trx, projectId, ids, { key, change }) => {
    const own = { project_id: projectId, feedback_id: key ?? "", change_id: change };
    return writeRows(
      trx,
      TABLE,
      ids.map((id) => ({ ...own, other_id: id })),
    );
  },
};
