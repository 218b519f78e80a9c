import "server-only";
import type { Home } from "../../contract/api/home.ts";
import { hidingWithout, NO_FILTERS, type ResolvedFilters } from "../../filters/feedback-filters.ts";
import { quickCount } from "../counts/quick-count.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import { snoozed } from "../filter-sql/item-sets.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { feedbackByPage } from "./documentation-pages.ts";

/** Most items that are counted, and most pages that are listed. */
const MAX_COUNTED = 10_000;
const MAX_PAGES = 8;

/** Filters for work to do, as in the inbox by default. */
const TO_DO: ResolvedFilters = { ...NO_FILTERS, ...hidingWithout(""), status: ["pending"] };

type NewItems = Omit<Home["newItems"], "themes">;

/**
 * Counts pending items by page: those that arrived after `since`, or all of them without it. Leaves out items that the
 * inbox hides by default.
 * @param since epoch milliseconds
 */
export async function newItems(
  database: StoreDatabase,
  projectId: string,
  since: number | null,
): Promise<NewItems> {
  if (since === null) return allPending(database, projectId);
  const kinds = await matchingGroups(database.read, projectId, TO_DO);
  const rows = await database.read
    .selectFrom("feedback")
    .innerJoin("feedback_index", (join) =>
      join
        .onRef("feedback_index.project_id", "=", "feedback.project_id")
        .onRef("feedback_index.id", "=", "feedback.id"),
    )
    .select("feedback.page")
    .where("feedback.project_id", "=", projectId)
    .where("feedback.first_seen_at", ">", since)
    .where("feedback.id", "not in", snoozed(projectId))
    .$if(kinds !== null, (all) => all.where("facet_group_id", "in", kinds ?? []))
    .orderBy("feedback.first_seen_at", "desc")
    .limit(MAX_COUNTED)
    .execute();
  const pages = [...Map.groupBy(rows, ({ page }) => page)]
    .map(([page, { length: items }]) => ({ page, items }))
    .sort((one, other) => other.items - one.items || (one.page < other.page ? -1 : 1));
  const listed = pages.slice(0, MAX_PAGES);
  const pending = await pendingOf(database, projectId, listed);
  return {
    total: rows.length,
    pageCount: pages.length,
    isCapped: rows.length === MAX_COUNTED,
    // The roll-up is read a moment later.
    pages: listed.map((own) => ({
      ...own,
      pending: Math.max(own.items, pending.get(own.page) ?? 0),
    })),
  };
}

/**
 * Counts the items to do of each page, not only new ones. A page that can't be counted quickly is
 * left out.
 */
async function pendingOf(
  database: StoreDatabase,
  projectId: string,
  pages: readonly { page: string }[],
): Promise<Map<string, number>> {
  const counts = await Promise.all(
    pages.map(async ({ page }): Promise<[string, number]> => {
      return [page, (await quickCount(database, projectId, { ...TO_DO, path: page })) ?? 0];
    }),
  );
  return new Map(counts);
}

async function allPending(database: StoreDatabase, projectId: string): Promise<NewItems> {
  const query = { sort: "total", limit: 250, cursor: null } as const;
  const { pages, total, unlisted } = await feedbackByPage(database, projectId, TO_DO, query);
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
