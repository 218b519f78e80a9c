import "server-only";
import type { Kysely } from "kysely";
import type { Home } from "../../contract/api/home.ts";
import type { Database } from "../../database/open.ts";
import { NO_FILTERS } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { feedbackByPage } from "./documentation-pages.ts";

/** Most items that are counted, and most pages that are listed. */
const MAX_COUNTED = 10_000;
const MAX_PAGES = 8;

type NewItems = Omit<Home["newItems"], "themes">;

/**
 * Counts pending items by page: those that arrived after `since`, or all of them without it. Decided items and
 * suspected noise are nothing new to anyone.
 * @param since epoch milliseconds
 */
export async function newItems(
  database: Database<StoreSchema>,
  projectId: string,
  since: number | null,
): Promise<NewItems> {
  if (since === null) return allPending(database, projectId);
  const rows = await database.read
    .selectFrom("feedback")
    .select(["page", "team_status as status"])
    .where("project_id", "=", projectId)
    .where("first_seen_at", ">", since)
    .where("noise", "is", null)
    .orderBy("first_seen_at", "desc")
    .limit(MAX_COUNTED)
    .execute();
  const pendingRows = rows.filter(({ status }) => status === "pending");
  const pages = [...Map.groupBy(pendingRows, ({ page }) => page)]
    .map(([page, { length: items }]) => ({ page, items }))
    .sort((one, other) => other.items - one.items || (one.page < other.page ? -1 : 1));
  const listed = pages.slice(0, MAX_PAGES);
  const pending = await pendingOf(database.read, projectId, listed);
  return {
    total: pendingRows.length,
    pageCount: pages.length,
    isCapped: rows.length === MAX_COUNTED,
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
    .innerJoin("facet_group", "facet_group.id", "feedback_page.facet_group_id")
    .select(({ fn }) => ["feedback_page.page", fn.sum<number>("feedback_page.entries").as("items")])
    .where("feedback_page.project_id", "=", projectId)
    .where("feedback_page.page", "in", names)
    .where("facet_group.status", "=", "pending")
    .where("facet_group.noise", "=", 0)
    .groupBy("feedback_page.page")
    .execute();
  return new Map(rows.map(({ page, items }) => [page, Number(items)]));
}

async function allPending(database: Database<StoreSchema>, projectId: string): Promise<NewItems> {
  const filters = { ...NO_FILTERS, status: ["pending" as const], noise: false };
  const query = { sort: "total", limit: 250, cursor: null } as const;
  const { pages, total, unlisted } = await feedbackByPage(database, projectId, filters, query);
  const pageCount = total + unlisted;
  return {
    total: pages.reduce((sum, { total }) => sum + total, 0),
    pageCount,
    isCapped: pageCount > pages.length,
    pages: pages
      .slice(0, MAX_PAGES)
      .map(({ page, total }) => ({ page, items: total, pending: total })),
  };
}
