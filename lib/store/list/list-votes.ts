import "server-only";
import { sql } from "kysely";
import type { FeedbackRow, RowGroup } from "../../contract/api/feedback.ts";
import { MAX_GROUP_IDS } from "../../contract/api/list-limits.ts";
import type { Engine } from "../../database/open.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { type Condition, index, matchesFilters } from "../filter-sql/conditions.ts";
import { acceptsGroup, type FacetGroup, isBareVote } from "../filter-sql/facet-filters.ts";
import { facetGroups } from "../filter-sql/facet-groups.ts";
import { isOnDay } from "../filter-sql/item-sets.ts";
import type { FeedbackIndexTable } from "../schema/feedback-index.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";

/** The bare votes of a list in which those for the same page and day are one row. */
interface ListedVotes {
  projectId: string;
  filters: ResolvedFilters;
  /** Their facet groups. */
  votes: number[];
}

/** Returns the facet groups of the bare votes that match the filters. */
export async function bareVoteGroups(
  db: StoreQuery,
  projectId: string,
  filters: ResolvedFilters,
): Promise<FacetGroup[]> {
  const groups = await facetGroups(db, projectId);
  return groups.filter((group) => isBareVote(group) && acceptsGroup(group, filters));
}

/**
 * The condition that no bare vote for the same page on the same day that matches the filters comes before an item in the
 * list, so that they are one row.
 */
export function isFirstVote(listed: ListedVotes, engine: Engine): Condition {
  const isBefore = listed.filters.sort === "newest" ? sql`>` : sql`<`;
  // The conditions apply to the earlier vote, not to the row of the list.
  const row = sql<OwnRow>`(select feedback_index.page, feedback_index.day, feedback_index.sort_at,
    feedback_index.id)`.as("own");
  const earlier = index
    .selectFrom("feedback_index")
    .select("feedback_index.id")
    .where(isBeside(listed, engine))
    // The index has no ID.
    .where(sql<boolean>`feedback_index.sort_at ${isBefore}= own.sort_at`)
    .where(
      sql<boolean>`(feedback_index.sort_at, feedback_index.id) ${isBefore} (own.sort_at, own.id)`,
    );
  const shadowed = index.selectFrom(row).select("own.id").where(index.exists(earlier));
  const isVote = index("feedback_index.facet_group_id", "in", listed.votes);
  return index.or([index.not(isVote), index.not(index.exists(shadowed))]);
}

type OwnRow = Pick<FeedbackIndexTable, "page" | "day" | "sort_at" | "id">;

/** The condition that an item is one of the listed votes, and is for the page of `own` on its day. */
function isBeside({ projectId, filters, votes }: ListedVotes, engine: Engine): Condition {
  return index.and([
    index("feedback_index.page", "=", sql.ref<string>("own.page")),
    index("feedback_index.facet_group_id", "in", votes),
    isOnDay("feedback_index", "own"),
    matchesFilters(projectId, filters, { text: { engine, by: "probe" }, by: null }),
  ]);
}

/** Adds to each row of bare votes the votes that it stands for. */
export async function withVoteLines(
  { read, engine }: Pick<StoreDatabase, "read" | "engine">,
  rows: readonly FeedbackRow[],
  { groups, ...of }: { projectId: string; filters: ResolvedFilters; groups: FacetGroup[] },
): Promise<FeedbackRow[]> {
  if (groups.length === 0 || rows.length === 0) return [...rows];
  const listed = { ...of, votes: groups.map(({ id }) => id) };
  const ids = rows.map(({ id }) => id);
  const notHelpful = groups.flatMap(({ id, helpful }) => (helpful === 0 ? id : []));
  const [counts, first] = await Promise.all([
    countVotes(read, ids, listed, { engine, notHelpful }),
    firstIds(read, ids, listed, engine),
  ]);
  return rows.map((row) => {
    const line = counts.get(row.id);
    return line ? { ...row, group: { ...line, ids: first.get(row.id) ?? [] } } : row;
  });
}

/** Counts the votes that each row stands for, if they are several. */
async function countVotes(
  db: StoreQuery,
  ids: readonly string[],
  listed: ListedVotes,
  { engine, notHelpful }: { engine: Engine; notHelpful: number[] },
): Promise<Map<string, Omit<RowGroup, "ids">>> {
  const isNotHelpful =
    notHelpful.length > 0
      ? index("feedback_index.facet_group_id", "in", notHelpful)
      : index.lit(false);
  const rows = await ownRows(db, ids, listed)
    .innerJoin("feedback_index", (join) => join.on(isBeside(listed, engine)))
    .select(({ fn }) => ["own.id", fn.countAll<number>().as("items")])
    .select(sql<number>`sum(case when ${isNotHelpful} then 1 else 0 end)`.as("not_helpful"))
    .groupBy("own.id")
    .having(({ fn }) => fn.countAll<number>(), ">", 1)
    .execute();
  const line = { pages: 1, isRecurrence: false };
  return new Map(
    rows.map(({ id, items, not_helpful }) => [
      id,
      { ...line, items: Number(items), notHelpful: Number(not_helpful) },
    ]),
  );
}

/** Returns the first votes that each row stands for, in the order of the list. */
async function firstIds(
  db: StoreQuery,
  ids: readonly string[],
  listed: ListedVotes,
  engine: Engine,
): Promise<Map<string, string[]>> {
  const order = listed.filters.sort === "newest" ? "desc" : "asc";
  const first = index
    .selectFrom("feedback_index")
    .select("feedback_index.id")
    .where(isBeside(listed, engine))
    .orderBy("feedback_index.sort_at", order)
    .orderBy("feedback_index.id", order)
    .limit(MAX_GROUP_IDS);
  const list = engine === "postgres" ? sql`json_agg(id)::text` : sql`json_group_array(id)`;
  const rows = await ownRows(db, ids, listed)
    .select(["own.id", sql<string>`(select ${list} from ${first.as("first")})`.as("ids")])
    .execute();
  return new Map(rows.map(({ id, ids }) => [id, JSON.parse(ids)]));
}

/** The rows of the list that are votes. */
function ownRows(db: StoreQuery, ids: readonly string[], { projectId, votes }: ListedVotes) {
  return db
    .selectFrom("feedback_index as own")
    .where("own.project_id", "=", projectId)
    .where("own.id", "in", ids)
    .where("own.facet_group_id", "in", votes);
}
