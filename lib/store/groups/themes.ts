import "server-only";
import type { ExpressionBuilder, Kysely } from "kysely";
import type { Theme } from "../../contract/api/themes.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { Database } from "../../database/open.ts";
import { NO_FILTERS } from "../../filters/feedback-filters.ts";
import { matchingGroups } from "../feedback/facet-groups.ts";
import type { DayRange } from "../feedback/periods.ts";
import { UNDATED } from "../feedback/received-instant.ts";
import { itemSubjects } from "../feedback/subjects.ts";
import type { StoreSchema } from "../schema.ts";

/** Groups that are read for a list of themes: some turn out to be noise, or to have nothing pending. */
const MOST_READ = 30;
/** The largest groups that are counted first, and at most before all items of a range are counted. */
const FIRST_COUNTED = 100;
const MOST_COUNTED = 1_600;
const ALL_DAYS: DayRange = { from: null, to: null };

/** A group of near-duplicates, and how many of its items are counted. */
export interface CountedGroup {
  groupId: string;
  /** ID of one of its items. */
  id: string;
  items: number;
}

/**
 * Returns the themes with most items that were written in a range of days, most first. Suspected noise isn't a theme,
 * and neither is what was said once in that time.
 */
export async function topThemes(
  database: Database<StoreSchema>,
  projectId: string,
  range: DayRange,
): Promise<Theme[]> {
  const groups = await mostItems(database.read, projectId, range);
  return themesOf(database, projectId, groups, range);
}

/** Returns the groups with most items in a range. */
async function mostItems(
  db: Kysely<StoreSchema>,
  projectId: string,
  range: DayRange,
): Promise<CountedGroup[]> {
  if (range.from === null && range.to === null) {
    const groups = await largestGroups(db, projectId, MOST_READ).select(oldestItem).execute();
    return groups.map(({ id, ...group }) => ({ ...group, id: id ?? "" }));
  }
  const largest = await largestGroups(db, projectId, MOST_COUNTED).execute();
  const counted: CountedGroup[] = [];
  // No group has more items in a range than in all, so that the largest groups are usually enough.
  for (let [from, to] = [0, FIRST_COUNTED]; from < largest.length; [from, to] = [to, to * 4]) {
    const ids = largest.slice(from, to).map(({ groupId }) => groupId);
    counted.push(...(await itemsIn(db, projectId, range, ids)));
    counted.sort((a, b) => b.items - a.items || (a.groupId < b.groupId ? -1 : 1));
    counted.splice(MOST_READ);
    const least = counted[MOST_READ - 1]?.items ?? 0;
    if (least > (largest[to]?.items ?? Number.POSITIVE_INFINITY)) return counted;
  }
  return largest.length < MOST_COUNTED ? counted : itemsIn(db, projectId, range, null);
}

/** Builds the query of the groups with most items ever. */
function largestGroups(db: Kysely<StoreSchema>, projectId: string, limit: number) {
  return db
    .selectFrom("feedback_group_size")
    .select(["group_id as groupId", "items"])
    .where("project_id", "=", projectId)
    .where("items", ">", 1)
    .orderBy("items", "desc")
    .orderBy("group_id")
    .limit(limit);
}

function oldestItem({ selectFrom }: ExpressionBuilder<StoreSchema, "feedback_group_size">) {
  return selectFrom("feedback_group_member as member")
    .select("member.feedback_id")
    .whereRef("member.project_id", "=", "feedback_group_size.project_id")
    .whereRef("member.group_id", "=", "feedback_group_size.group_id")
    .orderBy("member.sort_at")
    .orderBy("member.feedback_id")
    .limit(1)
    .as("id");
}

/**
 * Counts the items of groups that were written in a range, most first. A group with one item isn't counted.
 * @param ids of the groups; null for those of all groups with most items
 */
async function itemsIn(
  db: Kysely<StoreSchema>,
  projectId: string,
  range: DayRange,
  ids: string[] | null,
): Promise<CountedGroup[]> {
  const groups = await membersIn(db, projectId, range)
    .select(({ fn }) => [
      "group_id as groupId",
      fn.min("feedback_id").as("id"),
      fn.countAll<number>().as("items"),
    ])
    .where("group_id", "is not", null)
    .$if(ids !== null, (members) => members.where("group_id", "in", ids ?? []))
    .groupBy("group_id")
    .having(({ fn }) => fn.countAll(), ">", 1)
    .orderBy("items", "desc")
    .orderBy("group_id")
    .limit(MOST_READ)
    .execute();
  return groups.map(({ groupId, ...group }) => ({ ...group, groupId: groupId ?? "" }));
}

/**
 * Returns groups as themes, in the given order, without those that are suspected noise.
 * @param range the days of the pending items that are counted
 */
export async function themesOf(
  database: Database<StoreSchema>,
  projectId: string,
  groups: readonly CountedGroup[],
  range = ALL_DAYS,
): Promise<Theme[]> {
  if (groups.length === 0) return [];
  const { read } = database;
  const ids = groups.map(({ id }) => id);
  const [meaningful, subjects, pending] = await Promise.all([
    withoutNoise(read, projectId, ids),
    itemSubjects(read, projectId, ids),
    pendingIn(
      database,
      projectId,
      groups.map(({ groupId }) => groupId),
      range,
    ),
  ]);
  return groups.flatMap(({ groupId, id, items }) => {
    const subject = subjects.get(id);
    if (subject === undefined || !meaningful.has(id)) return [];
    return { id, subject, items, pending: pending.get(groupId) ?? 0 };
  });
}

function membersIn(db: Kysely<StoreSchema>, projectId: string, { from, to }: DayRange) {
  const writtenAt = "member.sort_at";
  let members = db
    .selectFrom("feedback_group_member as member")
    .where("member.project_id", "=", projectId);
  if (from !== null) members = members.where(writtenAt, ">=", from * DAY);
  if (to !== null) members = members.where(writtenAt, "<", to * DAY).where(writtenAt, ">", UNDATED);
  return members;
}

/** Similar texts are equally suspicious, so that one item speaks for its group. */
async function withoutNoise(
  db: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom("feedback")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("noise", "is", null)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Counts the pending items of groups. */
async function pendingIn(
  { query, read }: Database<StoreSchema>,
  projectId: string,
  groupIds: readonly string[],
  range: DayRange,
): Promise<Map<string | null, number>> {
  const filters = { ...NO_FILTERS, status: ["pending" as const], noise: false };
  const kinds = await matchingGroups(query, projectId, filters);
  if (kinds?.length === 0) return new Map();
  const rows = await membersIn(read, projectId, range)
    .select(({ fn }) => ["group_id", fn.countAll<number>().as("items")])
    .where("group_id", "in", groupIds)
    .$if(kinds !== null, (members) => members.where("member.kind", "in", kinds ?? []))
    .groupBy("group_id")
    .execute();
  return new Map(rows.map(({ group_id, items }) => [group_id, items]));
}
