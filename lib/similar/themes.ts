import "server-only";
import type { ExpressionBuilder } from "kysely";
import type { Theme } from "../contract/api/themes.ts";
import { DAY } from "../contract/platform/vocabulary.ts";
import { NO_FILTERS, type ResolvedFilters } from "../filters/feedback-filters.ts";
import { matchingGroups } from "../store/filter-sql/facet-groups.ts";
import { snoozed } from "../store/filter-sql/item-sets.ts";
import { praiseAmong } from "../store/groups/praise.ts";
import { rangeOf } from "../store/reports/insights.ts";
import type { DayRange } from "../store/reports/periods.ts";
import { itemSubjects } from "../store/reports/subjects.ts";
import type { StoreDatabase, StoreQuery, StoreSchema } from "../store/schema/schema.ts";
import { UNDATED } from "../store/write/received-instant.ts";
import { themeNames } from "./theme-names.ts";

/** Groups that are read for a list of themes: some turn out to be noise, or to have nothing pending. */
const MAX_READ = 30;
/** How many of the largest groups are counted first, per group that is wanted, and at most before all items are. */
const FIRST_COUNTED = 4;
const MAX_COUNTED = 2_000;
const MAX_THEMES = 10;
const MAX_NEW_THEMES = 5;
/** Most new items that are counted. */
const MAX_NEW = 10_000;
/** Pages that are named. */
const NAMED_PAGES = 3;
const ALL_DAYS: DayRange = { from: null, to: null };
const PENDING: ResolvedFilters = { ...NO_FILTERS, status: ["pending"], noise: false };

/** The items of groups that are counted. */
interface Counted {
  range: DayRange;
  /** Their facet groups; null for all. */
  kinds: readonly number[] | null;
  /** How many items a group must have. */
  minimum: number;
}

/** A group of near-duplicates, and how many of its items are counted. */
interface CountedGroup {
  groupId: string;
  /** ID of one of its items. */
  id: string;
  items: number;
}

/**
 * Returns the themes with most items that were written in a range of days, most first. Noise isn't a theme,
 * and neither is a report that occurs once in that time.
 * @param filters only the dates count
 * @param now epoch milliseconds
 */
export async function topThemes(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  now: number,
): Promise<Theme[]> {
  const range = rangeOf(filters);
  const groups = await groupsWithMost(database.read, projectId, range);
  return (await themesOf(database, projectId, groups, { now, range })).slice(0, MAX_THEMES);
}

/**
 * Returns the themes that most pending items are about: of those that arrived after `since`, or of all without it. An
 * item of a group is a theme also if it is the only one.
 * @param since epoch milliseconds
 * @param now epoch milliseconds
 */
export async function pendingThemes(
  database: StoreDatabase,
  projectId: string,
  since: number | null,
  now: number,
): Promise<Theme[]> {
  const groups =
    since === null
      ? await groupsWithMostPending(database, projectId)
      : await newGroups(database.read, projectId, since);
  const themes = await themesOf(database, projectId, groups, { now });
  // Items of the group may be snoozed.
  const listed = themes
    .filter(({ pending }) => since !== null || pending > 0)
    .slice(0, MAX_NEW_THEMES);
  if (since === null) return listed.map((theme) => ({ ...theme, items: theme.pending }));
  return listed.map((theme) => ({ ...theme, pending: Math.max(theme.items, theme.pending) }));
}

async function groupsWithMostPending(
  { query, read }: StoreDatabase,
  projectId: string,
): Promise<CountedGroup[]> {
  const kinds = await matchingGroups(query, projectId, PENDING);
  if (kinds?.length === 0) return [];
  const counted = { range: ALL_DAYS, kinds, minimum: 1 };
  return groupsWithMostOf(read, projectId, counted, 2 * MAX_NEW_THEMES);
}

/** Returns the groups of the newest pending items that arrived after an instant, those with most of them first. */
async function newGroups(
  db: StoreQuery,
  projectId: string,
  since: number,
): Promise<CountedGroup[]> {
  const groups = await db
    .selectFrom((eb) =>
      eb
        .selectFrom("feedback")
        .select("id")
        .where("project_id", "=", projectId)
        .where("first_seen_at", ">", since)
        .where("noise", "is", null)
        .where("team_status", "=", "pending")
        .where("id", "not in", snoozed(projectId))
        .orderBy("first_seen_at", "desc")
        .limit(MAX_NEW)
        .as("new"),
    )
    .innerJoin("feedback_group_member as member", (join) =>
      join.on("member.project_id", "=", projectId).onRef("member.feedback_id", "=", "new.id"),
    )
    .select(({ fn }) => [
      "group_id as groupId",
      fn.min("feedback_id").as("id"),
      fn.countAll<number>().as("items"),
    ])
    .where("group_id", "is not", null)
    .groupBy("group_id")
    .orderBy("items", "desc")
    .orderBy("id")
    .limit(2 * MAX_NEW_THEMES)
    .execute();
  return groups.map(({ groupId, ...group }) => ({ ...group, groupId: groupId ?? "" }));
}

