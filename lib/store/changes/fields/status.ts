import "server-only";
import type { Selectable } from "kysely";
import { isDecided } from "../../../contract/platform/vocabulary.ts";
import { chunks, inChunks } from "../../../database/chunks.ts";
import type { FeedbackStateTable } from "../../schema/decisions.ts";
import type { StoreQuery } from "../../schema/schema.ts";
import { isDecisionCurrent } from "../../write/platform-status.ts";
import {
  readRows,
  type StoredField,
  type UndoneItem,
  type ValueTable,
  writeRows,
} from "../stored-field.ts";

/** The team's status of an item. A reason for dismissing it belongs to it, and ends with it. */
export type StateRow = Selectable<FeedbackStateTable>;

export const STATE_TABLE: ValueTable<StateRow> = {
  name: "feedback_state",
  key: ["project_id", "feedback_id"],
  columns: [
    ...(["status", "platform_status", "set_at", "set_by_name", "set_by_id", "change_id"] as const),
    ...(["reopened_from", "dismissal_reason", "reason_change_id"] as const),
  ],
  change: "change_id",
};

/** The team's status. Items that nobody decided about have the platform's. */
export const STATUS: StoredField<StateRow> = {
  table: STATE_TABLE,
  valueIn: (row) => row?.status ?? null,
  read: async (trx, projectId, ids, edit) => {
    const states = await readRows(trx, STATE_TABLE, projectId, ids);
    const status = edit.value ?? "";
    return (await statusesOf(trx, projectId, ids)).map((item) => {
      const before = states.get(item.id) ?? null;
      const isReworded = isDecided(status) && (item.reworded_at ?? 0) > edit.at;
      const isChanged = !before && !isDecisionCurrent(edit.at, item.platform_changed_after);
      return {
        id: item.id,
        value: item.team_status,
        before,
        setAt: before?.set_at,
        setById: before && before.set_by_name !== null ? before.set_by_id : null,
        isOutdated: isReworded || isChanged,
        after: {
          project_id: projectId,
          feedback_id: item.id,
          status,
          platform_status: item.platform_status,
          set_at: edit.at,
          set_by_name: edit.by,
          set_by_id: edit.byId,
          change_id: edit.change,
          reopened_from: edit.texts ? item.team_status : null,
          dismissal_reason: null,
          reason_change_id: null,
        },
      };
    });
  },
  written: (trx, projectId, ids, { value }) => updateStatus(trx, projectId, ids, value ?? ""),
  restore: async (trx, projectId, undone) => {
    const items = await withPlatformChanges(trx, projectId, undone);
    for (const [status, own] of Map.groupBy(items, ({ from }) => from)) {
      const ids = own.map(({ id }) => id);
      await updateStatus(trx, projectId, ids, status);
    }
    await writeRows(
      trx,
      STATE_TABLE,
      items.flatMap(({ before }) => before ?? []),
    );
    return items.map(({ id, row, from }) => ({ id, from: row.status, to: from }));
  },
};

/**
 * Replaces the status before a change by the platform's where that one changed in the meantime.
 * Writing the team's status through to the platform is no such change.
 */
async function withPlatformChanges(
  trx: StoreQuery,
  projectId: string,
  undone: readonly UndoneItem<StateRow>[],
): Promise<UndoneItem<StateRow>[]> {
  const ids = undone.map(({ id }) => id);
  const items = new Map((await statusesOf(trx, projectId, ids)).map((item) => [item.id, item]));
  return undone.map((one) => {
    const item = items.get(one.id);
    if (!item) return one;
    const { row, before } = one;
    if ([row.platform_status, row.status].includes(item.platform_status)) return one;
    if (before && isDecisionCurrent(before.set_at, item.platform_changed_after)) return one;
    return { ...one, from: item.platform_status, before: null };
  });
}

/** Returns the statuses of the items that exist. */
export async function statusesOf(trx: StoreQuery, projectId: string, ids: readonly string[]) {
  return inChunks(ids, (chunk) =>
    trx
      .selectFrom("feedback")
      .select(["id", "team_status", "platform_status", "platform_changed_after", "reworded_at"])
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute(),
  );
}

async function updateStatus(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  status: string,
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .updateTable("feedback")
      .set({ team_status: status })
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
  }
}
