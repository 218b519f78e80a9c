import "server-only";
import { type AliasedExpression, sql } from "kysely";
import type { PageFeedback, PageList } from "../../contract/api/feedback-counts.ts";
import { MAX_LISTED_PAGES } from "../../contract/api/limits.ts";
import type { PageSort } from "../../contract/api/page-sorts.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { maskAnswer } from "../../text/email-addresses.ts";
import type { SearchQuery } from "../../text/search-query.ts";
import { searchable } from "../../text/searchable.ts";
import { countsByPage } from "../counts/rollup.ts";
import { decodeCursor, encodeCursor, invalidCursor } from "../cursor.ts";
import { index, inGroups, matchesFilters } from "../filter-sql/conditions.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import { canAnswer, searchOf } from "../filter-sql/set-filters.ts";
import { type KnownViews, readPageViews } from "../pages/page-views.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";
import { UNDATED } from "../write/received-instant.ts";
import { lowerBound } from "./lower-bound.ts";
import { type PageSums, pageCount, SUMS, sumsInDays } from "./page-days.ts";
import { pageTrends } from "./page-trends.ts";

export interface PageQuery {
  sort: PageSort;
  /** 1 to 250. */
  limit: number;
  /** A cursor from an earlier response with the same sort. */
  cursor: string | null;
  /** A search in the pages' names, as `parseSearch` reads it. */
  find?: string | null;
  /** Adds the trends of the 12 weeks up to the UTC day of this instant, in epoch milliseconds. */
  trendUntil?: number | null;
  /** Pages that are ranked and listed at most, those with the most feedback. */
  most?: number;
  /** Returns which of some pages are listed. Without it, all are. */
  only?: ((pages: readonly string[]) => Promise<ReadonlySet<string>>) | null;
}

/**
 * Returns feedback counts by documentation page. Counts and ranks the matching pages for each call, as ranks have no
 * index: of more than 10,000, those with the most feedback.
 * @throws {InvalidRequest} for another cursor
 */
export async function feedbackByPage(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  {
    sort,
    limit,
    cursor,
    find = null,
    trendUntil = null,
    only = null,
    most = MAX_LISTED_PAGES,
  }: PageQuery,
): Promise<PageList> {
  const from = cursor === null ? null : positionOf(cursor, sort);
  const { at: viewsAt, of: views } = await readPageViews(database.query, projectId);
  const sums = await sumsOfPages(database, projectId, filters, most);
  const counted = sums.map((page) => withViews(page, views));
  const search = searchOf(find);
  const kept = only ? await only(counted.map(({ page }) => page)) : null;
  const all = counted
    .filter(({ page }) => kept?.has(page) ?? true)
    // Before the cursor is made, which has the last page's name.
    .map((page) => ({ name: page.page, shown: filters.masked ? maskAnswer(page) : page }))
    .filter(({ shown }) => search === null || isFound(shown.page, search))
    .sort((a, b) => byKey(sort)(a.shown, b.shown));
  const rest =
    from === null ? all : all.filter(({ shown }) => comesAfter(keyOf(sort, shown), from));
  const listed = rest.slice(0, limit);
  const names = listed.map(({ name }) => name);
  const trends =
    trendUntil === null ? null : await pageTrends(database.read, projectId, names, trendUntil);
  const last = listed.at(-1);
  const hasMore = rest.length > limit;
  return {
    pages: listed.map(({ name, shown }) => ({ ...shown, trend: trends?.get(name) ?? null })),
    nextCursor: hasMore && last ? encodeCursor([sort, ...keyOf(sort, last.shown)]) : null,
    hasMore,
    total: all.length,
    unlisted: Math.max(0, (sums[0]?.pages ?? 0) - most),
    viewsAt,
  };
}

function isFound(page: string, { all, none }: SearchQuery): boolean {
  const text = searchable(page);
  return all.every((one) => text.includes(one)) && !none.some((one) => text.includes(one));
}

/**
 * Ranks how much a page needs work: its open items, times the lower bound of the share of complaints
 * among its signals (ratings, snippets, agents), so that a page with a single bad rating ranks below a page
 * with dozens of complaints.
 */
export function rankOf({ up, negative, open }: Pick<PageFeedback, "up" | "negative" | "open">) {
  return lowerBound(negative, up + negative) * open;
}

/**
 * Estimates how many readers a page fails: its views, times the lower bound of the share of complaints among
 * its signals. A page has at least as many views as signals.
 */
export function impactOf({ up, negative }: Pick<PageFeedback, "up" | "negative">, views: number) {
  const signals = up + negative;
  return lowerBound(negative, signals) * Math.max(views, signals);
}

