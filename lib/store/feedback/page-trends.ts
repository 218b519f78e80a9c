import "server-only";
import { type Kysely, sql } from "kysely";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { StoreSchema } from "../schema.ts";
import type { FacetGroup } from "./facet-filters.ts";

const WEEK = 7 * DAY;
const WEEKS = 12;

/** Whether the items of a facet group are complaints. */
export function isNegative({ helpful, source }: FacetGroup): boolean {
  return helpful === 0 || source === "code_snippet" || source === "agent";
}

/**
 * Counts the complaints about pages in each of the 12 weeks up to `until`, oldest first.
 * @param until epoch milliseconds
 */
export async function pageTrends(
  db: Kysely<StoreSchema>,
  projectId: string,
  pages: readonly string[],
  groups: readonly FacetGroup[],
  until: number,
): Promise<Map<string, number[]>> {
  const trends = new Map(pages.map((page) => [page, Array<number>(WEEKS).fill(0)]));
  const kinds = groups.filter(isNegative).map(({ kind }) => kind);
  if (pages.length === 0 || kinds.length === 0) return trends;
  const ago = sql<number>`(${sql.lit(until)} - sort_at) / ${sql.lit(WEEK)}`;
  const counted = await db
    .selectFrom("feedback_fact")
    .select(({ fn }) => ["page", ago.as("ago"), fn.countAll<number>().as("entries")])
    .where("project_id", "=", projectId)
    .where("page", "in", pages)
    // The index is by page, facet group, and time, so that only the rows of these weeks are read.
    .where("kind", "in", kinds)
    .where("sort_at", ">", until - WEEKS * WEEK)
    .where("sort_at", "<=", until)
    .groupBy(["page", "ago"])
    .execute();
  for (const { page, ago, entries } of counted) {
    const trend = trends.get(page);
    if (trend) trend[WEEKS - 1 - ago] = entries;
  }
  return trends;
}
