import {
  createLoader,
  createParser,
  createSerializer,
  type inferParserType,
  parseAsArrayOf,
  parseAsString,
  parseAsStringLiteral,
} from "nuqs/server";
import { parseInstant } from "../contract/platform/dates.ts";
import { SOURCES, STATUSES } from "../contract/platform/vocabulary.ts";
import { DATE_PERIODS, type Resolved } from "./relative-dates.ts";

/** Most characters of a search as typed. */
export const MAX_SEARCH_LENGTH = 1_000;

export const SORTS = ["newest", "oldest"] as const;

const parseAsDate = createParser({
  parse: (text: string) => (parseInstant(text) === null ? null : text),
  serialize: (text: string) => text,
});

/** Accepts only `true` and `false`: any other value must not filter like `false`. */
const parseAsTrueOrFalse = createParser({
  parse: (text: string) => (text === "true" || text === "false" ? text === "true" : null),
  serialize: String,
});

/** Ignores a search that is longer than the store accepts. */
const parseAsSearch = createParser({
  parse: (text: string) => (text.length > MAX_SEARCH_LENGTH ? null : text),
  serialize: (text: string) => text,
});

/** Ignores a list without a valid value, which would look like a filter and accept everything. */
function parseAsListOf<const Value extends string>(values: readonly Value[]) {
  const list = parseAsArrayOf(parseAsStringLiteral(values));
  return createParser({
    parse: (text: string) => {
      const chosen = list.parse(text);
      return chosen && chosen.length > 0 ? chosen : null;
    },
    serialize: list.serialize,
    eq: list.eq,
  });
}

/**
 * The feedback filters, defined once for the URL, the API query and the type. Names and meaning follow
 * the documented interface (`dateTo` is exclusive, dates are UTC days). `date` is a period up to today
 * (`last-7-days`), which stays relative in the URL. `source` and `status` are lists, `path` is a page or
 * a prefix that ends in `*`, `helpful` is the rating, `comment` is whether the item has a comment, and
 * `differs` is whether the platform has another status than the team.
 */
export const feedbackFilters = {
  date: parseAsStringLiteral(DATE_PERIODS),
  dateFrom: parseAsDate,
  dateTo: parseAsDate,
  source: parseAsListOf(SOURCES),
  status: parseAsListOf(STATUSES),
  path: parseAsString,
  helpful: parseAsTrueOrFalse,
  comment: parseAsTrueOrFalse,
  differs: parseAsTrueOrFalse,
  q: parseAsSearch,
  job: parseAsString,
  sort: parseAsStringLiteral(SORTS).withDefault("newest"),
};

export type FeedbackFilters = inferParserType<typeof feedbackFilters>;
export type FilterName = keyof FeedbackFilters;

/** Filters as the store reads them: with dates instead of a period. */
export interface ResolvedFilters extends Resolved<FeedbackFilters> {
  /** Set for people who get addresses masked: `q` and `path` match only what these people can read. */
  masked?: true;
}

/** The inbox's query parameters: the filters and the item that is open beside the list. */
const inboxAddress = { ...feedbackFilters, open: parseAsString };

export type InboxAddress = inferParserType<typeof inboxAddress>;

/** Reads filters from a URL and ignores invalid values, as URLs are edited and pasted. */
export const loadInboxAddress = createLoader(inboxAddress);

/** Returns the canonical query of the inbox, or `base` with some parameters changed. */
export const serializeInboxAddress = createSerializer(inboxAddress, { clearOnDefault: true });

/** Returns the canonical query of filters (`""` or `?…`): equal filters give equal text. */
export const serializeFilters = createSerializer(feedbackFilters, { clearOnDefault: true });

const loadFilters = createLoader(feedbackFilters);

/** No filter set: everything matches. */
export const NO_FILTERS: ResolvedFilters = { ...loadFilters(new URLSearchParams()), date: null };

/** Returns whether any filter is set. The order is not a filter. */
export function isFiltered({ sort, ...narrowing }: FeedbackFilters): boolean {
  return Object.values(narrowing).some((value) => value !== null);
}

const isFilter = (name: string): name is FilterName => Object.hasOwn(feedbackFilters, name);

/**
 * Reads filters from an API query and rejects every invalid value.
 * @returns the filters, and a message for each invalid parameter (names in `others` are ignored)
 */
export function parseFilters(
  query: URLSearchParams,
  others: readonly string[] = [],
): { filters: FeedbackFilters; problems: string[] } {
  const problems: string[] = [];
  for (const name of new Set(query.keys())) {
    if (others.includes(name)) continue;
    const values = query.getAll(name);
    if (!isFilter(name)) problems.push(`${name}: unknown parameter`);
    else if (values.length > 1) problems.push(`${name}: must occur only once`);
    else if (!isFullyValid(name, values[0] ?? "")) problems.push(`${name}: ${EXPECTED[name]}`);
  }
  return { filters: loadFilters(query), problems };
}

const EXPECTED: Record<FilterName, string> = {
  date: `must be ${DATE_PERIODS.join(", ")}`,
  dateFrom: "must be YYYY-MM-DD or an ISO 8601 date-time",
  dateTo: "must be YYYY-MM-DD or an ISO 8601 date-time",
  source: `must be a list of ${SOURCES.join(", ")}`,
  status: `must be a list of ${STATUSES.join(", ")}`,
  path: "must be text",
  helpful: "must be true or false",
  comment: "must be true or false",
  differs: "must be true or false",
  q: `must be text of at most ${MAX_SEARCH_LENGTH} characters`,
  job: "must be a job ID",
  sort: `must be ${SORTS.join(" or ")}`,
};

/** Returns whether the parser accepts all of the value. */
function isFullyValid(name: FilterName, value: string): boolean {
  const parsed: unknown = feedbackFilters[name].parse(value);
  if (Array.isArray(parsed)) return parsed.length === value.split(",").length;
  return parsed !== null;
}
