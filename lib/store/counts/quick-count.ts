import "server-only";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { type ItemSet, inGroups, matchesFilters } from "../filter-sql/conditions.ts";
import { acceptsGroup } from "../filter-sql/facet-filters.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import { splitAtFew } from "../filter-sql/few-items.ts";
import * as itemSets from "../filter-sql/item-sets.ts";
import { canAnswer, type IndexFilter, isOnlySet } from "../filter-sql/set-filters.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { withPageNames } from "../write/page-rules.ts";
import { countsByGroup, feedbackCount } from "./counts.ts";

/** Most items, or groups, that are looked at one by one for a count: a few milliseconds. */
const MAX_ITEMS = 10_000;

/** The roll-ups of `countsByGroup` that count quickly. */
const QUICK_ROLLUPS = ["group", "day", "page", "largeGroup", "assignee"] as const;

/**
 * Returns how many items match, or null if neither roll-ups nor an index can count them quickly and the project has
 * many items. For counts that every page shows.
 * @param most items, or groups, that may be looked at one by one
 */
export async function quickCount(
  database: StoreDatabase,
  projectId: string,
  given: ResolvedFilters,
  most = MAX_ITEMS,
): Promise<number | null> {
  const split = splitAtFew(given);
  if (split) {
    const all = await quickCount(database, projectId, split.all, most);
    const few = await quickCount(database, projectId, split.few, most);
    return all === null || few === null ? null : all - few;
  }
  const filters = await withPageNames(database.query, projectId, given);
  const isRolledUp = QUICK_ROLLUPS.some((by) => canAnswer(by, filters));
  if (isRolledUp || (await feedbackCount(database.query, projectId)) <= most) {
    const { counts } = await countsByGroup(database, projectId, filters);
    return counts
      .filter((group) => acceptsGroup(group, filters))
      .reduce((total, { entries }) => total + entries, 0);
  }
  const few = await isOfFew(database, projectId, filters, most);
  return few ? countOneByOne(database, projectId, filters) : null;
}

/**
 * The filters that an item set answers, and the table that is read for it; null if the set isn't small by
 * nature.
 */
const SETS: {
  [K in IndexFilter]?: (
    projectId: string,
    value: NonNullable<ResolvedFilters[K]>,
  ) => ItemSet[] | null;
} = {
  reason: (projectId) => [itemSets.withReasons(projectId)],
  dismissedFor: (projectId, reasons) => [itemSets.dismissedFor(projectId, reasons)],
  assignee: (projectId, person) => [itemSets.assignedTo(projectId, person)],
  differs: (projectId, value) => (value ? [itemSets.differing(projectId)] : null),
  label: (projectId, labels) => [itemSets.labeled(projectId, labels)],
  hasJob: (projectId, value) =>
    value ? [itemSets.inAnyJob(projectId), itemSets.inOpenJob(projectId)] : null,
  groupSize: (projectId, items) => [
    itemSets.groups(projectId),
    itemSets.inLargeGroup(projectId, items),
  ],
  decidedOn: (projectId, days) => [itemSets.waited(projectId, "decision", days)],
  resolvedOn: (projectId, days) => [itemSets.waited(projectId, "resolution", days)],
  snoozed: (projectId, value) => (value ? [itemSets.snoozed(projectId)] : null),
  contact: (projectId, value) => (value ? [itemSets.withContact(projectId)] : null),
};
const SET_FILTERS = Object.keys(SETS).filter(isSetFilter);

function isSetFilter(name: string): name is keyof typeof SETS {
  return Object.hasOwn(SETS, name);
}

/** Whether filters leave so few items that each can be looked at, however many the project has. */
async function isOfFew(
  { read: db }: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  most: number,
): Promise<boolean> {
  if (!isOnlySet(filters, [...SET_FILTERS, "dateFrom", "dateTo", "path"])) return false;
  const sets = SET_FILTERS.flatMap((name) => setsOf(name, projectId, filters) ?? [null]);
  if (sets.length === 0) return false;
  for (const set of sets) {
    if (set === null) return false;
    const first = db
      .selectFrom(set.as("set"))
      .select("set.id")
      .limit(most + 1);
    const { items } = await db
      .selectFrom(first.as("first"))
      .select(({ fn }) => fn.countAll<number>().as("items"))
      .executeTakeFirstOrThrow();
    if (items > most) return false;
  }
  return true;
}

/** Returns the table to read for a filter: none if it isn't set; null if the set isn't small by nature. */
function setsOf<K extends keyof typeof SETS>(
  name: K,
  projectId: string,
  filters: ResolvedFilters,
): ItemSet[] | null {
  const value = filters[name];
  return value === null ? [] : (SETS[name]?.(projectId, value) ?? null);
}

/** Starts from the sets: the other conditions can't use an index. */
async function countOneByOne(
  { read: db, query }: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<number> {
  const groups = await matchingGroups(query, projectId, filters);
  const { items } = await db
    .selectFrom("feedback_index")
    .where(matchesFilters(projectId, filters, { by: null }))
    .where(inGroups(groups, { by: "date" }))
    .select(({ fn }) => fn.countAll<number>().as("items"))
    .executeTakeFirstOrThrow();
  return items;
}
