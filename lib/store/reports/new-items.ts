import "server-only";
import type { Kysely } from "kysely";
import type { Home } from "../../contract/api/home.ts";
import type { Theme } from "../../contract/api/themes.ts";
import type { Database } from "../../database/open.ts";
import { NO_FILTERS, type ResolvedFilters } from "../../filters/feedback-filters.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import { ALL_DAYS, groupsWithMostOf, themesOf } from "../groups/themes.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { feedbackByPage } from "./documentation-pages.ts";

/** Most items that are counted, and most pages and themes that are listed. */
const MAX_COUNTED = 10_000;
const MAX_PAGES = 8;
const MAX_THEMES = 5;

/**
 * Counts pending items by page and theme: those that arrived after `since`, or all of them without it. Decided items and
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
    .leftJoin("feedback_group_member as member", (join) =>
      join
        .onRef("member.project_id", "=", "feedback.project_id")
        .onRef("member.feedback_id", "=", "feedback.id"),
    )
    .select(["id", "feedback.page", "team_status as status", "group_id"])
    .where("feedback.project_id", "=", projectId)
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
  const [pending, themes] = await Promise.all([
    pendingOf(database.read, projectId, listed),
    themesAmong(database, projectId, pendingRows),
  ]);
  return {
    total: pendingRows.length,
    pageCount: pages.length,
    isCapped: rows.length === MAX_COUNTED,
    // The roll-up is read a moment later.
    pages: listed.map((own) => ({
      ...own,
      pending: Math.max(own.items, pending.get(own.page) ?? 0),
    })),
    themes,
  };
}

/** Returns the groups that most of the items are in. An item of a group is a theme also if it is the only one. */
async function themesAmong(
  database: Database<StoreSchema>,
  projectId: string,
  rows: readonly { id: string; group_id: string | null }[],
): Promise<Theme[]> {
  const grouped = Map.groupBy(rows, (row) => row.group_id);
  grouped.delete(null);
  const groups = [...grouped].map(([groupId, own]) => {
    const ids = own.map(({ id }) => id).sort();
    return { groupId: groupId ?? "", id: ids[0] ?? "", items: ids.length };
  });
  groups.sort((one, other) => other.items - one.items || (one.id < other.id ? -1 : 1));
  const themes = await themesOf(database, projectId, groups.slice(0, MAX_THEMES));
  return themes.map((theme) => ({ ...theme, pending: Math.max(theme.items, theme.pending) }));
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

async function allPending(
  database: Database<StoreSchema>,
  projectId: string,
): Promise<Home["newItems"]> {
  const filters = { ...NO_FILTERS, status: ["pending" as const], noise: false };
  const query = { sort: "total", limit: 250, cursor: null } as const;
  const [{ pages, total, unlisted }, themes] = await Promise.all([
    feedbackByPage(database, projectId, filters, query),
    pendingThemes(database, projectId, filters),
  ]);
  const pageCount = total + unlisted;
  return {
    total: pages.reduce((sum, { total }) => sum + total, 0),
    pageCount,
    isCapped: pageCount > pages.length,
    pages: pages
      .slice(0, MAX_PAGES)
      .map(({ page, total }) => ({ page, items: total, pending: total })),
    themes: themes.map((theme) => ({ ...theme, items: theme.pending })),
  };
}

/** Returns the groups that most pending items are in. */
async function pendingThemes(
  database: Database<StoreSchema>,
  projectId: string,
  filters: ResolvedFilters,
): Promise<Theme[]> {
  const kinds = await matchingGroups(database.query, projectId, filters);
  if (kinds?.length === 0) return [];
  const counted = { range: ALL_DAYS, kinds, minimum: 1 };
  const groups = await groupsWithMostOf(database.read, projectId, counted, MAX_THEMES);
  return themesOf(database, projectId, groups);
}
