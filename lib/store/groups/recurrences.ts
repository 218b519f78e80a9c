import "server-only";
import type { Kysely } from "kysely";
import { notifyOfRecurrence } from "../people/notify.ts";
import type { StoreSchema } from "../schema/schema.ts";

/** An item that has just joined a group. */
export interface Joined {
  id: string;
  groupId: string;
  sortAt: number;
  /** When it was first seen; epoch milliseconds. */
  seenAt: number;
  /** When the item that it was compared with was first seen; epoch milliseconds. */
  representativeSeenAt: number;
}

/**
 * Marks pending items as recurrences whose group was resolved before they arrived, and notifies those who resolved it:
 * what was resolved is reported again. An item that was resolved when it was first seen counts as resolved at that time.
 */
export async function markRecurrences(
  trx: Kysely<StoreSchema>,
  projectId: string,
  joined: readonly Joined[],
): Promise<void> {
  // Rules out a first sync, whose items are older than the time at which they were seen.
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
      ...{ groupId, resolvedAt, at: Math.max(...items.map(({ seenAt }) => seenAt)) },
      ids: marked.map((row) => row.feedback_id),
      people: await resolvers(trx, projectId, groupId, joinedIds),
    });
  }
}

/** Returns the IDs of the people who resolved other items of a group. */
async function resolvers(
  trx: Kysely<StoreSchema>,
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
  trx: Kysely<StoreSchema>,
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
