import "server-only";
import { UNTIL_REPORTED } from "../../contract/api/item-fields.ts";
import { notifyOfRecurrence } from "../people/notify.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { endSnoozes } from "../write/snoozes.ts";

/** An item that has just joined a group. */
export interface JoinedItem {
  id: string;
  groupId: string;
  sortAt: number;
  /** When it was first seen; epoch milliseconds. */
  seenAt: number;
  /** When the item that it was compared with was first seen; epoch milliseconds. */
  representativeSeenAt: number;
}

/**
 * Marks pending items as recurrences if their group was resolved before they arrived, and notifies the people who
 * resolved it. An item that was resolved when it was first seen counts as resolved at that time.
 */
export async function markRecurrences(
  trx: StoreQuery,
  projectId: string,
  joined: readonly JoinedItem[],
): Promise<void> {
  // Rules out items of a first sync, which are older than the time at which they were seen.
  const late = joined.filter(({ sortAt, representativeSeenAt }) => sortAt >= representativeSeenAt);
  for (const [groupId, items] of Map.groupBy(late, (item) => item.groupId)) {
    const joinedIds = items.map(({ id }) => id);
    const resolvedAt = await resolvedSince(trx, projectId, groupId, joinedIds);
    if (resolvedAt === null) continue;
    const ids = items.filter(({ sortAt }) => sortAt >= resolvedAt).map(({ id }) => id);
    if (ids.length === 0) continue;
    const marked = await trx
      .updateTable("feedback_group_member")
      .set({ is_recurrence: 1 })
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", ids)
      .where("feedback_id", "in", (eb) =>
        eb
          .selectFrom("feedback")
          .select("id")
          .where("project_id", "=", projectId)
          .where("id", "in", ids)
          .where("team_status", "=", "pending"),
      )
      .returning("feedback_id")
      .execute();
    if (marked.length === 0) continue;
    await notifyOfRecurrence(trx, projectId, {
      groupId,
      resolvedAt,
      at: Math.max(...items.map(({ seenAt }) => seenAt)),
      ids: marked.map((row) => row.feedback_id),
      people: await resolvers(trx, projectId, groupId, joinedIds),
    });
  }
}

/** Ends "until reported again" snoozes in groups that newer items joined. */
export async function endReportedSnoozes(
  trx: StoreQuery,
  projectId: string,
  joined: readonly JoinedItem[],
): Promise<void> {
  if (joined.length === 0) return;
  const snoozed = await trx
    .selectFrom("feedback_snooze as snooze")
    .innerJoin("feedback_group_member as member", (join) =>
      join
        .onRef("member.project_id", "=", "snooze.project_id")
        .onRef("member.feedback_id", "=", "snooze.feedback_id"),
    )
    .select(["snooze.feedback_id", "snooze.set_at", "member.group_id"])
    .where("snooze.project_id", "=", projectId)
    .where("snooze.until", "=", UNTIL_REPORTED)
    .where("member.group_id", "in", [...new Set(joined.map(({ groupId }) => groupId))])
    .execute();
  const reported = snoozed.filter((item) =>
    joined.some(
      ({ id, groupId, seenAt }) =>
        groupId === item.group_id && id !== item.feedback_id && seenAt >= item.set_at,
    ),
  );
  const ids = reported.map((item) => item.feedback_id);
  const at = Math.max(...joined.map(({ seenAt }) => seenAt));
  if (ids.length > 0) await endSnoozes(trx, projectId, ids, at);
}

/** Returns the IDs of the people who resolved other items of a group. */
async function resolvers(
  trx: StoreQuery,
  projectId: string,
  groupId: string,
  except: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom("feedback_group_member as member")
    .innerJoin("feedback_state as state", (join) =>
      join
        .onRef("state.project_id", "=", "member.project_id")
        .onRef("state.feedback_id", "=", "member.feedback_id"),
    )
    .select("state.set_by_id as person")
    .distinct()
    .where("member.project_id", "=", projectId)
    .where("member.group_id", "=", groupId)
    .where("member.feedback_id", "not in", except)
    .where("state.status", "=", "resolved")
    .where("state.set_by_id", "is not", null)
    .execute();
  return rows.flatMap(({ person }) => person ?? []);
}

/** Returns since when all others of a group have been resolved or dismissed; null if they aren't, or none is resolved. */
async function resolvedSince(
  trx: StoreQuery,
  projectId: string,
  groupId: string,
  except: readonly string[],
): Promise<number | null> {
  const others = await trx
    .selectFrom("feedback_group_member as member")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "member.project_id")
        .onRef("feedback.id", "=", "member.feedback_id"),
    )
    .leftJoin("feedback_state as state", (join) =>
      join
        .onRef("state.project_id", "=", "member.project_id")
        .onRef("state.feedback_id", "=", "member.feedback_id"),
    )
    .select(({ fn, eb }) => [
      fn.countAll<number>().filterWhere("team_status", "=", "resolved").as("resolved"),
      fn
        .countAll<number>()
        .filterWhere("team_status", "not in", ["resolved", "dismissed"])
        .as("open"),
      fn.max(eb.fn.coalesce("state.set_at", "platform_changed_after", "first_seen_at")).as("since"),
    ])
    .where("member.project_id", "=", projectId)
    .where("member.group_id", "=", groupId)
    .where("member.feedback_id", "not in", except)
    .executeTakeFirst();
  if (!others || others.open > 0 || others.resolved === 0) return null;
  return Number(others.since);
}
