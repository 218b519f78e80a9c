import type { Kysely } from "kysely";
import { applyEdit } from "../../lib/store/changes/apply.ts";
import type { ChangeInfo, FieldEdit } from "../../lib/store/changes/stored-field.ts";
import { undoChange } from "../../lib/store/changes/undo.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";

type Trx = Kysely<StoreSchema>;
type Value = Pick<FieldEdit, "field" | "key" | "value">;
type Set<Own> = (
  trx: Trx,
  projectId: string,
  ids: readonly string[],
  set: ChangeInfo & Own,
) => Promise<string[]>;

const setting =
  <Own>(valueIn: (own: Own) => Value): Set<Own> =>
  async (trx, projectId, ids, set) => {
    const { change, at, by, byId } = set;
    const edit = { ...valueIn(set), change, at, by, byId };
    const { changes } = await applyEdit(trx, projectId, ids, edit);
    return changes.map(({ id }) => id);
  };

export const setTeamStatus = setting<{ status: string }>(({ status: value }) => ({
  field: "status",
  key: null,
  value,
}));
export const setAssignee = setting<{ person: string | null }>(({ person: value }) => ({
  field: "assignee",
  key: null,
  value,
}));
export const setLabel = setting<{ label: string; on: boolean }>(({ label: key, on }) => ({
  field: "label",
  key,
  value: on ? key : null,
}));
export const setDismissalReason = setting<{ reason: string | null }>(({ reason: value }) => ({
  field: "dismissal",
  key: null,
  value,
}));
export const setGroup = setting<{ with: string | null }>(({ with: key }) => ({
  field: "group",
  key,
  value: null,
}));

/** Says that items aren't similar to another one. */
export const setNotSimilar = (
  trx: Trx,
  projectId: string,
  ids: readonly string[],
  { other, change }: { other: string; change: string },
) =>
  setting<object>(() => ({ field: "notSimilar", key: other, value: other }))(trx, projectId, ids, {
    change,
    at: 0,
    by: null,
    byId: null,
  });

export const undoGroup = undoChange;
