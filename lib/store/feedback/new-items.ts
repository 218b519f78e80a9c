import "server-only";
import type { Kysely } from "kysely";
import type { Home } from "../../contract/api/home.ts";
import type { Database } from "../../database/open.ts";
import { NO_FILTERS } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { feedbackByPage } from "./documentation-pages.ts";

/** Most items that are counted, and pages that are listed. */
const MOST_COUNTED = 10_000;
const MOST_PAGES = 8;

/**
 * Counts pending items by page: those that arrived after `since`, or all of them without it. Decided items and
 * suspected noise are nothing new to anyone.
 * @param since epoch milliseconds
 */
export async function newItems(
  database: Database<StoreSchema>,
  projectId: string,
  since: number | null,
): Promise<Home["newItems"]> {
  if (since === null) return allPending(database, projectId);
  const rows = await database.read
    .selectFrom("feedback")
    .select(["page", "team_status"])
    .where("project_id", "=", projectId)
    .where("first_seen_at", ">", since)
    .where("noise", "is", null)
    .orderBy("first_seen_at", "desc")
    .limit(MOST_COUNTED)
    .execute();
  const counts = new Map<string, number>();
  for (const { page, team_status: status } of rows) {
    if (status === "pending") counts.set(page, (counts.get(page) ?? 0) + 1);
  }
  const pages = [...counts]
    .map(([page, items]) => ({ page, items }))
    .sort((one, other) => other.items - one.items || (one.page < other.page ? -1 : 1));
  const listed = pages.slice(0, MOST_PAGES);
  const pending = await pendingOf(database.read, projectId, listed);
  return {
    total: pages.reduce((sum, { items }) => sum + items, 0),
    pageCount: pages.length,
    isCapped: rows.length === MOST_COUNTED,
    // The roll-up is read a moment later.
    pages: listed.map((own) => ({
      ...own,
      pending: Math.max(own.items, pending.get(own.page) ?? 0),
    })),
  };
}

/** Counts all pending items of pages, without suspected noise. */
async function pendingOf(
  db: Kysely<StoreSchema>,
  projectId: string,
  pages: readonly { page: string }[],
): Promise<Map<string, number>> {
  if (pages.length === 0) return new Map();
  const names = pages.map(({ page }) => page);
  const rows = await db
    .selectFrom("feedback_page")
    .innerJoin("feedback_kind", "feedback_kind.kind", "feedback_page.kind")
    .select(({ fn }) => ["feedback_page.page", fn.sum<number>("feedback_page.entries").as("items")])
    .where("feedback_page.project_id", "=", projectId)
    .where("feedback_page.page", "in", names)
    .where("feedback_kind.status", "=", "pending")
    .where("feedback_kind.noise", "=", 0)
    .groupBy("feedback_page.page")
    .execute();
  return new Map(rows.map(({ page, items }) => [page, Number(items)]));
}

async function allPending(
  database: Database<StoreSchema>,
  projectId: string,
): Promise<Home["newItems"]> {
  const filters = { ...NO_FILTERS, status: ["pending" as const], noise: false };
  const query = { sort: "total", limit: 250, cursor: null } as const;
  const { pages, total: pageCount } = await feedbackByPage(database, projectId, filters, query);
  return {
    total: pages.reduce((sum, { total }) => sum + total, 0),
    pageCount,
    isCapped: pageCount > pages.length,
    pages: pages
      .slice(0, MOST_PAGES)
      .map(({ page, total }) => ({ page, items: total, pending: total })),
  };
}
