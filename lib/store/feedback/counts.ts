import "server-only";
import type { AliasedExpression, Kysely } from "kysely";
import type { Database } from "../../database/open.ts";
import { countText } from "../../database/text-index.ts";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { FACT_TEXT, factFilters, facts, factsMatching, isSet, wantedText } from "./conditions.ts";
import { type KindRow, kindsOf } from "./facet-groups.ts";
import { entriesByDay, entriesByPage } from "./rollup.ts";

interface KindEntries {
  kind: number;
  entries: number;
}

/**
 * How many entries of each kind pass the filters that do not look at kinds, and how many there are
 * under no filter. All counts of a screen come from these few numbers; triggers have counted them
 * already where no other filter is set, or dates alone, or pages alone.
 */
export async function countsByKind(
  database: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<{ counts: KindRow[]; all: number }> {
  const [kinds, counted] = await Promise.all([
    kindsOf(database.query, projectId),
    isSet(filters, factFilters) ? countedKinds(database, projectId, filters) : null,
  ]);
  const all = kinds.reduce((total, { entries }) => total + entries, 0);
  if (counted === null) return { counts: kinds, all };
  const entries = new Map(counted.map((row) => [row.kind, row.entries]));
  return { counts: kinds.map((kind) => ({ ...kind, entries: entries.get(kind.kind) ?? 0 })), all };
}

/** Entries of the project. */
export async function feedbackCount(db: Kysely<StoreSchema>, projectId: string): Promise<number> {
  const kinds = await kindsOf(db, projectId);
  return kinds.reduce((total, { entries }) => total + entries, 0);
}

async function countedKinds(
  database: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<KindEntries[]> {
  const { read: db, engine } = database;
  const wanted = filters.q === null ? null : wantedText(filters.q);
  const [dated, onPages, others] = [
    isSet(filters, ["dateFrom", "dateTo"]),
    isSet(filters, ["path"]),
    isSet(filters, ["job"]),
  ];
  if (wanted === null && !others) {
    if (!onPages) return sums(db, entriesByDay(projectId, filters));
    if (!dated) return sums(db, entriesByPage(projectId, filters));
  }
  if (wanted !== null && !others && !onPages && !dated) {
    // From the text index alone, whose keys begin with the kind.
    const counts = await countText(db, engine, FACT_TEXT, wanted);
    if (counts) return counts.map(({ group, entries }) => ({ kind: group, entries }));
  }
  const by = onPages && wanted === null && !others ? "page" : null;
  const matching = factsMatching(projectId, filters, { text: { engine, by: "lead" }, by });
  const grouped = facts
    .selectFrom("feedback_fact")
    .where(matching)
    .select(({ fn }) => ["kind", fn.countAll<number>().as("entries")]);
  // In the order of the index the engine counts as it reads and sorts nothing.
  return by === null ? sums(db, grouped.groupBy("kind")) : sums(db, grouped.groupBy([by, "kind"]));
}

function sums(
  db: Kysely<StoreSchema>,
  counted: { as(alias: "counted"): AliasedExpression<KindEntries, "counted"> },
): Promise<KindEntries[]> {
  return db
    .selectFrom(counted.as("counted"))
    .select(({ fn }) => ["counted.kind", fn.sum<number>("counted.entries").as("entries")])
    .groupBy("counted.kind")
    .execute();
}
