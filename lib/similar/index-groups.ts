import "server-only";
import { sql } from "kysely";
import { chunks } from "../database/chunks.ts";
import { engineOf } from "../database/dialect.ts";
import { Profile } from "../groups/profile.ts";
import { createPause } from "../pause.ts";
import { endReportedSnoozes, markRecurrences } from "../store/groups/recurrences.ts";
import { forgetRecurrences } from "../store/people/notify.ts";
import type { StoreQuery } from "../store/schema/schema.ts";
import { lockFeedbackWrites } from "../store/write/write-lock.ts";
import { GroupAssignment, type Item, type Member, type Membership } from "./group-assignment.ts";
import { Lookahead } from "./lookahead.ts";
import {
  addRepresentatives,
  mostShared,
  readRepresentatives,
  removeRepresentatives,
  representativesAmong,
  representativesIn,
  type StoredRepresentative,
} from "./representatives.ts";

/** Items of the first step, whose duration isn't known yet. */
export const FIRST_LIMIT = 400;

/** Members of a group that its representative is compared with, itself included. */
const MEMBERS_READ = 8;

/** Members that are written at once. Compiling the statement blocks the event loop. */
const WRITTEN_AT_ONCE = 1_000;

/** The result of a grouping step. */
export interface GroupingStep {
  projectId: string;
  /** How many items were taken from the queue. */
  items: number;
  /** Whether any group changed. */
  isChanged: boolean;
  /** How many milliseconds people's changes had to wait. */
  lockedFor: number;
}

/**
 * Finds the groups of the next items of the queue, in one transaction: an item that was taken from the queue has its
 * group, whenever the process ends. Doesn't announce the change.
 * @param lookahead what the step before prepared, and where this one prepares the items after
 * @returns null when the queue is empty
 */
export async function indexSomeGroups(
  query: StoreQuery,
  limit = FIRST_LIMIT,
  lookahead = new Lookahead(query),
): Promise<GroupingStep | null> {
  const next = await query
    .selectFrom("feedback_group_queue")
    .select("project_id")
    .limit(1)
    .execute();
  const projectId = next[0]?.project_id;
  if (projectId === undefined) return null;
  let [lockedAt, preparing] = [0, Promise.resolve()];
  const step = await query.transaction().execute(async (trx) => {
    await lockFeedbackWrites(trx, projectId);
    lockedAt = performance.now();
    await preferIndexes(trx);
    const queued = await trx
      .selectFrom("feedback_group_queue")
      .select("feedback_id")
      .where("project_id", "=", projectId)
      .orderBy("feedback_id")
      .limit(limit)
      .execute();
    const ids = queued.map((row) => row.feedback_id);
    const after = ids.at(-1);
    if (after === undefined) return { projectId, items: 0, isChanged: false };
    const found = await findGroups(trx, projectId, ids, lookahead);
    if (ids.length === limit) preparing = lookahead.prepare(projectId, { after, limit });
    const isChanged = await write(trx, projectId, found);
    await trx
      .deleteFrom("feedback_group_queue")
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", ids)
      .execute();
    return { projectId, items: ids.length, isChanged };
  });
  const lockedFor = performance.now() - lockedAt;
  await preparing;
  return { ...step, lockedFor };
}

/**
 * Every query here reads a few rows by key. PostgreSQL reads whole tables instead while it remembers how small they
 * were before an import.
 */
async function preferIndexes(trx: StoreQuery): Promise<void> {
  if (engineOf(trx) === "sqlite") return;
  await sql`select set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),
    set_config('enable_mergejoin', 'off', true)`.execute(trx);
}

/** The triggers that count what is written join hundreds of rows that have no index. */
async function allowHashJoins(trx: StoreQuery): Promise<void> {
  if (engineOf(trx) === "sqlite") return;
  await sql`select set_config('enable_hashjoin', 'on', true)`.execute(trx);
}

/** The results of a transaction. */
interface Found {
  assignment: GroupAssignment;
  /** Items that don't exist anymore. */
  deletedIds: string[];
}

async function findGroups(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  lookahead: Lookahead,
): Promise<Found> {
  const items = await itemsOf(trx, projectId, ids, lookahead);
  const memberships = await membershipsOf(trx, projectId, ids);
  const stored = await representativesAmong(trx, projectId, ids);
  const byBucket = await representativesIn(
    trx,
    items.flatMap(({ buckets }) => buckets),
  );
  const pause = createPause();
  const candidates = new Set<number>();
  for (const { buckets } of items) {
    const shared = mostShared(buckets, (bucket) => byBucket.get(bucket) ?? []);
    for (const representative of shared) candidates.add(representative);
    await pause();
  }
  const assignment = new GroupAssignment({
    items,
    memberships,
    stored,
    byBucket,
    known: await readRepresentatives(trx, projectId, candidates),
    representativeCounts: await countRepresentatives(trx, projectId, memberships),
    members: await membersOf(trx, projectId, groupsOfRepresentatives(stored, memberships)),
  });
  // Representatives come first, as their text may have changed and others are compared with them.
  const order = items.toSorted(
    (one, other) => Number(stored.has(other.id)) - Number(stored.has(one.id)),
  );
  for (const item of order) {
    await assignment.place(item);
    await pause();
  }
  const existing = new Set(items.map(({ id }) => id));
  return { assignment, deletedIds: ids.filter((id) => !existing.has(id)) };
}

