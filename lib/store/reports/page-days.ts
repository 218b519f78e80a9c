import "server-only";
import { sql } from "kysely";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { onDays, splitDates } from "../counts/rollup.ts";
import { instantOf, matchesFilters } from "../filter-sql/conditions.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** The counts of a page in a range of days. */
export interface PageSums {
  page: string;
  total: number;
  up: number;
  down: number;
  negative: number;
  open: number;
  /** `sort_at` of the newest item. */
  last: number;
  /** Number of all pages, including those that aren't returned. */
  pages: number;
}

/** The number of pages that a statement would return without its limit. */
export const pageCount = sql<number>`count(*) over ()`.as("pages");

/** The sums over a page's items. */
export const SUMS = ["total", "up", "down", "negative", "open"] as const;

/**
 * Counts the items of each page between the dates and under the `path` filter: whole days from the roll-up, parts of
 * days from the feedback index. Returns the pages with the most items.
 */
export async function sumsInDays(
  db: StoreQuery,
  projectId: string,
  filters: ResolvedFilters,
  most: number,
): Promise<PageSums[]> {
  const sums = db
    .selectFrom(wholeDays(db, projectId, filters).as("counted"))
    .select("counted.page")
    .select(({ fn }) => SUMS.map((name) => fn.sum<number>(`counted.${name}`).as(name)))
    .groupBy("counted.page");
  return db
    .selectFrom(sums.as("sums"))
    .innerJoin(newestByPage(db, projectId, filters).as("newest"), "newest.page", "sums.page")
    .selectAll("sums")
    .select(["newest.last", pageCount])
    .where("sums.total", ">", 0)
    .orderBy("sums.total", "desc")
    .orderBy("sums.page")
    .limit(most)
    .execute();
}

function wholeDays(db: StoreQuery, projectId: string, filters: ResolvedFilters) {
  const { whole, parts } = splitDates(filters);
  // Page by page, so that other days of a page aren't read.
  const pages = db
    .selectFrom("feedback_page as feedback_index")
    .select("feedback_index.page")
    .distinct()
    .where(matchesFilters(projectId, filters, { by: "page" }, ["path"]));
  let counted = db
    .selectFrom(pages.as("known"))
    .innerJoin("feedback_page_day as of_day", "of_day.page", "known.page")
    .select(["known.page", "total", "up", "down", "negative", "open"])
    .where("of_day.project_id", "=", projectId)
    .where(onDays("of_day.day", whole));
  for (const { from, to } of parts) {
    counted = counted.unionAll(
      partOfDay(db, projectId, from, to).where(
        matchesFilters(projectId, filters, { by: "page" }, ["path"]),
      ),
    );
  }
  return counted;
}

function partOfDay(db: StoreQuery, projectId: string, from: number, to: number) {
  const oneIf = (condition: string) =>
    sql<number>`case when ${sql.raw(condition)} then 1 else 0 end`;
  return db
    .selectFrom("feedback_index")
    .innerJoin("facet_group", "facet_group.id", "feedback_index.facet_group_id")
    .select(({ lit }) => [
      "feedback_index.page",
      lit(1).as("total"),
      oneIf("helpful = 1").as("up"),
      oneIf("helpful = 0").as("down"),
      oneIf("helpful = 0 or source in ('code_snippet', 'agent')").as("negative"),
      oneIf("status in ('pending', 'in_progress')").as("open"),
    ])
    .where("feedback_index.project_id", "=", projectId)
    .where("feedback_index.sort_at", ">=", from)
    .where("feedback_index.sort_at", "<", to);
}

/** Selects the `sort_at` of each page's newest item before the end of the dates. */
function newestByPage(db: StoreQuery, projectId: string, filters: ResolvedFilters) {
  const to = filters.dateTo === null ? null : instantOf("dateTo", filters.dateTo);
  return db
    .selectFrom("feedback_page as feedback_index")
    .select("feedback_index.page")
    .select(({ fn, selectFrom, eb }) => {
      if (to === null) return fn.max<number>("feedback_index.last_at").as("last");
      // From the index, for each facet group of the page.
      const before = selectFrom("feedback_index as item")
        .select((item) => item.fn.max<number>("item.sort_at").as("last"))
        .whereRef("item.project_id", "=", "feedback_index.project_id")
        .whereRef("item.page", "=", "feedback_index.page")
        .whereRef("item.facet_group_id", "=", "feedback_index.facet_group_id")
        .where("item.sort_at", "<", to);
      const last = eb
        .case()
        .when("feedback_index.last_at", "<", to)
        .then(eb.ref("feedback_index.last_at"))
        .else(before)
        .end();
      return fn.max<number>(last).as("last");
    })
    .where(matchesFilters(projectId, filters, { by: "page" }, ["path"]))
    .where("feedback_index.entries", ">", 0)
    .groupBy("feedback_index.page");
}

/**
 * Counts the complaints about pages by UTC day.
 * @param range days since 1970-01-01; `to` is exclusive
 */
export async function complaintsByDay(
  db: StoreQuery,
  projectId: string,
  pages: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<Map<string, { day: number; entries: number }[]>> {
  if (pages.length === 0) return new Map();
  const rows = await db
    .selectFrom("feedback_page_day")
    .select(["page", "day", "negative as entries"])
    .where("project_id", "=", projectId)
    .where("page", "in", pages)
    .where("day", ">=", from)
    .where("day", "<", to)
    .where("negative", ">", 0)
    .execute();
  return Map.groupBy(rows, ({ page }) => page);
}
