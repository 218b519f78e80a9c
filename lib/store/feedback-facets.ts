import "server-only";
import type { Kysely } from "kysely";
import type { Facets } from "../contract/dashboard.ts";
import { SOURCES, STATUSES } from "../contract/vocabulary.ts";
import type { FeedbackFilters } from "../filters/feedback-filters.ts";
import { matching, passing } from "./feedback-conditions.ts";
import type { StoreSchema } from "./schema.ts";

/** Counts under `filters`, in one pass over the entries; each facet leaves its own filter out. */
export async function feedbackFacets(
  db: Kysely<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
): Promise<Facets> {
  const bySource = passing(filters, "source");
  const byStatus = passing(filters, "status");
  const counts = await db
    .selectFrom("feedback")
    .where(matching(projectId, filters, ["source", "status"]))
    .select((feedback) => [
      feedback.fn
        .countAll<number>()
        .filterWhere(feedback.and([bySource(feedback), byStatus(feedback)]))
        .as("total"),
      ...SOURCES.map((source) =>
        feedback.fn
          .countAll<number>()
          .filterWhere(feedback.and([byStatus(feedback), feedback("source", "=", source)]))
          .as(`source ${source}`),
      ),
      ...STATUSES.map((status) =>
        feedback.fn
          .countAll<number>()
          .filterWhere(feedback.and([bySource(feedback), feedback("status", "=", status)]))
          .as(`status ${status}`),
      ),
    ])
    .executeTakeFirstOrThrow();
  const found = new Map<string, number>(Object.entries(counts));
  const count = (name: string) => found.get(name) ?? 0;
  return {
    total: count("total"),
    all: await feedbackCount(db, projectId),
    source: Object.fromEntries(SOURCES.map((source) => [source, count(`source ${source}`)])),
    status: Object.fromEntries(STATUSES.map((status) => [status, count(`status ${status}`)])),
  };
}

/** Entries of the project. */
export async function feedbackCount(db: Kysely<StoreSchema>, projectId: string): Promise<number> {
  const { entries } = await db
    .selectFrom("feedback")
    .select(({ fn }) => fn.countAll<number>().as("entries"))
    .where("project_id", "=", projectId)
    .executeTakeFirstOrThrow();
  return entries;
}
