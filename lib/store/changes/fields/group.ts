import "server-only";
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import { chunks, inChunks } from "../../../database/chunks.ts";
import { endNotifications, resumeNotifications } from "../../people/notify.ts";
import type { GroupMemberTable } from "../../schema/groups.ts";
import type { StoreQuery } from "../../schema/schema.ts";
import {
  type EditedItem,
  type FieldEdit,
  readRows,
  type StoredField,
  settersFromHistory,
  type ValueTable,
} from "../stored-field.ts";

/** The other columns follow the item. */
type Member = Pick<
  Selectable<GroupMemberTable>,
  | ("project_id" | "feedback_id" | "group_id" | "by_person" | "is_recurrence")
  | ("sort_at" | "change_id")
>;

const TABLE: ValueTable<Member> = {
  name: "feedback_group_member",
  key: ["project_id", "feedback_id"],
  columns: ["group_id", "by_person", "is_recurrence", "sort_at", "change_id"],
  change: "change_id",
};

/**
 * The group that an item is in: its ID. An edit names another item, whose group it is, as its key, or sets none. Items that
 * a person moved stay there, whatever their texts say.
 */
export const GROUP: StoredField<Member> = {
  table: TABLE,
  valueIn: (row) => row?.group_id ?? null,
  resolve: async (trx, projectId, edit) => {
    if (edit.key === null) return edit;
    const [other] = await read(trx, projectId, [edit.key], edit);
    return other ? { ...edit, value: other.value ?? randomUUID() } : null;
  },
  read,
  prepare: async (trx, projectId, items, edit) => {
    const moved = await withOther(trx, projectId, items, edit);
    const whole = edit.value === null ? new Set() : await wholeGroups(trx, projectId, moved);
    const left = moved.flatMap(({ id, value }) => (whole.has(value) ? [] : id));
    await endNotifications(trx, projectId, left, { kind: "recurrence", change: edit.change });
    const ids = moved.map(({ id }) => id);
    await queue(trx, projectId, ids);
    // A recurrence stays one only if the rest of its group moves with it.
    return moved.map((item) => {
      const { after, before } = item;
      const isKept = before !== null && whole.has(before.group_id);
      return after && isKept
        ? { ...item, after: { ...after, is_recurrence: before.is_recurrence } }
        : item;
    });
  },
  undone: async (trx, projectId, ids, change) => {
    await queue(trx, projectId, ids);
    await resumeNotifications(trx, projectId, ids, change);
  },
};

async function read(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  { value, change }: FieldEdit,
): Promise<EditedItem<Member>[]> {
  const members = await readRows(trx, TABLE, projectId, ids);
  const moved = [...members].flatMap(([id, row]): [string, string][] =>
    row.change_id === null ? [] : [[id, row.change_id]],
  );
  const set = await settersFromHistory(trx, projectId, "group", new Map(moved));
  const rows = await inChunks(ids, (chunk) =>
    trx
      .selectFrom("feedback")
      .select(["id", "sort_at"])
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute(),
  );
  const items = rows.map(({ id, sort_at }): EditedItem<Member> => {
    const before = members.get(id) ?? null;
    return {
      id,
      value: before?.group_id ?? null,
      before,
      ...set.get(id),
      after: {
        project_id: projectId,
        feedback_id: id,
        group_id: value,
        by_person: 1,
        is_recurrence: 0,
        sort_at,
        change_id: change,
      },
    };
  });
  return items;
}

/** The other item joins a new group with them. Without any, it would be alone there. */
async function withOther(
  trx: StoreQuery,
  projectId: string,
  items: EditedItem<Member>[],
  edit: FieldEdit,
): Promise<EditedItem<Member>[]> {
  const { key, value } = edit;
  if (key === null || items.length === 0 || items.some(({ id }) => id === key)) return items;
  const other = await read(trx, projectId, [key], edit);
  return [...items, ...other.filter((item) => item.value !== value)];
}

/** Returns the groups whose items are all among these. */
async function wholeGroups(
  trx: StoreQuery,
  projectId: string,
  items: readonly EditedItem<Member>[],
): Promise<Set<string | null>> {
  const found = Map.groupBy(items, ({ value }) => value);
  const groups = [...found.keys()].filter((id) => id !== null);
  const sizes = await inChunks(groups, (chunk) =>
    trx
      .selectFrom("feedback_group_size")
      .select(["group_id", "items"])
      .where("project_id", "=", projectId)
      .where("group_id", "in", chunk)
      .execute(),
  );
  const whole = sizes.filter(({ group_id, items: size }) => found.get(group_id)?.length === size);
  return new Set(whole.map(({ group_id }) => group_id));
}

/** Items that a person moved are added to or removed from the items that others are compared with. */
async function queue(trx: StoreQuery, projectId: string, ids: readonly string[]): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .insertInto("feedback_group_queue")
      .values(chunk.map((id) => ({ project_id: projectId, feedback_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
