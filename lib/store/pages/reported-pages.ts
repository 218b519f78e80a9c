import "server-only";
import type { StoreQuery } from "../schema/schema.ts";

/** An address in feedback, and how many items have it. */
export interface ReportedPage {
  address: string;
  items: number;
}

export interface ReportedPages {
  reported: ReportedPage[];
  /** Whether there may be more. */
  isPartial: boolean;
}

/** Returns the pages with the most items, without noise. Reads the roll-up. */
export async function reportedPages(
  db: StoreQuery,
  projectId: string,
  most: number,
): Promise<ReportedPages> {
  const rows = await db
    .selectFrom("feedback_page")
    .innerJoin("facet_group", "facet_group.id", "feedback_page.facet_group_id")
    .select(({ fn }) => [
      "feedback_page.page as address",
      fn.sum<number>("feedback_page.entries").as("items"),
    ])
    .where("feedback_page.project_id", "=", projectId)
    .where("feedback_page.entries", ">", 0)
    .where("facet_group.noise", "=", 0)
    .groupBy("feedback_page.page")
    .orderBy("items", "desc")
    .orderBy("address")
    .limit(most + 1)
    .execute();
  const reported = rows
    .slice(0, most)
    .map(({ address, items }) => ({ address, items: Number(items) }));
  return { reported, isPartial: rows.length > most };
}

/**
 * Returns the addresses of the newest items as readers sent them, which have what other rules may name a page by.
 * @param most items that are read
 */
export async function reportedAddresses(
  db: StoreQuery,
  projectId: string,
  most: number,
): Promise<ReportedPages> {
  const rows = await db
    .selectFrom("feedback_index")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "feedback_index.project_id")
        .onRef("feedback.id", "=", "feedback_index.id"),
    )
    .innerJoin("facet_group", "facet_group.id", "feedback_index.facet_group_id")
    .select("feedback.path")
    .where("feedback_index.project_id", "=", projectId)
    .where("facet_group.noise", "=", 0)
    .orderBy("feedback_index.sort_at", "desc")
    .orderBy("feedback_index.id", "desc")
    .limit(most)
    .execute();
  const counts = new Map<string, number>();
  for (const { path } of rows) counts.set(path, (counts.get(path) ?? 0) + 1);
  const reported = [...counts].map(([address, items]) => ({ address, items }));
  return { reported, isPartial: rows.length === most };
}
