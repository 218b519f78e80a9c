import "server-only";
import { expressionBuilder } from "kysely";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { index, instantOf, matchesFilters } from "./conditions.ts";
import { UNDATED } from "./received-instant.ts";

/** The `day` of items without a date. */
export const UNDATED_DAY = Math.floor(UNDATED / DAY);

const rollups = expressionBuilder<StoreSchema, never>();

/**
 * Builds the query of `entries` per `day` and `kind` (the facet group) between the dates of
 * `filters`: whole days from the roll-up, partial days from the feedback index.
 */
export function countsByDay(
  projectId: string,
  { dateFrom, dateTo }: Pick<ResolvedFilters, "dateFrom" | "dateTo">,
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
  // Both dates are within one day, so that no day is whole.
  if (from !== null && to !== null && first !== null && end !== null && first > end) {
    return whole.unionAll(partOfDay(projectId, from, to));
  }
  if (from !== null && first !== null && from < first * DAY) {
    whole = whole.unionAll(partOfDay(projectId, from, first * DAY));
  }
  if (to !== null && end !== null && to > end * DAY) {
    whole = whole.unionAll(partOfDay(projectId, end * DAY, to));
  }
  return whole;
}

/** Counts the items of a part of a day; none when `to` is not after `from`. */
function partOfDay(projectId: string, from: number, to: number) {
  return index
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
 * Builds the query of `entries` and `last` (the newest `sort_at`) per `page` and `kind` (the facet
 * group) under the `path` filter, from the roll-up.
 */
export function countsByPage(projectId: string, filters: ResolvedFilters) {
  return rollups
    .selectFrom("feedback_page as feedback_fact")
    .select(["feedback_fact.page", "feedback_fact.kind"])
    .select(["feedback_fact.entries", "feedback_fact.last_at as last"])
    .where(matchesFilters(projectId, filters, { by: "page" }, ["path"]))
    .where("feedback_fact.entries", ">", 0);
}
