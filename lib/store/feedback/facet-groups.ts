import "server-only";
import type { Kysely, Selectable } from "kysely";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { FacetGroupTable, StoreSchema } from "../schema.ts";
import { isSet, kindFilters, passes } from "./conditions.ts";

/** A combination of source, status, rating and comment, and how many entries have it. */
export type KindRow = Selectable<FacetGroupTable>;

/** The kinds of the project's entries: a few dozen where the platform keeps to the vocabulary. */
export function kindsOf(db: Kysely<StoreSchema>, projectId: string): Promise<KindRow[]> {
  return db
    .selectFrom("feedback_kind")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("entries", ">", 0)
    .orderBy("kind")
    .execute();
}

/** The kinds that the filters let through; null where that is all of them. */
export async function kindsPassing(
  db: Kysely<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<number[] | null> {
  if (!isSet(filters, kindFilters)) return null;
  const kinds = await kindsOf(db, projectId);
  const passing = kinds.filter((kind) => passes(kind, filters));
  return passing.length === kinds.length ? null : passing.map(({ kind }) => kind);
}
