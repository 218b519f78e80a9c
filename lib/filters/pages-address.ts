import { PAGE_SORTS, type PageSort } from "../contract/api/page-sorts.ts";
import { feedbackFilters } from "./feedback-filters.ts";
import { type QueryParameters, readQuery, writeQuery } from "./query-parameters.ts";
import type { DateFilters } from "./relative-dates.ts";

/** The state of the list of documentation pages, as in its URL. Dates are as in the feedback filters. */
export interface PagesAddress extends DateFilters {
  /** A search in the pages' names, as `parseSearch` reads it. */
  find: string | null;
  /** `none` shows the pages that lead to no file of the documentation repository. */
  file: "none" | null;
  sort: PageSort;
}

const { date, dateFrom, dateTo, q } = feedbackFilters;

const pagesAddress: QueryParameters<PagesAddress> = {
  date,
  dateFrom,
  dateTo,
  find: q,
  file: { parse: (value) => (value === "none" ? value : null), serialize: (file) => file },
  sort: {
    // Addresses of version 1.0.0 say harm.
    parse: (value) =>
      value === "harm" ? "impact" : (PAGE_SORTS.find((sort) => sort === value) ?? null),
    serialize: (sort) => sort,
    fallback: "impact",
  },
};

/** Reads the list's parameters from a URL and ignores invalid values. */
export function loadPagesAddress(query: string | URLSearchParams): PagesAddress {
  return readQuery(pagesAddress, query);
}

/** Returns the canonical query of the list (`""` or `?…`). */
export function serializePagesAddress(address: PagesAddress): string {
  return writeQuery(pagesAddress, address);
}
