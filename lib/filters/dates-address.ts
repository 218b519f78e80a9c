import { feedbackFilters } from "./feedback-filters.ts";
import { type QueryParameters, readQuery, writeQuery } from "./query-parameters.ts";
import type { DateFilters } from "./relative-dates.ts";

const { date, dateFrom, dateTo } = feedbackFilters;

const datesAddress: QueryParameters<DateFilters> = { date, dateFrom, dateTo };

/** Reads the dates that a page shows from its URL and ignores invalid values. */
export function loadDates(query: string | URLSearchParams): DateFilters {
  return readQuery(datesAddress, query);
}

/** Returns the canonical query of dates (`""` or `?…`). */
export function serializeDates(dates: DateFilters): string {
  return writeQuery(datesAddress, dates);
}
