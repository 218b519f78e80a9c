import "server-only";
import type { Kysely } from "kysely";
import type { Database } from "../database/open.ts";
import { countText } from "../database/text-index.ts";
import type { FeedbackFilters } from "../filters/feedback-filters.ts";
import {
  type Condition,
  FACT_TEXT,
  factFilters,
  factsMatching,
  isSet,
  wantedText,
} from "./feedback-conditions.ts";
import { type KindRow, kindsOf } from "./feedback-kinds.ts";
import type { StoreSchema } from "./schema.ts";

interface KindEntries {
  kind: number;
  entries: number;
}

/**
 * How many entries of each kind pass the filters that do not look at kinds, and how many there are
 * under no filter. All counts of a screen come from these few numbers; where no other filter is set,
 * triggers have counted them already.
 *
 * Grouping follows the order of the index that the filters use (pages, days, or kinds alone): the
 * engine counts as it reads and sorts nothing, which is four times as fast.
 */
export async function countsByKind(
  database: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<{ counts: KindRow[]; all: number }> {
  const { read: db, engine } = database;
  const kinds = await kindsOf(db, projectId);
  const all = kinds.reduce((total, { entries }) => total + entries, 0);
  if (!isSet(filters, factFilters)) return { counts: kinds, all };
  const by = leading(filters);
  const counted =
    (await textCounts(database, filters)) ??
    (await groupedCounts(db, factsMatching(projectId, filters, { text: engine, by }), by));
  const entries = new Map(counted.map((row) => [row.kind, row.entries]));
  return { counts: kinds.map((kind) => ({ ...kind, entries: entries.get(kind.kind) ?? 0 })), all };
}

/** Entries of the project. */
export async function feedbackCount(db: Kysely<StoreSchema>, projectId: string): Promise<number> {
  const kinds = await kindsOf(db, projectId);
  return kinds.reduce((total, { entries }) => total + entries, 0);
}

/** Where text is all that is asked for: from the text index alone, whose keys begin with the kind. */
async function textCounts(
  { read: db, engine }: Database<StoreSchema>,
  filters: FeedbackFilters,
): Promise<KindEntries[] | null> {
  const wanted = filters.q === null ? null : wantedText(filters.q);
  if (wanted === null || isSet(filters, ["dateFrom", "dateTo", "path", "job"])) return null;
  const counts = await countText(db, engine, FACT_TEXT, wanted);
  return counts?.map(({ group, entries }) => ({ kind: group, entries })) ?? null;
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
): Promise<KindEntries[]> {
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
