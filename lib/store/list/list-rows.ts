import "server-only";
import { type AliasableExpression, type SqlBool, sql } from "kysely";
import { isDecided, STATUSES } from "../../contract/platform/vocabulary.ts";
import type { Engine } from "../../database/open.ts";
import { isRareText } from "../../database/text-search.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { feedbackCount } from "../counts/counts.ts";
import {
  type Condition,
  FEEDBACK_TEXT,
  index,
  inGroups,
  matchesFilters,
  type Plan,
} from "../filter-sql/conditions.ts";
import { canAnswer, searchOf } from "../filter-sql/set-filters.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { UNDATED } from "../write/received-instant.ts";
import { isFirstOfGroup } from "./list-groups.ts";
import { isFirstVote } from "./list-votes.ts";
import { rowColumns } from "./row.ts";

/** How many rows each strategy may read before the next one; all strategies give the same rows. */
export interface ScanLimits {
  /** Rows in list order to scan before using the text index. */
  near: number;
  /** Rows to scan when the share of matches among `near` suggests that these fill the page. */
  farther: number;
  /** Most matches to sort rather than find in list order. */
  few: number;
}

const SCAN_LIMITS: Record<Engine, ScanLimits> = {
  sqlite: { near: 1_000, farther: 20_000, few: 5_000 },
  postgres: { near: 5_000, farther: 20_000, few: 5_000 },
};

/** `near` for a list where each vote looks for earlier ones, which PostgreSQL doesn't stop at a full page. */
const NEAR_VOTES = 1_000;

export type Direction = "next" | "prev";

/** Rows strictly beyond the one at (`sortAt`, `id`), towards `direction`. */
export interface Position {
  direction: Direction;
  sortAt: number;
  id: string;
}

/** The rows to read, and the position to start from. */
export interface RowQuery {
  projectId: string;
  filters: ResolvedFilters;
  from: Position | null;
  descending: boolean;
  limit: number;
  /** Facet groups to include; null for all. */
  groups: number[] | null;
  /** The facet groups of bare votes that are one row for each page and day. */
  votes: number[];
}

/**
 * Returns the rows of one list page, each with its place. In a list that begins with the newest, items whose snooze is
 * over are where they would be if they were from then.
 */
export async function readRows(
  database: Pick<StoreDatabase, "query" | "read" | "engine">,
  wanted: RowQuery,
  limits?: ScanLimits,
) {
  const { filters, projectId, descending, limit } = wanted;
  const hasBack = filters.sort === "newest" && (await anyIsBack(database.query, projectId));
  if (!hasBack) return rowsByDate(database, wanted, [], limits);
  const [others, back] = await Promise.all([
    rowsByDate(database, wanted, [isNotBack(projectId)], limits),
    rowsThatAreBack(database, wanted),
  ]);
  const isBefore = (one: Placed, other: Placed) =>
    one.place === other.place
      ? Buffer.compare(Buffer.from(one.id), Buffer.from(other.id)) < 0
      : one.place < other.place;
  const order = descending ? -1 : 1;
  return [...others, ...back]
    .sort((one, other) => (isBefore(one, other) ? -order : order))
    .slice(0, limit);
}

type Placed = { place: number; id: string };

/** Whether any open item's snooze is over, so that it isn't at the place of its date. */
async function anyIsBack(db: StoreQuery, projectId: string): Promise<boolean> {
  const found = backItems(projectId).select("back.feedback_id").limit(1);
  return (await db.selectFrom(found.as("found")).select("feedback_id").execute()).length > 0;
}

/** The open items whose snooze is over. */
function backItems(projectId: string) {
  return index
    .selectFrom("feedback_snooze as back")
    .innerJoin("feedback as item", (join) =>
      join
        .onRef("item.project_id", "=", "back.project_id")
        .onRef("item.id", "=", "back.feedback_id"),
    )
    .where("back.project_id", "=", projectId)
    .where("back.over_at", "is not", null)
    .where("item.team_status", "not in", STATUSES.filter(isDecided));
}

function isNotBack(projectId: string): Condition {
  const back = backItems(projectId).select("back.feedback_id");
  return index.not(index.exists(back.whereRef("back.feedback_id", "=", "feedback_index.id")));
}

/** Returns the next of these items, by when their snooze was over. */
function rowsThatAreBack(
  { read: db, engine }: Pick<StoreDatabase, "read" | "engine">,
  wanted: RowQuery,
) {
  const { projectId, filters, groups, from, descending } = wanted;
  const order = descending ? "desc" : "asc";
  const place = sql<number>`back.over_at`;
  const beyond = descending ? sql`<` : sql`>`;
  const chosen = index
    .selectFrom("feedback_index")
    .innerJoin(
      backItems(projectId).select(["back.feedback_id", "back.over_at"]).as("back"),
      "back.feedback_id",
      "feedback_index.id",
    )
    .select(["feedback_index.project_id", "feedback_index.id", place.as("sort_at")])
    .where(matchesFilters(projectId, filters, { text: { engine, by: "probe" }, by: null }))
    .where(inGroups(groups))
    .where(
      from
        ? sql<SqlBool>`(${place}, feedback_index.id) ${beyond} (${from.sortAt}, ${from.id})`
        : index.lit(true),
    )
    .where(index.and(rowsAlone(wanted, engine)))
    .orderBy(place, order)
    .orderBy("feedback_index.id", order)
    .limit(wanted.limit);
  return rowsOf(db, wanted, chosen);
}

