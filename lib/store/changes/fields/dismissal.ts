import "server-only";
import {
  readRows,
  type StoredField,
  settersFromHistory,
  type ValueTable,
} from "../stored-field.ts";
import { STATE_TABLE, type StateRow, statusesOf } from "./status.ts";

const TABLE: ValueTable<StateRow> = { ...STATE_TABLE, change: "reason_change_id" };

/**
 * Why an item is dismissed: ID of one of the project's reasons. It is part of the decision to dismiss, so that it ends and
 * comes back with that decision.
 */
export const DISMISSAL: StoredField<StateRow> = {
  table: TABLE,
  valueIn: (row) => row?.dismissal_reason ?? null,
  read: async (trx, projectId, ids, { value, change, at, by }) => {
    const states = await readRows(trx, TABLE, projectId, ids, { status: "dismissed" });
    const explained = [...states].flatMap(([id, row]): [string, string][] =>
      row.reason_change_id === null ? [] : [[id, row.reason_change_id]],
    );
    const set = await settersFromHistory(trx, projectId, "dismissal", new Map(explained));
    return (await statusesOf(trx, projectId, ids)).map((item) => {
      const { id, platform_status } = item;
      const before = states.get(id) ?? null;
      const row = before ?? {
        project_id: projectId,
        feedback_id: id,
        status: "dismissed",
        platform_status,
        // The platform dismissed the item, and the team gives the reason.
        set_at: at,
        set_by_name: by,
        set_by_id: null,
        change_id: change,
        reopened_from: null,
      };
      const isDismissed = item.team_status === "dismissed";
      const after = { ...row, dismissal_reason: value, reason_change_id: change };
      return {
        id,
        value: before?.dismissal_reason ?? null,
        before,
        ...set.get(id),
        after: isDismissed ? after : null,
      };
    });
  },
};
