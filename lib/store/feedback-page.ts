import "server-only";
import { type Kysely, sql } from "kysely";
import type { FeedbackRows } from "../contract/dashboard.ts";
import type { Database, Engine } from "../database/open.ts";
import { isRareText } from "../database/text-index.ts";
import { InvalidRequest } from "../errors.ts";
import type { FeedbackFilters } from "../filters/feedback-filters.ts";
import { badCursor, decodeCursor, encodeCursor } from "./cursor.ts";
import {
  type Condition,
  FACT_TEXT,
  facts,
  factsMatching,
  isSet,
  type Plan,
  wantedText,
} from "./feedback-conditions.ts";
import { kindsPassing } from "./feedback-kinds.ts";
import { rowColumns, withJobs } from "./feedback-row.ts";
import type { StoreSchema } from "./schema.ts";

export const MOST_ROWS = 200;

/** Entries next in order that are looked through before an index is asked for the matching ones. */
const NEAR = 2_000;

/** Entries that are sorted sooner than looked for among the near ones. */
const FEW = 5_000;

type Sort = FeedbackFilters["sort"];
type Direction = "next" | "prev";

/** Rows strictly beyond the one at (`sortAt`, `id`), towards `direction`. */
interface Position {
  direction: Direction;
  sortAt: number;
  id: string;
}

/** What rows are read: from where, which way, under which filters. */
interface Reading {
  projectId: string;
  filters: FeedbackFilters;
  from: Position | null;
  descending: boolean;
  limit: number;
  kinds: number[] | null;
}

/**
 * One page of the filtered list, in keyset order both ways, so that a deep page costs what the
 * first does and entries that arrive meanwhile neither repeat nor hide one.
 *
 * What many entries match is found among the next few in order; only when those do not fill the
 * page is an index asked for all that match, which then are few enough to sort.
 * @param page `limit` is 1 to 200; `cursor` is one that this list gave under the same sort
 * @throws {InvalidRequest}
 */
export async function feedbackPage(
  { read: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
  page: { limit: number; cursor: string | null },
): Promise<FeedbackRows> {
  const { limit, cursor } = page;
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ROWS) {
    throw new InvalidRequest(`limit: must be a whole number from 1 to ${MOST_ROWS}`);
  }
  const { sort } = filters;
  const from = cursor === null ? null : positionOf(cursor, sort);
  const back = from?.direction === "prev";
  const descending = (sort === "newest") !== back;
  const kinds = await kindsPassing(db, projectId, filters);
  const reading = { projectId, filters, from, descending, limit: limit + 1, kinds };
  const found = kinds?.length === 0 ? [] : await read(db, engine, reading);

  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (back) rows.reverse();
  const first = rows.at(0);
  const last = rows.at(-1);
  const more = { next: back || hasMore, prev: back ? hasMore : from !== null };
  return {
    feedback: await withJobs(db, projectId, rows),
    nextCursor: more.next && last ? cursorAt("next", sort, last) : null,
    prevCursor: more.prev && first ? cursorAt("prev", sort, first) : null,
    hasMore,
  };
}

async function read(db: Kysely<StoreSchema>, engine: Engine, reading: Reading) {
  const { projectId, filters, kinds, limit } = reading;
  const ofKinds = kinds ? [facts("feedback_fact.kind", "in", kinds)] : [];
  const chooses = kinds !== null || isSet(filters, ["path", "q", "job"]);
  if (!(await isRare(db, engine, filters))) {
    const near: Plan = { text: "scan", by: "date" };
    const dated = factsMatching(projectId, filters, near, ["dateFrom", "dateTo"]);
    const next = inOrder(reading, [dated], chooses ? NEAR : limit, "by index");
    const others = factsMatching(projectId, filters, near, ["path", "q", "job"]);
    const rows = await rowsOf(db, reading, next, [others, ...ofKinds]);
    if (!chooses || rows.length === limit) return rows;
  }
  const matching = factsMatching(projectId, filters, { text: engine, by: null });
  const all = inOrder(reading, [matching, ...ofKinds], limit, "by sorting");
  return rowsOf(db, reading, all, []);
}

/** Whether the text that is looked for is known to be in so few entries that sorting them is less. */
async function isRare(
  db: Kysely<StoreSchema>,
  engine: Engine,
  { q }: FeedbackFilters,
): Promise<boolean> {
  const wanted = q === null ? null : wantedText(q);
  return wanted !== null && isRareText(db, engine, FACT_TEXT, wanted, FEW);
}

/** The first facts in order, beyond the position, that meet the conditions. */
function inOrder(
  { from, descending }: Reading,
  conditions: readonly Condition[],
  limit: number,
  how: "by index" | "by sorting",
) {
  // An expression keeps the engine from walking the order's index through everything.
  const sortAt = how === "by index" ? sql`sort_at` : sql`+sort_at`;
  const order = descending ? "desc" : "asc";
  let query = facts
    .selectFrom("feedback_fact")
    .select(["project_id", "id", "sort_at", "day", "kind", "page"])
    .where(facts.and([...conditions]))
    .orderBy(sortAt, order)
    .orderBy("id", order)
    .limit(limit);
  if (from) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple("sort_at", "id"), descending ? "<" : ">", tuple(from.sortAt, from.id)),
    );
  }
  return query;
}

/** The entries that the facts stand for, as far as they meet `conditions`. */
function rowsOf(
  db: Kysely<StoreSchema>,
  { descending, limit }: Reading,
  chosen: ReturnType<typeof inOrder>,
  conditions: readonly Condition[],
) {
  const order = descending ? "desc" : "asc";
  return db
    .selectFrom(chosen.as("feedback_fact"))
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "feedback_fact.project_id")
        .onRef("feedback.id", "=", "feedback_fact.id"),
    )
    .select(rowColumns)
    .where(facts.and([...conditions]))
    .orderBy("feedback_fact.sort_at", order)
    .orderBy("feedback_fact.id", order)
    .limit(limit)
    .execute();
}

function cursorAt(direction: Direction, sort: Sort, row: { sort_at: number; id: string }): string {
  return encodeCursor([direction, sort, row.sort_at, row.id]);
}

function positionOf(cursor: string, sort: Sort): Position {
  const [direction, sortedBy, sortAt, id, ...rest] = decodeCursor(cursor);
  const sound =
    (direction === "next" || direction === "prev") &&
    sortedBy === sort &&
    typeof sortAt === "number" &&
    typeof id === "string" &&
    !id.includes("\0") &&
    rest.length === 0;
  if (!sound) throw badCursor();
  return { direction, sortAt, id };
}