function withViews({ last, pages: _, ...sums }: PageSums, views: KnownViews["of"]): PageFeedback {
  return {
    ...sums,
    lastSeenAt: last > UNDATED ? last : null,
    rank: rankOf(sums),
    views: views.get(sums.page) ?? null,
    impact: impactOf(sums, views.get(sums.page) ?? 0),
    helpfulAtLeast: sums.up + sums.down > 0 ? lowerBound(sums.up, sums.up + sums.down) : null,
    trend: null,
  };
}

/**
 * Adds up the items of pages. Snoozed items don't count as open unless the filters ask for them, and don't count at all
 * if the filters leave them out. Few items are snoozed: their sums are subtracted from those of the roll-ups.
 */
async function sumsOfPages(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  most: number,
): Promise<PageSums[]> {
  if (filters.snoozed) return matchingSums(database, projectId, filters, most);
  const [sums, snoozed] = await Promise.all([
    matchingSums(database, projectId, { ...filters, snoozed: null }, most),
    matchingSums(database, projectId, { ...filters, snoozed: true }, most),
  ]);
  const hidden = new Map(snoozed.map((page) => [page.page, page]));
  const names = filters.snoozed === false ? SUMS : (["open"] as const);
  const rest = sums.map((page) => {
    const own = hidden.get(page.page);
    if (!own) return page;
    return { ...page, ...Object.fromEntries(names.map((name) => [name, page[name] - own[name]])) };
  });
  return rest.filter(({ total }) => total > 0);
}

async function matchingSums(
  { query, read: db, engine }: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  most: number,
): Promise<PageSums[]> {
  const groups = await matchingGroups(query, projectId, filters);
  if (groups?.length === 0) return [];
  if (canAnswer("page", filters)) {
    return sumsByPage(db, countsByPage(projectId, filters).where(inGroups(groups)), most);
  }
  if (groups === null && canAnswer("pageDay", filters))
    return sumsInDays(db, projectId, filters, most);
  const text = { engine, by: filters.snoozed ? ("probe" as const) : ("seek" as const) };
  const counted = index
    .selectFrom("feedback_index")
    .where(matchesFilters(projectId, filters, { text, by: "page" }))
    .select(({ fn }) => [
      "feedback_index.page",
      "feedback_index.facet_group_id",
      fn.countAll<number>().as("entries"),
      fn.max<number>("feedback_index.sort_at").as("last"),
    ])
    .where(inGroups(groups))
    // In index order, which avoids sorting every item.
    .groupBy(["feedback_index.page", "feedback_index.facet_group_id"]);
  return sumsByPage(db, counted, most);
}

interface Counted {
  page: string;
  facet_group_id: number;
  entries: number;
  last: number;
}

async function sumsByPage(
  db: StoreQuery,
  counted: { as(alias: "counted"): AliasedExpression<Counted, "counted"> },
  most: number,
): Promise<PageSums[]> {
  const sumWhere = (condition: string) =>
    sql<number>`coalesce(sum(counted.entries) filter (where ${sql.raw(condition)}), 0)`;
  return db
    .selectFrom(counted.as("counted"))
    .innerJoin("facet_group", "facet_group.id", "counted.facet_group_id")
    .select(({ fn }) => [
      "counted.page",
      fn.sum<number>("counted.entries").as("total"),
      sumWhere("helpful = 1").as("up"),
      sumWhere("helpful = 0").as("down"),
      sumWhere("helpful = 0 or source in ('code_snippet', 'agent')").as("negative"),
      sumWhere("status in ('pending', 'in_progress')").as("open"),
      fn.max<number>("counted.last").as("last"),
      pageCount,
    ])
    .groupBy("counted.page")
    .orderBy("total", "desc")
    .orderBy("counted.page")
    .limit(most)
    .execute();
}

type Key = [value: number, page: string];

function keyOf(sort: PageSort, page: PageFeedback): Key {
  if (sort === "page") return [0, page.page];
  // Cursors only carry whole numbers.
  if (sort === "rank" || sort === "impact") return [Math.round(page[sort] * 1_000), page.page];
  if (sort === "views") return [page.views ?? -1, page.page];
  return [sort === "last" ? (page.lastSeenAt ?? UNDATED) : page[sort], page.page];
}

function byKey(sort: PageSort) {
  return (a: PageFeedback, b: PageFeedback) =>
    comesAfter(keyOf(sort, a), keyOf(sort, b)) ? 1 : -1;
}

/** Higher values come first, ties in the order of page names. */
function comesAfter([value, page]: Key, [otherValue, otherPage]: Key): boolean {
  return value === otherValue ? page > otherPage : value < otherValue;
}

function positionOf(cursor: string, sort: PageSort): Key {
  const [sortedBy, value, page, ...rest] = decodeCursor(cursor);
  const isValid = sortedBy === sort && typeof value === "number" && typeof page === "string";
  if (!isValid || rest.length > 0) throw invalidCursor();
  return [value, page];
}
