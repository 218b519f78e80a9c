import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { index, instantOf, matchesFilters } from "../filter-sql/conditions.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { UNDATED } from "../write/received-instant.ts";

/** The `day` of items without a date. */
export const UNDATED_DAY = Math.floor(UNDATED / DAY);

const rollups = expressionBuilder<StoreSchema, never>();

/** The days that lie completely between two dates, and the parts of days at both ends. */
interface SplitDates {
  /** Null when no day is whole. `end` is exclusive. */
  whole: { first: number | null; end: number | null } | null;
  /** Epoch milliseconds. `to` is exclusive. */
  parts: { from: number; to: number }[];
}

/** Splits what the dates of `filters` include into whole UTC days and parts of days. */
export function splitDates({
  dateFrom,
  dateTo,
}: Pick<ResolvedFilters, "dateFrom" | "dateTo">): SplitDates {
  const from = dateFrom === null ? Number.NEGATIVE_INFINITY : instantOf("dateFrom", dateFrom);
  const to = dateTo === null ? Number.POSITIVE_INFINITY : instantOf("dateTo", dateTo);
  const [first, end] = [Math.ceil(from / DAY), Math.floor(to / DAY)];
  // Both dates are within one day.
  if (first > end) return { whole: null, parts: [{ from, to }] };
  const ends = [
    { from, to: first * DAY },
    { from: end * DAY, to },
  ];
  return {
    whole: { first: dateFrom === null ? null : first, end: dateTo === null ? null : end },
    parts: ends.filter((part) => part.from < part.to),
  };
}

/**
 * Builds the query of `entries` per `day` and `facet_group_id` between the dates of
 * `filters`: whole days from the roll-up, partial days from the feedback index.
 */
export function countsByDay(
  projectId: string,
  filters: Pick<ResolvedFilters, "dateFrom" | "dateTo">,
) {
  const { whole, parts } = splitDates(filters);
  let counts = rollups
    .selectFrom("feedback_day")
    .select(["day", "facet_group_id", "entries"])
    .where("project_id", "=", projectId)
    .where("entries", ">", 0)
    .where(onDays("feedback_day.day", whole));
  for (const { from, to } of parts) counts = counts.unionAll(partOfDay(projectId, from, to));
  return counts;
}

/** The condition that a day of a roll-up is whole. Items without a date are on none before an end. */
export function onDays(name: string, whole: SplitDates["whole"]): Expression<SqlBool> {
  if (whole === null) return rollups.lit(false);
  const day = sql.ref<number>(name);
  const { first, end } = whole;
  return rollups.and([
    ...(first === null ? [] : [rollups(day, ">=", first)]),
    ...(end === null ? [] : [rollups(day, "<", end), rollups(day, ">", UNDATED_DAY)]),
  ]);
}

/** Counts the items of a part of a day; none when `to` is not after `from`. */
function partOfDay(projectId: string, from: number, to: number) {
  return index
    .selectFrom("feedback_index")
    .select(({ fn, lit }) => [
      lit(Math.floor(from / DAY)).as("day"),
      "facet_group_id",
      fn.countAll<number>().as("entries"),
    ])
    .where("project_id", "=", projectId)
    .where("sort_at", ">=", from)
    .where("sort_at", "<", to)
    .groupBy("facet_group_id");
}

/**
 * Builds the query of `entries` and `last` (the newest `sort_at`) per `page` and `kind` (the facet
 * group) under the `path` filter, from the roll-up.
 */
export function countsByPage(projectId: string, filters: ResolvedFilters) {
  return rollups
    .selectFrom("feedback_page as feedback_index")
    .select(["feedback_index.page", "feedback_index.facet_group_id"])
    .select(["feedback_index.entries", "feedback_index.last_at as last"])
    .where(matchesFilters(projectId, filters, { by: "page" }, ["path"]))
    .where("feedback_index.entries", ">", 0);
}
