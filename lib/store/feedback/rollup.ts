import "server-only";
import { expressionBuilder } from "kysely";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { facts, factsMatching, instantOf } from "./conditions.ts";
import { UNDATED } from "./received-instant.ts";

/** The day that entries without a date stand under. */
export const UNDATED_DAY = Math.floor(UNDATED / DAY);

const rollups = expressionBuilder<StoreSchema, never>();

/**
 * Entries of each day and kind under the dates of `filters`, as a query that gives `day`, `kind` and
 * `entries`: whole days as triggers have counted them, and the days that a date cuts from the facts.
 */
export function entriesByDay(
  projectId: string,
  { dateFrom, dateTo }: Pick<FeedbackFilters, "dateFrom" | "dateTo">,
) {
  const from = dateFrom === null ? null : instantOf("dateFrom", dateFrom);
  const to = dateTo === null ? null : instantOf("dateTo", dateTo);
  const first = from === null ? null : Math.ceil(from / DAY);
  const end = to === null ? null : Math.floor(to / DAY);
  let whole = rollups
    .selectFrom("feedback_day")
    .select(["day", "kind", "entries"])
    .where("project_id", "=", projectId)
    .where("entries", ">", 0);
  if (first !== null) whole = whole.where("day", ">=", first);
  if (end !== null) whole = whole.where("day", "<", end).where("day", ">", UNDATED_DAY);
  // Where both dates are within one day there is no whole one.
  if (from !== null && to !== null && first !== null && end !== null && first > end) {
    return whole.unionAll(cut(projectId, from, to));
  }
  if (from !== null && first !== null && from < first * DAY) {
    whole = whole.unionAll(cut(projectId, from, first * DAY));
  }
  if (to !== null && end !== null && to > end * DAY) {
    whole = whole.unionAll(cut(projectId, end * DAY, to));
  }
  return whole;
}

/** Entries of a part of a day, or none where `to` is not after `from`. */
function cut(projectId: string, from: number, to: number) {
  return facts
    .selectFrom("feedback_fact")
    .select(({ fn, lit }) => [
      lit(Math.floor(from / DAY)).as("day"),
      "kind",
      fn.countAll<number>().as("entries"),
    ])
    .where("project_id", "=", projectId)
    .where("sort_at", ">=", from)
    .where("sort_at", "<", to)
    .groupBy("kind");
}

/**
 * Entries of each page and kind under the filters of pages, as a query that gives `page`, `kind`,
 * `entries` and `last`: as triggers have counted them.
 */
export function entriesByPage(projectId: string, filters: FeedbackFilters) {
  return rollups
    .selectFrom("feedback_page as feedback_fact")
    .select(["feedback_fact.page", "feedback_fact.kind"])
    .select(["feedback_fact.entries", "feedback_fact.last_at as last"])
    .where(factsMatching(projectId, filters, { by: "page" }, ["path"]))
    .where("feedback_fact.entries", ">", 0);
}