/**
 * Returns the rows by their dates. Scans the next rows in order first, which suffices when many
 * match. When they don't fill the page, sorts all matches, as those are few then.
 */
async function rowsByDate(
  { query, read: db, engine }: Pick<StoreDatabase, "query" | "read" | "engine">,
  wanted: RowQuery,
  others: readonly Condition[],
  limits?: ScanLimits,
) {
  const { projectId, filters, groups, limit, votes } = wanted;
  const { near, farther, few } = limits ?? SCAN_LIMITS[engine];
  const most = votes.length > 0 ? Math.min(near, NEAR_VOTES) : near;
  const conditions = (text: NonNullable<Plan["text"]>["by"], by: Plan["by"]) => [
    matchesFilters(projectId, filters, { text: { engine, by: text }, by }),
    inGroups(groups, { by }),
    ...rowsAlone(wanted, engine),
    ...others,
  ];
  if (groups === null && votes.length === 0 && canAnswer("day", filters)) {
    // Nothing but dates: the next rows in order are the answer.
    return rowsOf(query, wanted, selectInOrder(wanted, conditions("scan", "date"), "by index"));
  }
  const sorted = selectInOrder(wanted, conditions("seek", null), "by sorting");
  const search = searchOf(filters.q);
  if (search !== null && (await isRareText(db, engine, FEEDBACK_TEXT, search, few))) {
    return rowsOf(db, wanted, sorted);
  }
  const scanned = selectInOrder(wanted, conditions("scan", "date"), "by index");
  const first = await rowsOf(db, wanted, scanned.where(within(wanted, most)));
  if (first.length === limit) return first;
  const share = first.length / most;
  const fills = share * farther > limit;
  if (fills && share * (await feedbackCount(db, projectId)) > few) {
    // Too many matches to sort.
    const filtered = selectInOrder(wanted, conditions("probe", "date"), "by index");
    const next = await rowsOf(db, wanted, filtered.where(within(wanted, farther)));
    if (next.length === limit) return next;
  }
  return rowsOf(db, wanted, sorted);
}

/** The conditions that an item isn't part of another one's row. */
function rowsAlone({ projectId, filters, groups, votes }: RowQuery, engine: Engine): Condition[] {
  return [
    ...(filters.grouped ? [isFirstOfGroup(projectId, filters, { engine, groups })] : []),
    ...(votes.length > 0 ? [isFirstVote({ projectId, filters, votes }, engine)] : []),
  ];
}

/** The first index rows in order, beyond the position, that meet the conditions. */
function selectInOrder(
  wanted: RowQuery,
  conditions: readonly Condition[],
  how: "by index" | "by sorting",
) {
  // The plus sign keeps the engine from scanning the whole index of the order.
  const sortAt = how === "by index" ? sql`sort_at` : sql`+sort_at`;
  const order = wanted.descending ? "desc" : "asc";
  return index
    .selectFrom("feedback_index")
    .select(["project_id", "id", "sort_at"])
    .where(index.and([...conditions, ...beyond(wanted)]))
    .orderBy(sortAt, order)
    .orderBy("id", order)
    .limit(wanted.limit);
}

/** The condition that an index row is beyond the position. */
function beyond({ from, descending }: RowQuery): Condition[] {
  if (!from) return [];
  const { refTuple, tuple } = index;
  const place = refTuple("feedback_index.sort_at", "feedback_index.id");
  return [index(place, descending ? "<" : ">", tuple(from.sortAt, from.id))];
}

/** The condition that an index row is one of the next `count` between the dates, whatever the other filters. */
function within(wanted: RowQuery, count: number): Condition {
  const { projectId, filters, descending } = wanted;
  const order = descending ? "desc" : "asc";
  const dates = ["dateFrom", "dateTo"] as const;
  const dated = matchesFilters(projectId, filters, { by: "date" }, dates);
  const last = index
    .selectFrom("feedback_index")
    .select("sort_at")
    .where(index.and([dated, ...beyond(wanted)]))
    .orderBy("sort_at", order)
    .orderBy("id", order)
    .offset(count)
    .limit(1);
  // With fewer rows than `count`, all of them qualify.
  const end = index.fn.coalesce(last, index.lit(descending ? UNDATED : Number.MAX_SAFE_INTEGER));
  return index("feedback_index.sort_at", descending ? ">=" : "<=", end);
}

/** Returns the items behind the chosen index rows. */
function rowsOf(
  db: StoreQuery,
  { descending }: RowQuery,
  chosen: AliasableExpression<{ project_id: string; id: string; sort_at: number }>,
) {
  const order = descending ? "desc" : "asc";
  return db
    .selectFrom(chosen.as("feedback_index"))
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "feedback_index.project_id")
        .onRef("feedback.id", "=", "feedback_index.id"),
    )
    .select(rowColumns)
    .select("feedback_index.sort_at as place")
    .orderBy("feedback_index.sort_at", order)
    .orderBy("feedback_index.id", order)
    .execute();
}
