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

/** Longest search text, in characters as it is typed. */
export const MAX_SEARCH_LENGTH = 1_000;

export const SORTS = ["newest", "oldest"] as const;

const parseAsDate = createParser({
  parse: (text: string) => (parseInstant(text) === null ? null : text),
  serialize: (text: string) => text,
});

/** Nothing but these two words: what is anything else must not filter as if it were `false`. */
const parseAsTrueOrFalse = createParser({
  parse: (text: string) => (text === "true" || text === "false" ? text === "true" : null),
  serialize: String,
});

/** A search that is longer than the store looks for is no search. */
const parseAsSearch = createParser({
  parse: (text: string) => (text.length > MAX_SEARCH_LENGTH ? null : text),
  serialize: (text: string) => text,
});

/** A list of which nothing is left is no list: it would look like a filter and let all through. */
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
 * The feedback filter, defined once: page address, API query and type. Names and meaning are the
 * interface's own (`dateTo` is exclusive, dates are UTC days); `source` and `status` are lists here,
 * `path` is a page or, ending in `*`, the beginning of pages; `helpful` is a reader's rating and
 * `comment` whether anything was written.
 */
export const feedbackFilters = {
  dateFrom: parseAsDate,
  dateTo: parseAsDate,
  source: parseAsListOf(SOURCES),
  status: parseAsListOf(STATUSES),
  path: parseAsString,
  helpful: parseAsTrueOrFalse,
  comment: parseAsTrueOrFalse,
  q: parseAsSearch,
  job: parseAsString,
  sort: parseAsStringLiteral(SORTS).withDefault("newest"),
};

export type FeedbackFilters = inferParserType<typeof feedbackFilters>;
export type FilterName = keyof FeedbackFilters;

/** The inbox's whole address: the filters and the entry that stands open beside the list. */
export const inboxAddress = { ...feedbackFilters, open: parseAsString };

/** Reads filters from an address and ignores what does not parse, as a pasted address deserves. */
export const loadInboxAddress = createLoader(inboxAddress);

/** The canonical query (`""` or `?…`) of filters: equal filters give equal text. */
export const serializeFilters = createSerializer(feedbackFilters, { clearOnDefault: true });

const loadFilters = createLoader(feedbackFilters);

/** No filter at all, which means everything. */
export const NO_FILTERS: FeedbackFilters = loadFilters(new URLSearchParams());

/** Whether anything narrows the list; its order does not. */
export function isFiltered({ sort, ...narrowing }: FeedbackFilters): boolean {
  return Object.values(narrowing).some((value) => value !== null);
}

const isFilter = (name: string): name is FilterName => Object.hasOwn(feedbackFilters, name);

/**
 * Reads filters from an API query, strictly: every value has to mean something.
 * @returns the filters, and one message for each parameter that is wrong (names in `others` are
 *   left to the caller)
 */
export function parseFilters(
  query: URLSearchParams,
  others: readonly string[] = [],
): { filters: FeedbackFilters; problems: string[] } {
  const problems: string[] = [];
  for (const name of new Set(query.keys())) {
    if (others.includes(name)) continue;
    const values = query.getAll(name);
    if (!isFilter(name)) problems.push(`${name}: is not a parameter of this list`);
    else if (values.length > 1) problems.push(`${name}: is given more than once`);
    else if (!isWhole(name, values[0] ?? "")) problems.push(`${name}: ${EXPECTED[name]}`);
  }
  return { filters: loadFilters(query), problems };
}

const EXPECTED: Record<FilterName, string> = {
  dateFrom: "must be YYYY-MM-DD or an ISO 8601 date-time",
  dateTo: "must be YYYY-MM-DD or an ISO 8601 date-time",
  source: `must be a list of ${SOURCES.join(", ")}`,
  status: `must be a list of ${STATUSES.join(", ")}`,
  path: "must be text",
  helpful: "must be true or false",
  comment: "must be true or false",
  q: `must be text of at most ${MAX_SEARCH_LENGTH} characters`,
  job: "must be a job's identifier",
  sort: `must be ${SORTS.join(" or ")}`,
};

/** Whether the parser takes the value without leaving out a part of it. */
function isWhole(name: FilterName, value: string): boolean {
  const parsed: unknown = feedbackFilters[name].parse(value);
  if (Array.isArray(parsed)) return parsed.length === value.split(",").length;
  return parsed !== null;
}
