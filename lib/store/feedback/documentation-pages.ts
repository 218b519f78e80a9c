import "server-only";
import { type AliasedExpression, type Kysely, sql } from "kysely";
import type { PageFeedback, PageList } from "../../contract/api/feedback-counts.ts";
import { LIST_LIMIT } from "../../contract/api/limits.ts";
import type { PageSort } from "../../contract/api/page-sorts.ts";
import type { Database } from "../../database/open.ts";
import { InvalidRequest } from "../../errors.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { maskAnswer } from "../../text/email-addresses.ts";
import { decodeCursor, encodeCursor, invalidCursor } from "../cursor.ts";
import type { StoreSchema } from "../schema.ts";
import { index, inGroups, matchesFilters } from "./conditions.ts";
import { matchingGroups } from "./facet-groups.ts";
import { UNDATED } from "./received-instant.ts";
import { countsByPage } from "./rollup.ts";
import { canAnswer } from "./set-filters.ts";

export const MAX_PAGES = LIST_LIMIT.maximum;

export interface PageQuery {
  sort: PageSort;
  /** 1 to 250. */
  limit: number;
  /** A cursor from an earlier response with the same sort. */
  cursor: string | null;
}

/**
 * Returns feedback counts by documentation page. Counts and ranks all matching pages for each call,
 * as ranks have no index; documentation has a few thousand pages at most.
 * @throws {InvalidRequest}
 */
export async function feedbackByPage(
  database: Database<StoreSchema>,
  projectId: string,
  filters: ResolvedFilters,
  { sort, limit, cursor }: PageQuery,
): Promise<PageList> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGES) {
    throw new InvalidRequest(`limit: must be a whole number from 1 to ${MAX_PAGES}`);
  }
  const from = cursor === null ? null : positionOf(cursor, sort);
  const counted = await countedPages(database, projectId, filters);
  // Before the cursor is made, which has the last page's name.
  const all = (filters.masked ? maskAnswer(counted) : counted).sort(byKey(sort));
  const rest = from === null ? all : all.filter((page) => comesAfter(keyOf(sort, page), from));
  const pages = rest.slice(0, limit);
  const last = pages.at(-1);
  const hasMore = rest.length > limit;
  return {
    pages,
    nextCursor: hasMore && last ? encodeCursor([sort, ...keyOf(sort, last)]) : null,
    hasMore,
    total: all.length,
  };
}

/**
 * Ranks how much a page needs work: its open items, times the lower bound of Wilson's 95% interval
 * for the share of complaints among its signals (ratings, snippets, agents). One complaint of one
 * counts as 0.21, ten of ten as 0.72, so that a page with a single bad rating ranks below a page
 * with dozens of complaints.
 */
export function rankOf({ up, negative, open }: Pick<PageFeedback, "up" | "negative" | "open">) {
  const n = up + negative;
  if (n === 0) return 0;
  const z = 1.96;
  const share = negative / n;
  const middle = share + (z * z) / (2 * n);
  const margin = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  return Math.max(0, (middle - margin) / (1 + (z * z) / n)) * open;
}

async function countedPages(
  { query, read: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: ResolvedFilters,
): Promise<PageFeedback[]> {
  const groups = await matchingGroups(query, projectId, filters);
  if (groups?.length === 0) return [];
  const counted = canAnswer("page", filters)
    ? countsByPage(projectId, filters).where(inGroups(groups))
    : index
        .selectFrom("feedback_fact")
        .where(matchesFilters(projectId, filters, { text: { engine, by: "seek" }, by: "page" }))
        .select(({ fn }) => [
          "feedback_fact.page",
          "feedback_fact.kind",
          fn.countAll<number>().as("entries"),
          fn.max<number>("feedback_fact.sort_at").as("last"),
        ])
        .where(inGroups(groups))
        // In index order, which avoids sorting every item.
        .groupBy(["feedback_fact.page", "feedback_fact.kind"]);
  const rows = await sumsByPage(db, counted);
  return rows.map(({ last, ...sums }) => ({
    ...sums,
    lastSeenAt: last > UNDATED ? last : null,
    rank: rankOf(sums),
  }));
}

interface Counted {
  page: string;
  kind: number;
  entries: number;
  last: number;
}

async function sumsByPage(
  db: Kysely<StoreSchema>,
  counted: { as(alias: "counted"): AliasedExpression<Counted, "counted"> },
) {
  const sumWhere = (condition: string) =>
    sql<number>`coalesce(sum(counted.entries) filter (where ${sql.raw(condition)}), 0)`;
  return db
    .selectFrom(counted.as("counted"))
    .innerJoin("feedback_kind", "feedback_kind.kind", "counted.kind")
    .select(({ fn }) => [
      "counted.page",
      fn.sum<number>("counted.entries").as("total"),
      sumWhere("helpful = 1").as("up"),
      sumWhere("helpful = 0").as("down"),
      sumWhere("helpful = 0 or source in ('code_snippet', 'agent')").as("negative"),
      sumWhere("status in ('pending', 'in_progress')").as("open"),
      fn.max<number>("counted.last").as("last"),
    ])
    .groupBy("counted.page")
    .execute();
}

type Key = [value: number, page: string];

function keyOf(sort: PageSort, page: PageFeedback): Key {
  if (sort === "page") return [0, page.page];
  // Cursors only carry whole numbers.
  if (sort === "rank") return [Math.round(page.rank * 1_000), page.page];
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
  const sound = sortedBy === sort && typeof value === "number" && typeof page === "string";
  if (!sound || rest.length > 0) throw invalidCursor();
  return [value, page];
}
