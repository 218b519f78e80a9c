import "server-only";
import type { AliasedExpression } from "kysely";
import { countText } from "../../database/text-search.ts";
import { type ResolvedFilters, UNASSIGNED } from "../../filters/feedback-filters.ts";
import { FEEDBACK_TEXT, index, matchesFilters } from "../filter-sql/conditions.ts";
import type { FacetGroup, FilterValue } from "../filter-sql/facet-filters.ts";
import { facetGroups } from "../filter-sql/facet-groups.ts";
import { splitAtFew, withoutFew } from "../filter-sql/few-items.ts";
import { groupItems } from "../filter-sql/group-items.ts";
import * as itemSets from "../filter-sql/item-sets.ts";
import { canAnswer, isOnlySet, isSet, searchOf } from "../filter-sql/set-filters.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { countsByDay, countsByPage } from "./rollup.ts";

/** The roll-ups that `countsByGroup` reads. */
const ROLLUPS = ["group", "day", "page", "largeGroup", "assignee", "text"] as const;

interface GroupCount {
  facet_group_id: number;
  entries: number;
}

/**
 * Counts the items of each facet group that pass the index filters, and all items of the project.
 * Every count in the inbox is a sum of these. Roll-ups answer where they can, the index otherwise.
 */
export async function countsByGroup(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<{ counts: FacetGroup[]; all: number }> {
  const [groups, counted] = await Promise.all([
    facetGroups(database.query, projectId),
    canAnswer("group", filters) ? null : countGroups(database, projectId, filters),
  ]);
  const all = groups.reduce((total, { entries }) => total + entries, 0);
  if (counted === null) return { counts: groups, all };
  const entries = new Map(counted.map((row) => [row.facet_group_id, row.entries]));
  return {
    counts: groups.map((group) => ({ ...group, entries: entries.get(group.id) ?? 0 })),
    all,
  };
}

/** Counts the project's items. */
export async function feedbackCount(db: StoreQuery, projectId: string): Promise<number> {
  const groups = await facetGroups(db, projectId);
  return groups.reduce((total, { entries }) => total + entries, 0);
}

async function countGroups(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<GroupCount[]> {
  return (
    (await fromRollup(database, projectId, filters)) ??
    (await allButFew(database, projectId, filters)) ??
    fromIndex(database, projectId, filters)
  );
}

/** Reads the counts from a roll-up; null if none has them. */
async function fromRollup(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<GroupCount[] | null> {
  const { read: db } = database;
  if (canAnswer("day", filters)) return sums(db, countsByDay(projectId, filters));
  if (canAnswer("page", filters)) return sums(db, countsByPage(projectId, filters));
  if (filters.groupSize !== null && canAnswer("largeGroup", filters)) {
    return countsOfLargeGroups(db, projectId, filters.groupSize);
  }
  if (
    filters.assignee !== null &&
    filters.assignee !== UNASSIGNED &&
    canAnswer("assignee", filters)
  ) {
    return countsOfAssigned(db, projectId, filters.assignee);
  }
  return canAnswer("text", filters) ? fromTextIndex(database, projectId, filters) : null;
}

/** Reads the counts of a search from the keys of the text index, which start with the group. @returns null if it has no answer */
async function fromTextIndex(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<GroupCount[] | null> {
  const search = searchOf(filters.q);
  const counts = search && (await countText(database.read, database.engine, FEEDBACK_TEXT, search));
  if (!search || !counts) return null;
  const found = counts.map(({ group, entries }) => ({ facet_group_id: group, entries }));
  return search.all.length > 0
    ? found
    : allBut(database, projectId, { ...filters, q: null }, found);
}

/** Counts the few items that don't match a filter, and subtracts them. @returns null without a filter that most items match */
async function allButFew(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<GroupCount[] | null> {
  const split = splitAtFew(filters);
  const rest = withoutFew(filters);
  if (!split || !ROLLUPS.some((rollup) => canAnswer(rollup, rest))) return null;
  return allBut(database, projectId, split.all, await countGroups(database, projectId, split.few));
}

function fromIndex(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
): Promise<GroupCount[]> {
  const { read: db, engine } = database;
  if (filters.groupSize !== null) {
    return countLargeGroups(database, projectId, filters, filters.groupSize);
  }
  const onPages = isSet(filters, ["path"]) && isOnlySet(filters, ["path", "dateFrom", "dateTo"]);
  const by = onPages ? "page" : null;
  const text = { engine, by: filters.snoozed ? ("probe" as const) : ("seek" as const) };
  const grouped = index
    .selectFrom("feedback_index")
    .where(matchesFilters(projectId, filters, { text, by }))
    .select(({ fn }) => ["facet_group_id", fn.countAll<number>().as("entries")]);
  // In index order the engine counts while it reads, without sorting.
  return sums(db, grouped.groupBy(by === null ? ["facet_group_id"] : [by, "facet_group_id"]));
}

/** Returns the counts of the items that are assigned to a person or to anyone, whose facet groups triggers keep beside that. */
function countsOfAssigned(
  db: StoreQuery,
  projectId: string,
  person: string,
): Promise<GroupCount[]> {
  const assigned = itemSets.assignedTo(projectId, person).select("assigned.facet_group_id");
  return db
    .selectFrom(assigned.as("assigned"))
    .select(({ fn }) => ["facet_group_id", fn.countAll<number>().as("entries")])
    .groupBy("facet_group_id")
    .execute();
}

/** Returns the counts of the items in groups of so many and more, from the roll-up. */
function countsOfLargeGroups(
  db: StoreQuery,
  projectId: string,
  items: FilterValue<"groupSize">,
): Promise<GroupCount[]> {
  return db
    .selectFrom("feedback_large_group")
    .select(["facet_group_id", "items as entries"])
    .where("project_id", "=", projectId)
    .where("minimum", "=", Number(items))
    .execute();
}

/** Counts the items that are in groups of at least this size and pass the other filters. */
function countLargeGroups(
  { read: db, engine }: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  items: FilterValue<"groupSize">,
): Promise<GroupCount[]> {
  const others = { ...filters, groupSize: null };
  return db
    .selectFrom(groupItems(others))
    .where("group_id", "in", itemSets.largeGroups(projectId, items))
    .where(matchesFilters(projectId, others, { text: { engine, by: "seek" }, by: null }))
    .select(({ fn }) => ["facet_group_id", fn.countAll<number>().as("entries")])
    .groupBy("facet_group_id")
    .execute();
}

/** The counts of the items under filters without the counted ones. */
async function allBut(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  counted: GroupCount[],
): Promise<GroupCount[]> {
  const { counts } = await countsByGroup(database, projectId, filters);
  const entriesOf = new Map(counted.map((row) => [row.facet_group_id, row.entries]));
  return counts.map(({ id, entries }) => ({
    facet_group_id: id,
    entries: entries - (entriesOf.get(id) ?? 0),
  }));
}

function sums(
  db: StoreQuery,
  counted: { as(alias: "counted"): AliasedExpression<GroupCount, "counted"> },
): Promise<GroupCount[]> {
  return db
    .selectFrom(counted.as("counted"))
    .select(({ fn }) => ["counted.facet_group_id", fn.sum<number>("counted.entries").as("entries")])
    .groupBy("counted.facet_group_id")
    .execute();
}
