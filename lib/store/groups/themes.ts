import "server-only";
import type { ExpressionBuilder, Kysely } from "kysely";
import type { Theme } from "../../contract/api/themes.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { Database } from "../../database/open.ts";
import { NO_FILTERS } from "../../filters/feedback-filters.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import type { DayRange } from "../reports/periods.ts";
import { itemSubjects } from "../reports/subjects.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { UNDATED } from "../write/received-instant.ts";

/** Groups that are read for a list of themes: some turn out to be noise, or to have nothing pending. */
const MAX_READ = 30;
/** How many of the largest groups are counted first, per group that is wanted, and at most before all items are. */
const FIRST_COUNTED = 4;
const MAX_COUNTED = 2_000;
export const ALL_DAYS: DayRange = { from: null, to: null };

/** Which items of groups are counted. */
interface Counted {
  range: DayRange;
  /** Their facet groups; null for all. */
  kinds: readonly number[] | null;
  /** How many items a group must have. */
  minimum: number;
}

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
  const groups = await groupsWithMost(database.read, projectId, range);
  return themesOf(database, projectId, groups, range);
}

/** Returns the groups with most items in a range, most first. Groups with one item there are left out. */
async function groupsWithMost(
  db: Kysely<StoreSchema>,
  projectId: string,
  range: DayRange,
): Promise<CountedGroup[]> {
  if (range.from !== null || range.to !== null) {
    return groupsWithMostOf(db, projectId, { range, kinds: null, minimum: 2 }, MAX_READ);
  }
  const groups = await largestGroups(db, projectId, MAX_READ).select(oldestItem).execute();
  return groups.map(({ id, ...group }) => ({ ...group, id: id ?? "" }));
}

/** Returns the groups with most of the items that are counted, most first. */
export async function groupsWithMostOf(
  db: Kysely<StoreSchema>,
  projectId: string,
  counted: Counted,
  most: number,
): Promise<CountedGroup[]> {
  const largest = await largestGroups(db, projectId, MAX_COUNTED).execute();
  const found: CountedGroup[] = [];
  // No group has more of these items than in all, so that the largest groups are usually enough.
  for (
    let [from, to] = [0, most * FIRST_COUNTED];
    from < largest.length;
    [from, to] = [to, to * 4]
  ) {
    const ids = largest.slice(from, to).map(({ groupId }) => groupId);
    found.push(...(await countItems(db, projectId, counted, ids, most)));
    found.sort((a, b) => b.items - a.items || (a.groupId < b.groupId ? -1 : 1));
    found.splice(most);
    const fewest = found[most - 1]?.items ?? 0;
    if (fewest > (largest[to]?.items ?? Number.POSITIVE_INFINITY)) return found;
  }
  return largest.length < MAX_COUNTED ? found : countItems(db, projectId, counted, null, most);
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
 * Counts items of groups, those with most first.
 * @param ids of the groups; null for all groups
 */
async function countItems(
  db: Kysely<StoreSchema>,
  projectId: string,
  { range, kinds, minimum }: Counted,
  ids: string[] | null,
  most: number,
): Promise<CountedGroup[]> {
  const groups = await membersIn(db, projectId, range)
    .select(({ fn }) => [
      "group_id as groupId",
      fn.min("feedback_id").as("id"),
      fn.countAll<number>().as("items"),
    ])
    .where("group_id", "is not", null)
    .$if(ids !== null, (members) => members.where("group_id", "in", ids ?? []))
    .$if(kinds !== null, (members) => members.where("member.facet_group_id", "in", kinds ?? []))
    .groupBy("group_id")
    .having(({ fn }) => fn.countAll(), ">=", minimum)
    .orderBy("items", "desc")
    .orderBy("group_id")
    .limit(most)
    .execute();
  return groups.map(({ groupId, ...group }) => ({ ...group, groupId: groupId ?? "" }));
}

/**
 * Returns groups as themes, in the given order, without those that are suspected noise, and without praise: most of its
 * readers rated the page as helpful.
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
  const groupIds = groups.map(({ groupId }) => groupId);
  const [meaningful, subjects, pending, praise] = await Promise.all([
    withoutNoise(read, projectId, ids),
    itemSubjects(read, projectId, ids),
    pendingIn(database, projectId, groupIds, range),
    praiseAmong(database, projectId, groupIds),
  ]);
  return groups.flatMap(({ groupId, id, items }) => {
    const subject = subjects.get(id);
    if (subject === undefined || !meaningful.has(id) || praise.has(groupId)) return [];
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
    .$if(kinds !== null, (members) => members.where("member.facet_group_id", "in", kinds ?? []))
    .groupBy("group_id")
    .execute();
  return new Map(rows.map(({ group_id, items }) => [group_id, items]));
}

/** Returns the groups of whose items more than half are rated as helpful. */
export async function praiseAmong(
  { query, read }: Database<StoreSchema>,
  projectId: string,
  groupIds: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const kinds = await matchingGroups(query, projectId, { ...NO_FILTERS, helpful: true });
  if (kinds === null) return new Set(groupIds);
  if (kinds.length === 0) return new Set();
  const rows = await membersIn(read, projectId, ALL_DAYS)
    .select(({ fn }) => [
      "group_id",
      fn.countAll<number>().as("items"),
      fn.countAll<number>().filterWhere("member.facet_group_id", "in", kinds).as("helpful"),
    ])
    .where("group_id", "in", groupIds)
    .groupBy("group_id")
    .execute();
  return new Set(
    rows.filter(({ items, helpful }) => 2 * helpful > items).map(({ group_id }) => group_id),
  );
}
