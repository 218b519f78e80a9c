import "server-only";
import { type Kysely, sql } from "kysely";
import type { Database } from "../database/open.ts";
import { countText } from "../database/text-index.ts";
import type { FeedbackFilters } from "../filters/feedback-filters.ts";
import {
  type Condition,
  FACT_TEXT,
  factsMatching,
  isSet,
  wantedText,
} from "./feedback-conditions.ts";
import { type KindRow, kindsOf } from "./feedback-kinds.ts";
import type { StoreSchema } from "./schema.ts";

export interface KindCount extends KindRow {
  entries: number;
}

/**
 * How many entries of each kind pass the filters that do not look at kinds. All counts of a screen
 * come from these few numbers.
 *
 * Grouping follows the order of the index that the filters use (pages, days, or kinds alone): the
 * engine counts as it reads and sorts nothing, which is four times as fast.
 */
export async function countsByKind(
  database: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<KindCount[]> {
  const { query: db, engine } = database;
  const kinds = await kindsOf(db, projectId);
  const counts = await (textCounts(database, projectId, filters) ??
    groupedCounts(db, factsMatching(projectId, filters, engine), leading(filters)));
  const entries = new Map(counts.map((row) => [row.kind, row.entries]));
  return kinds.map((kind) => ({ ...kind, entries: entries.get(kind.kind) ?? 0 }));
}

/** Entries of the project. */
export async function feedbackCount(db: Kysely<StoreSchema>, projectId: string): Promise<number> {
  const { entries } = await db
    .selectFrom("feedback_fact")
    .select(({ fn }) => fn.countAll<number>().as("entries"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return entries;
}

/** Where text is all that is asked for: from the text index alone, kind by kind. */
function textCounts(
  { query: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<{ kind: number; entries: number }[]> | null {
  const wanted = filters.q === null ? null : wantedText(filters.q);
  if (wanted === null || isSet(filters, ["dateFrom", "dateTo", "path", "job"])) return null;
  const keys = {
    first: sql<number>`kind << 32`,
    last: sql<number>`((kind + 1) << 32) - 1`,
  };
  const entries = countText(engine, FACT_TEXT, wanted, keys);
  if (entries === null) return null;
  return db
    .selectFrom("feedback_kind")
    .select(["kind", sql<number>`${entries}`.as("entries")])
    .where("project_id", "=", projectId)
    .execute();
}

type Leading = "page" | "day" | null;

function leading(filters: FeedbackFilters): Leading {
  if (isSet(filters, ["q", "job"])) return null;
  if (isSet(filters, ["path"])) return "page";
  return isSet(filters, ["dateFrom", "dateTo"]) ? "day" : null;
}

function groupedCounts(
  db: Kysely<StoreSchema>,
  matching: Condition,
  first: Leading,
): Promise<{ kind: number; entries: number }[]> {
  const counted = db
    .selectFrom("feedback_fact")
    .where(matching)
    .select(({ fn }) => ["kind", fn.countAll<number>().as("entries")]);
  if (first === null) return counted.groupBy("kind").execute();
  return db
    .selectFrom(counted.groupBy([first, "kind"]).as("counted"))
    .select(({ fn }) => ["kind", fn.sum<number>("entries").as("entries")])
    .groupBy("kind")
    .execute();
}