/** Returns the groups with most items in a range, most first. Groups with one item there are left out. */
async function groupsWithMost(
  db: StoreQuery,
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
async function groupsWithMostOf(
  db: StoreQuery,
  projectId: string,
  counted: Counted,
  most: number,
): Promise<CountedGroup[]> {
  const largest = await largestGroups(db, projectId, MAX_COUNTED).execute();
  const found: CountedGroup[] = [];
  // A group has at least as many items in all as are counted, so the largest groups are usually
  // enough.
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
function largestGroups(db: StoreQuery, projectId: string, limit: number) {
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
  db: StoreQuery,
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
 * Returns groups as themes, in the given order, without those that are noise, and without praise: most of its
 * readers rated the page as helpful.
 */
async function themesOf(
  database: StoreDatabase,
  projectId: string,
  groups: readonly CountedGroup[],
  { now, range = ALL_DAYS }: { now: number; range?: DayRange },
): Promise<Theme[]> {
  if (groups.length === 0) return [];
  const { read } = database;
  const ids = groups.map(({ id }) => id);
  const groupIds = groups.map(({ groupId }) => groupId);
  const [meaningful, praise, subjects, counts, owners, names] = await Promise.all([
    withoutNoise(read, projectId, ids),
    praiseAmong(database, projectId, groupIds),
    itemSubjects(read, projectId, ids),
    pageCounts(database, projectId, groupIds, { now, range }),
    ownersOf(read, projectId, groupIds),
    themeNames(read, projectId, groupIds),
  ]);
  return groups.flatMap(({ groupId, id, items }) => {
    const subject = subjects.get(id);
    const pages = counts.get(groupId) ?? [];
    if (subject === undefined || !meaningful.has(id) || praise.has(groupId)) return [];
    return {
      id,
      subject,
      items,
      name: names.get(groupId) ?? null,
      pending: sumOf(pages, "pending"),
      pages: pages.slice(0, NAMED_PAGES).map(({ page }) => page),
      pageCount: pages.length,
      lastWeek: sumOf(pages, "lastWeek"),
      owner: owners.get(groupId) ?? null,
    };
  });
}

interface PageCount {
  page: string;
  items: number;
  pending: number;
  lastWeek: number;
}

function sumOf(pages: readonly PageCount[], name: Exclude<keyof PageCount, "page">): number {
  return pages.reduce((sum, page) => sum + page[name], 0);
}

/**
 * Counts the items of groups by page, the pages with most items first. The range is that of the pending ones, none of
 * which are snoozed.
 */
async function pageCounts(
  { query, read }: StoreDatabase,
  projectId: string,
  groupIds: readonly string[],
  { now, range }: { now: number; range: DayRange },
): Promise<Map<string, PageCount[]>> {
  const kinds = await matchingGroups(query, projectId, PENDING);
  const rows = await membersIn(read, projectId, ALL_DAYS)
    .select(({ fn, eb }) => {
      const count = () => fn.countAll<number>();
      const isPending = kinds?.length
        ? eb("member.facet_group_id", "in", kinds)
        : eb.lit(kinds === null);
      const isShown = eb("member.feedback_id", "not in", snoozed(projectId));
      return [
        "group_id as groupId",
        "page",
        count().as("items"),
        count()
          .filterWhere(eb.and([isPending, isShown, ...writtenIn(eb, range)]))
          .as("pending"),
        count()
          .filterWhere("member.sort_at", ">=", now - 7 * DAY)
          .as("lastWeek"),
      ];
    })
    .where("group_id", "in", groupIds)
    .groupBy(["group_id", "page"])
    .orderBy("items", "desc")
    .orderBy("page")
    .execute();
  const found = new Map<string, PageCount[]>();
  for (const { groupId, ...count } of rows) {
    const own = found.get(groupId ?? "");
    if (own) own.push(count);
    else found.set(groupId ?? "", [count]);
  }
  return found;
}

/** Returns the ID of the person who is assigned most items of each group. */
async function ownersOf(
  db: StoreQuery,
  projectId: string,
  groupIds: readonly string[],
): Promise<Map<string | null, string | null>> {
  const rows = await db
    .selectFrom("feedback_group_member as member")
    .innerJoin("feedback_assignee as assignee", (join) =>
      join
        .onRef("assignee.project_id", "=", "member.project_id")
        .onRef("assignee.feedback_id", "=", "member.feedback_id"),
    )
    .select(({ fn }) => ["group_id", "person_id", fn.countAll<number>().as("items")])
    .where("member.project_id", "=", projectId)
    .where("group_id", "in", groupIds)
    .where("person_id", "is not", null)
    .groupBy(["group_id", "person_id"])
    .orderBy("items")
    .orderBy("person_id", "desc")
    .execute();
  return new Map(rows.map(({ group_id, person_id }) => [group_id, person_id]));
}

function membersIn(db: StoreQuery, projectId: string, range: DayRange) {
  return db
    .selectFrom("feedback_group_member as member")
    .where("member.project_id", "=", projectId)
    .where((eb) => eb.and(writtenIn(eb, range)));
}

type Members = ExpressionBuilder<
  StoreSchema & { member: StoreSchema["feedback_group_member"] },
  "member"
>;

/** The conditions that a member was written in a range of days. */
function writtenIn(eb: Members, { from, to }: DayRange) {
  const writtenAt = "member.sort_at";
  return [
    ...(from === null ? [] : [eb(writtenAt, ">=", from * DAY)]),
    ...(to === null ? [] : [eb(writtenAt, "<", to * DAY), eb(writtenAt, ">", UNDATED)]),
  ];
}

/** Similar texts are equally suspicious, so one item stands for its group. */
async function withoutNoise(
  db: StoreQuery,
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
