import "server-only";
import type { Kysely } from "kysely";
import type { StoreSchema } from "../schema.ts";

/** An address in feedback, and how many items have it. */
export interface ReportedPage {
  address: string;
  items: number;
}

/** Returns the pages with the most items, without suspected noise. Reads the roll-up. */
export async function reportedPages(
  db: Kysely<StoreSchema>,
  projectId: string,
  most: number,
): Promise<ReportedPage[]> {
  const rows = await db
    .selectFrom("feedback_page")
    .innerJoin("feedback_kind", "feedback_kind.kind", "feedback_page.kind")
    .select(({ fn }) => [
      "feedback_page.page as address",
      fn.sum<number>("feedback_page.entries").as("items"),
    ])
    .where("feedback_page.project_id", "=", projectId)
    .where("feedback_page.entries", ">", 0)
    .where("feedback_kind.noise", "=", 0)
    .groupBy("feedback_page.page")
    .orderBy("items", "desc")
    .orderBy("address")
    .limit(most)
    .execute();
  return rows.map(({ address, items }) => ({ address, items: Number(items) }));
}

/**
 * Returns the addresses of the newest items as readers sent them, which have what other rules may name a page by.
 * @param most items that are read
 */
export async function reportedAddresses(
  db: Kysely<StoreSchema>,
  projectId: string,
  most: number,
): Promise<ReportedPage[]> {
  const rows = await db
    .selectFrom("feedback_fact")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "feedback_fact.project_id")
        .onRef("feedback.id", "=", "feedback_fact.id"),
    )
    .innerJoin("feedback_kind", "feedback_kind.kind", "feedback_fact.kind")
    .select("feedback.path")
    .where("feedback_fact.project_id", "=", projectId)
    .where("feedback_kind.noise", "=", 0)
    .orderBy("feedback_fact.sort_at", "desc")
    .orderBy("feedback_fact.id", "desc")
    .limit(most)
    .execute();
  const counts = new Map<string, number>();
  for (const { path } of rows) counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts].map(([address, items]) => ({ address, items }));
}