/** @returns whether any group changed */
async function write(
  trx: StoreQuery,
  projectId: string,
  { assignment, deletedIds }: Found,
): Promise<boolean> {
  const { stored, joined, newMembers, removedIds, representatives } = assignment;
  const kept = (id: string, { buckets }: StoredRepresentative) =>
    JSON.stringify(representatives.get(id) ?? null) === buckets;
  const removed = [...stored].filter(([id, representative]) => !kept(id, representative));
  await removeRepresentatives(
    trx,
    removed.map(([, representative]) => representative),
  );
  const added = [...representatives].filter(([id]) => {
    const before = stored.get(id);
    return !before || !kept(id, before);
  });
  await addRepresentatives(trx, projectId, new Map(added));
  const moved = joined.filter(({ isMoved }) => isMoved).map(({ item }) => item.id);
  const leaving = [...removedIds, ...deletedIds, ...moved];
  if (leaving.length > 0) {
    await trx
      .deleteFrom("feedback_group_member")
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", leaving)
      .execute();
    await forgetRecurrences(trx, projectId, leaving);
  }
  const members = [
    ...newMembers,
    ...joined.map(({ item, groupId }) => ({ id: item.id, groupId, sortAt: item.sortAt })),
  ];
  await writeMembers(trx, projectId, members);
  const arrived = joined
    .filter(({ isNew }) => isNew)
    .map(({ item, ...rest }) => ({
      ...rest,
      id: item.id,
      sortAt: item.sortAt,
      seenAt: item.firstSeenAt,
    }));
  await markRecurrences(trx, projectId, arrived);
  await endReportedSnoozes(trx, projectId, arrived);
  return leaving.length + members.length > 0;
}

async function writeMembers(
  trx: StoreQuery,
  projectId: string,
  members: readonly { id: string; groupId: string; sortAt: number }[],
): Promise<void> {
  if (members.length > 0) await allowHashJoins(trx);
  for (const chunk of chunks(members, WRITTEN_AT_ONCE)) {
    const rows = chunk.map(({ id, groupId, sortAt }) => ({
      project_id: projectId,
      feedback_id: id,
      group_id: groupId,
      sort_at: sortAt,
    }));
    await trx
      .insertInto("feedback_group_member")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["project_id", "feedback_id"]).doUpdateSet(({ ref }) => ({
          group_id: ref("excluded.group_id"),
          sort_at: ref("excluded.sort_at"),
        })),
      )
      .execute();
  }
}

async function itemsOf(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
  lookahead: Lookahead,
): Promise<Item[]> {
  const rows = await trx
    .selectFrom("feedback")
    .select(["id", "page", "comment", "code", "helpful", "sort_at", "first_seen_at"])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .orderBy("sort_at")
    .orderBy("id")
    .execute();
  const items: Item[] = [];
  const pause = createPause();
  for (const row of rows) {
    const times = { sortAt: row.sort_at, firstSeenAt: row.first_seen_at };
    items.push({ id: row.id, ...lookahead.prefetched(projectId, row), ...times });
    // Long comments take milliseconds each.
    await pause();
  }
  return items;
}

async function membershipsOf(
  trx: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, Membership>> {
  const rows = await trx
    .selectFrom("feedback_group_member")
    .select(["feedback_id", "group_id", "by_person"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .execute();
  return new Map(
    rows.map((row) => [row.feedback_id, { groupId: row.group_id, byPerson: row.by_person === 1 }]),
  );
}

/** Counts the representatives of the items' groups. */
async function countRepresentatives(
  trx: StoreQuery,
  projectId: string,
  memberships: ReadonlyMap<string, Membership>,
): Promise<Map<string, number>> {
  const groups = new Set([...memberships.values()].flatMap(({ groupId }) => groupId ?? []));
  if (groups.size === 0) return new Map();
  const rows = await trx
    .selectFrom("feedback_group_member as member")
    .innerJoin("feedback_representative as representative", (join) =>
      join
        .onRef("representative.project_id", "=", "member.project_id")
        .onRef("representative.feedback_id", "=", "member.feedback_id"),
    )
    .select("member.group_id")
    .select(({ fn }) => fn.countAll<number>().as("representatives"))
    .where("member.project_id", "=", projectId)
    .where("member.group_id", "in", [...groups])
    .groupBy("member.group_id")
    .execute();
  return new Map(rows.map((row) => [row.group_id ?? "", row.representatives]));
}

/** Returns the groups that items represent because of their texts. */
function groupsOfRepresentatives(
  stored: ReadonlyMap<string, StoredRepresentative>,
  memberships: ReadonlyMap<string, Membership>,
): string[] {
  const own = [...stored.keys()].map((id) => memberships.get(id));
  return [...new Set(own.flatMap((place) => (place?.byPerson ? [] : (place?.groupId ?? []))))];
}

/** Returns a few members of each group, those that joined because of their texts first. */
async function membersOf(
  trx: StoreQuery,
  projectId: string,
  groups: readonly string[],
): Promise<Map<string, Member[]>> {
  if (groups.length === 0) return new Map();
  const rows = await trx
    .selectFrom((eb) =>
      eb
        .selectFrom("feedback_group_member")
        .select(["group_id", "feedback_id"])
        .select(
          sql<number>`row_number() over (partition by group_id order by by_person, feedback_id)`.as(
            "position",
          ),
        )
        .where("project_id", "=", projectId)
        .where("group_id", "in", groups)
        .as("member"),
    )
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.id", "=", "member.feedback_id")
        .on("feedback.project_id", "=", projectId),
    )
    .select(["member.group_id", "feedback.id", "page", "comment", "code", "helpful"])
    .where("position", "<=", MEMBERS_READ)
    .execute();
  const members = new Map<string, Member[]>();
  const pause = createPause();
  for (const { group_id: groupId, id, ...text } of rows) {
    const own = members.get(groupId ?? "") ?? [];
    members.set(groupId ?? "", [...own, { id, profile: new Profile(text) }]);
    await pause();
  }
  return members;
}
