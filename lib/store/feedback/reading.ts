import "server-only";
import { type Kysely, sql } from "kysely";
import type { Database, Engine } from "../../database/open.ts";
import { isRareText } from "../../database/text-index.ts";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import {
  type Condition,
  FACT_TEXT,
  facts,
  factsMatching,
  isSet,
  ofKinds,
  type Plan,
  wantedText,
} from "./conditions.ts";
import { feedbackCount } from "./counts.ts";
import { UNDATED } from "./received-instant.ts";
import { rowColumns } from "./row.ts";

/** How far rows are looked for in one way before another one is tried; all ways give the same rows. */
export interface ScanLimits {
  /** Entries next in order that are looked through before an index is asked for the matching ones. */
  near: number;
  /** As many where the near ones promise that these will fill the page. */
  farther: number;
  /** Entries that are sorted sooner than looked for in their order. */
  few: number;
}

const EFFORT: Record<Engine, ScanLimits> = {
  sqlite: { near: 1_000, farther: 20_000, few: 5_000 },
  postgres: { near: 5_000, farther: 20_000, few: 5_000 },
};

export type Direction = "next" | "prev";

/** Rows strictly beyond the one at (`sortAt`, `id`), towards `direction`. */
export interface Position {
  direction: Direction;
  sortAt: number;
  id: string;
}

/** What rows are read: from where, which way, under which filters. */
export interface Reading {
  projectId: string;
  filters: FeedbackFilters;
  from: Position | null;
  descending: boolean;
  limit: number;
  kinds: number[] | null;
}

/**
 * The rows of a page. What many entries match is found among the next few in order; only when those
 * do not fill the page is an index asked for all that match, which then are few enough to sort.
 */
export async function readRows(
  { query, read: db, engine }: Pick<Database<StoreSchema>, "query" | "read" | "engine">,
  reading: Reading,
  { near: most, farther, few }: ScanLimits = EFFORT[engine],
) {
  const { projectId, filters, kinds, limit } = reading;
  const conditions = (text: NonNullable<Plan["text"]>["by"], by: Plan["by"]) => [
    factsMatching(projectId, filters, { text: { engine, by: text }, by }),
    ofKinds(kinds, { by }),
  ];
  if (kinds === null && !isSet(filters, ["path", "q", "job"])) {
    // A few rows by their key, whatever there is.
    return rowsOf(query, reading, inOrder(reading, conditions("scan", "date"), "by index"));
  }
  const sorted = inOrder(reading, conditions("lead", null), "by sorting");
  const wanted = filters.q === null ? null : wantedText(filters.q);
  if (wanted !== null && (await isRareText(db, engine, FACT_TEXT, wanted, few))) {
    return rowsOf(db, reading, sorted);
  }
  const scanned = inOrder(reading, conditions("scan", "date"), "by index");
  const near = await rowsOf(db, reading, scanned.where(within(reading, most)));
  if (near.length === limit) return near;
  const share = near.length / most;
  const fills = share * farther > limit;
  if (fills && share * (await feedbackCount(db, projectId)) > few) {
    // Sorting all that match would take longer.
    const walked = inOrder(reading, conditions("walk", "date"), "by index");
    const next = await rowsOf(db, reading, walked.where(within(reading, farther)));
    if (next.length === limit) return next;
  }
  return rowsOf(db, reading, sorted);
}

/** The first facts in order, beyond the position, that meet the conditions. */
function inOrder(
  reading: Reading,
  conditions: readonly Condition[],
  how: "by index" | "by sorting",
) {
  // An expression keeps the engine from walking the order's index through everything.
  const sortAt = how === "by index" ? sql`sort_at` : sql`+sort_at`;
  const order = reading.descending ? "desc" : "asc";
  return facts
    .selectFrom("feedback_fact")
    .select(["project_id", "id", "sort_at"])
    .where(facts.and([...conditions, ...beyond(reading)]))
    .orderBy(sortAt, order)
    .orderBy("id", order)
    .limit(reading.limit);
}

/** The condition that a fact stands beyond the position. */
function beyond({ from, descending }: Reading): Condition[] {
  if (!from) return [];
  const { refTuple, tuple } = facts;
  const place = refTuple("feedback_fact.sort_at", "feedback_fact.id");
  return [facts(place, descending ? "<" : ">", tuple(from.sortAt, from.id))];
}

/** The condition that a fact is one of the next `count` in order, whatever the filters are. */
function within(reading: Reading, count: number): Condition {
  const { projectId, filters, descending } = reading;
  const order = descending ? "desc" : "asc";
  const dates = ["dateFrom", "dateTo"] as const;
  const dated = factsMatching(projectId, filters, { by: "date" }, dates);
  const last = facts
    .selectFrom("feedback_fact")
    .select("sort_at")
    .where(facts.and([dated, ...beyond(reading)]))
    .orderBy("sort_at", order)
    .orderBy("id", order)
    .offset(count)
    .limit(1);
  // Where there are no more than that, all of them are.
  const end = facts.fn.coalesce(last, facts.lit(descending ? UNDATED : Number.MAX_SAFE_INTEGER));
  return facts("feedback_fact.sort_at", descending ? ">=" : "<=", end);
}

/** The entries that the facts stand for. */
function rowsOf(
  db: Kysely<StoreSchema>,
  { descending }: Reading,
  chosen: ReturnType<typeof inOrder>,
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
    .orderBy("feedback_fact.sort_at", order)
    .orderBy("feedback_fact.id", order)
    .execute();
}
