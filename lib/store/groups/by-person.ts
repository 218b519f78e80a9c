import "server-only";
import { randomUUID } from "node:crypto";
import type { Kysely, Selectable } from "kysely";
import { chunks } from "../../database/chunks.ts";
import { type ChangedField, changeField, type Made, undoField } from "../feedback/field-changes.ts";
import { endNotifications, resumeNotifications } from "../people/notify.ts";
import type { GroupMemberTable } from "../schema/groups.ts";
import type { StoreSchema } from "../schema/schema.ts";

/** What is kept for undo. The other columns follow the item. */
const COLUMNS = [
  ...(["project_id", "feedback_id", "group_id", "by_person", "is_recurrence"] as const),
  ...(["sort_at", "change_id"] as const),
];

type Member = Pick<Selectable<GroupMemberTable>, (typeof COLUMNS)[number]>;

const GROUP: ChangedField<Member> = {
  name: "group",
  table: "feedback_group_member",
  change: "change_id",
  valueOf: (row) => row?.group_id ?? "",
  write,
};

/**
 * Puts items into the group of another item, or on their own. They stay there, whatever their texts say. A recurrence
 * stays one only if the rest of its group comes along. The transaction must begin with `lockFeedbackWrites`.
 * @param set `with` is the other item, or null for none; `change` is the ID of this change, for undo
 * @returns the IDs of the items that changed
 */
export async function setGroup(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  set: Made & { with: string | null },
): Promise<string[]> {
  const other = set.with === null ? null : await memberOf(trx, projectId, set.with);
  if (other === "missing") return [];
  const group = set.with === null ? null : (other?.group_id ?? randomUUID());
  // The other item joins the new group with them.
  const isNew = group !== null && other?.group_id == null && set.with !== null;
  const wanted = isNew && set.with !== null ? [...new Set([...ids, set.with])] : ids;
  const before = await membersAmong(trx, projectId, wanted);
  const whole = group === null ? new Set<string>() : await wholeGroups(trx, projectId, before);
  const changed: string[] = [];
  for (const chunk of chunks(wanted)) {
    const items = await trx
      .selectFrom("feedback")
      .select(["id", "sort_at"])
      .where("project_id", "=", projectId)
      .where("id", "in", chunk)
      .execute();
    const changes = items
      .map(({ id, sort_at }) => {
        const member = before.get(id) ?? null;
        const after = {
          ...{ project_id: projectId, feedback_id: id, group_id: group, by_person: 1 },
          ...{ sort_at, change_id: set.change },
          is_recurrence: member && whole.has(member.group_id) ? member.is_recurrence : 0,
        };
        return { before: member, after };
      })
      .filter(({ before }) => (before?.group_id ?? null) !== group);
    changed.push(...(await changeField(trx, projectId, GROUP, set, changes)));
  }
  await queue(trx, projectId, changed);
  const taken = changed.filter((id) => !whole.has(before.get(id)?.group_id));
  await endNotifications(trx, projectId, taken, { kind: "recurrence", change: set.change });
  return changed;
}

/**
 * Undoes `setGroup` for the items that weren't moved since.
 * @returns the restored IDs, and those that were moved since; null if the project has no such change
 */
export async function undoGroup(
  trx: Kysely<StoreSchema>,
  projectId: string,
  made: Made,
): Promise<{ restored: string[]; left: string[] } | null> {
  const undone = await undoField(trx, projectId, GROUP, made);
  if (undone) {
    await queue(trx, projectId, undone.restored);
    await resumeNotifications(trx, projectId, undone.restored, made.change);
  }
  return undone;
}

/** Records that items aren't similar to another one, so that neither is suggested for the other. */
export async function setNotSimilar(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  { other, change }: { other: string; change: string },
): Promise<string[]> {
  const existing = await trx
    .selectFrom("feedback")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "in", [...ids, other])
    .execute();
  const known = new Set(existing.map(({ id }) => id));
  const changed = ids.filter((id) => known.has(id) && known.has(other) && id !== other);
  if (changed.length === 0) return [];
  const pairs = changed.flatMap((id) => [
    { project_id: projectId, feedback_id: id, other_id: other, change_id: change },
    { project_id: projectId, feedback_id: other, other_id: id, change_id: change },
  ]);
  for (const chunk of chunks(pairs)) {
    await trx
      .insertInto("feedback_not_similar")
      .values(chunk)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return changed;
}

/** Undoes `setNotSimilar`. @returns the number of pairs */
export async function undoNotSimilar(
  trx: Kysely<StoreSchema>,
  projectId: string,
  change: string,
): Promise<number> {
  const gone = await trx
    .deleteFrom("feedback_not_similar")
    .where("project_id", "=", projectId)
    .where("change_id", "=", change)
    .returning("feedback_id")
    .execute();
  return gone.length / 2;
}

/** Forgets that others aren't similar to items that are removed. A trigger forgets the rest. */
export async function forgetNotSimilar(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom("feedback_not_similar")
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", (eb) =>
      eb
        .selectFrom("feedback_not_similar")
        .select("other_id")
        .where("project_id", "=", projectId)
        .where("feedback_id", "in", ids),
    )
    .where("other_id", "in", ids)
    .execute();
}

/** Returns the group that an item is in, or null. */
export async function groupOf(
  trx: Kysely<StoreSchema>,
  projectId: string,
  id: string,
): Promise<string | null> {
  return (await membersAmong(trx, projectId, [id])).get(id)?.group_id ?? null;
}

async function memberOf(
  trx: Kysely<StoreSchema>,
  projectId: string,
  id: string,
): Promise<Member | "missing" | null> {
  const item = await trx
    .selectFrom("feedback")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (!item) return "missing";
  return (await membersAmong(trx, projectId, [id])).get(id) ?? null;
}

async function membersAmong(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Member>> {
  const members = new Map<string, Member>();
  for (const chunk of chunks(ids)) {
    const rows = await trx
      .selectFrom("feedback_group_member")
      .select(COLUMNS)
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", chunk)
      .execute();
    for (const row of rows) members.set(row.feedback_id, row);
  }
  return members;
}

/** Returns the groups all of whose items are among these. */
async function wholeGroups(
  trx: Kysely<StoreSchema>,
  projectId: string,
  members: ReadonlyMap<string, Member>,
): Promise<Set<string | null | undefined>> {
  const found = Map.groupBy(members.values(), (member) => member.group_id);
  const groups = [...found.keys()].filter((id) => id !== null);
  const whole = new Set<string | null | undefined>();
  for (const chunk of chunks(groups)) {
    const sizes = await trx
      .selectFrom("feedback_group_size")
      .select(["group_id", "items"])
      .where("project_id", "=", projectId)
      .where("group_id", "in", chunk)
      .execute();
    for (const { group_id, items } of sizes) {
      if (found.get(group_id)?.length === items) whole.add(group_id);
    }
  }
  return whole;
}

async function write(trx: Kysely<StoreSchema>, rows: readonly Member[]): Promise<void> {
  await trx
    .insertInto("feedback_group_member")
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(["project_id", "feedback_id"]).doUpdateSet(({ ref }) => ({
        group_id: ref("excluded.group_id"),
        by_person: ref("excluded.by_person"),
        is_recurrence: ref("excluded.is_recurrence"),
        change_id: ref("excluded.change_id"),
      })),
    )
    .execute();
}

/** Items that a person moved are compared with others from now on, or not anymore. */
async function queue(
  trx: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  for (const chunk of chunks(ids)) {
    await trx
      .insertInto("feedback_group_queue")
      .values(chunk.map((id) => ({ project_id: projectId, feedback_id: id })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
