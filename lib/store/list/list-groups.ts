import "server-only";
import { sql } from "kysely";
import type { FeedbackRow, RowGroup } from "../../contract/api/feedback.ts";
import { MAX_GROUP_IDS } from "../../contract/api/list-limits.ts";
import type { Engine } from "../../database/open.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { type Condition, index, inGroups, matchesFilters } from "../filter-sql/conditions.ts";
import { groupItems } from "../filter-sql/group-items.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";

/** The listed items. */
interface Listed {
  projectId: string;
  filters: ResolvedFilters;
  /** Facet groups to include; null for all. */
  groups: number[] | null;
}

/**
 * The condition that no item of the same group that matches the filters comes before an item in the list, so that
 * each group is one row.
 */
export function isFirstOfGroup(
  projectId: string,
  filters: ResolvedFilters,
  { engine, groups }: { engine: Engine; groups: number[] | null },
): Condition {
  const before = filters.sort === "newest" ? sql`>` : sql`<`;
  const earlier = index
    // The conditions apply to the earlier item, not to the row of the list.
    .selectFrom(groupItems(filters))
    .select("feedback_index.id")
    .whereRef("feedback_index.group_id", "=", sql.ref("own.group_id"))
    .where(
      sql<boolean>`(feedback_index.sort_at, feedback_index.id) ${before} (own.sort_at, own.feedback_id)`,
    )
    .where(matching({ projectId, filters, groups }, engine));
  const shadowed = index
    .selectFrom("feedback_group_member as own")
    .select("own.feedback_id")
    .whereRef("own.project_id", "=", "feedback_index.project_id")
    .whereRef("own.feedback_id", "=", "feedback_index.id")
    .where(({ exists }) => exists(earlier));
  return index.not(index.exists(shadowed));
}

function matching({ projectId, filters, groups }: Listed, engine: Engine): Condition {
  const plan = { text: { engine, by: "probe" }, by: null } as const;
  // The other items of a listed group are in a group of that size, too.
  const others = { ...filters, groupSize: null };
  return index.and([matchesFilters(projectId, others, plan), inGroups(groups)]);
}

/** Adds to each row the items that it stands for. */
export async function withRowGroups(
  { read, engine }: Pick<StoreDatabase, "read" | "engine">,
  rows: readonly FeedbackRow[],
  listed: Listed,
): Promise<FeedbackRow[]> {
  const members = await membersOf(
    read,
    listed.projectId,
    rows.map(({ id }) => id),
  );
  const groupIds = [...new Set(members.values())];
  const groups = await rowGroups(read, groupIds, listed, engine);
  return rows.map((row) => {
    const group = groups.get(members.get(row.id) ?? "");
    return { ...row, group: group && group.items > 1 ? group : null };
  });
}

/** Returns the group of each item that is in one. */
async function membersOf(
  db: StoreQuery,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom("feedback_group_member")
    .select(["feedback_id", "group_id"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "in", ids)
    .where("group_id", "is not", null)
    .execute();
  return new Map(found.map((row) => [row.feedback_id, row.group_id ?? ""]));
}

/** Counts the matching items of groups, and names the first ones, in the order of the list. */
async function rowGroups(
  db: StoreQuery,
  groupIds: readonly string[],
  listed: Listed,
  engine: Engine,
): Promise<Map<string, RowGroup>> {
  if (groupIds.length === 0) return new Map();
  const [counts, ids] = await Promise.all([
    db
      .selectFrom(groupItems(listed.filters))
      .where("group_id", "in", groupIds)
      .where(matching(listed, engine))
      .select("group_id")
      .select(({ fn }) => [
        fn.countAll<number>().as("items"),
        fn.count<number>("page").distinct().as("pages"),
        fn.max("is_recurrence").as("recurrence"),
      ])
      .groupBy("group_id")
      .execute(),
    firstIds(db, groupIds, listed, engine),
  ]);
  return new Map(
    counts.map(({ group_id, items: total, pages, recurrence }) => [
      group_id ?? "",
      {
        ids: ids.get(group_id ?? "") ?? [],
        items: total,
        pages,
        isRecurrence: recurrence === 1,
      },
    ]),
  );
}

/**
 * Returns the matching items of each group, in the order of the list. Groups can have very many items; all of them
 * would take memory, and time on the event loop.
 */
async function firstIds(
  db: StoreQuery,
  groupIds: readonly string[],
  listed: Listed,
  engine: Engine,
): Promise<Map<string, string[]>> {
  const order = listed.filters.sort === "newest" ? "desc" : "asc";
  const first = index
    .selectFrom(groupItems(listed.filters))
    .select("feedback_index.id")
    .whereRef("feedback_index.group_id", "=", sql.ref("own.group_id"))
    .where(matching(listed, engine))
    .orderBy("feedback_index.sort_at", order)
    .orderBy("feedback_index.id", order)
    .limit(MAX_GROUP_IDS);
  // One row of text per group takes a third of the time of one row per item.
  const list = engine === "postgres" ? sql`json_agg(id)::text` : sql`json_group_array(id)`;
  const rows = await db
    .selectFrom("feedback_group_size as own")
    .select([
      "own.group_id",
      sql<string | null>`(select ${list} from ${first.as("first")})`.as("ids"),
    ])
    .where("own.project_id", "=", listed.projectId)
    .where("own.group_id", "in", groupIds)
    .execute();
  return new Map(rows.map(({ group_id, ids }) => [group_id, JSON.parse(ids ?? "[]")]));
}
