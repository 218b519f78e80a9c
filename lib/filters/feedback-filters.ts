import { MAX_SEARCH_LENGTH } from "../contract/api/list-limits.ts";
import { parseInstant } from "../contract/platform/dates.ts";
import { SOURCES, type Source, STATUSES, type Status } from "../contract/platform/vocabulary.ts";
import { parseDaySpan } from "./day-span.ts";
import {
  type QueryParameter,
  type QueryParameters,
  readQuery,
  writeQuery,
} from "./query-parameters.ts";
import { DATE_PERIODS, type DatePeriod, type Resolved, resolveDates } from "./relative-dates.ts";

/** Values of the `assignee` filter that aren't the ID of a person. Counts use `ANYONE` to subtract assigned items. */
export const ME = "me";
export const UNASSIGNED = "nobody";
export const ANYONE = "anyone";

/** Fewest items of a group. */
export const GROUP_SIZES = ["2", "5", "10", "25"] as const;

export const SORTS = ["newest", "oldest"] as const;

/**
 * The feedback filters. Names and meaning follow the documented interface (`dateTo` is exclusive, dates are UTC
 * days). Null doesn't filter.
 */
export interface FeedbackFilters {
  /** A period up to today (`last-7-days`), which stays relative in the URL. */
  date: DatePeriod | null;
  dateFrom: string | null;
  dateTo: string | null;
  source: Source[] | null;
  status: Status[] | null;
  /** A page, or a prefix that ends in `*`. */
  path: string | null;
  /** The rating. */
  helpful: boolean | null;
  /** Whether the item has a rating. */
  rated: boolean | null;
  /** Whether the item has a comment. */
  comment: boolean | null;
  /** Whether the item is noise. */
  noise: boolean | null;
  /** Whether the item is snoozed. */
  snoozed: boolean | null;
  /** Whether the item is a vote and nothing else. */
  bareVote: boolean | null;
  /** Whether the item says nothing but that the documentation is good. */
  praise: boolean | null;
  /** One of the reasons that the reader chose. */
  reason: string | null;
  /** Whether the platform has another status than the team. */
  differs: boolean | null;
  /** IDs of reasons: items that are dismissed for one of them. */
  dismissedFor: string[] | null;
  /** The ID of a person, `me` for whoever reads the list, or `nobody`. */
  assignee: string | null;
  /** IDs of labels: items that have one of them. */
  label: string[] | null;
  /** A search, as `parseSearch` reads it. */
  q: string | null;
  job: string | null;
  /** Whether the item is in an agent job that was created. */
  hasJob: boolean | null;
  /** Whether the reader left a contact. */
  contact: boolean | null;
  /** The fewest near-duplicates in the item's group, itself included. */
  groupSize: (typeof GROUP_SIZES)[number] | null;
  /** ID of an item: the items of its group, or, of a bare vote, those for its page on its day. */
  similarTo: string | null;
  /** The UTC days of the item's first decision, as `parseDaySpan` reads them. */
  decidedOn: string | null;
  /** The UTC days on which the item was resolved; only if it still is. */
  resolvedOn: string | null;
  /** Whether near-duplicates are one row. Filters nothing. */
  grouped: boolean | null;
  sort: (typeof SORTS)[number];
}
export type FilterName = keyof FeedbackFilters;

const text: QueryParameter<string> = { parse: (value) => value, serialize: (value) => value };

const date: QueryParameter<string> = {
  ...text,
  parse: (value) => (parseInstant(value) === null ? null : value),
};

const daySpan: QueryParameter<string> = {
  ...text,
  parse: (value) => (parseDaySpan(value) ? value : null),
};

/** Accepts only `true` and `false`: any other value must not filter like `false`. */
const trueOrFalse: QueryParameter<boolean> = {
  parse: (value) => (value === "true" || value === "false" ? value === "true" : null),
  serialize: String,
};

function oneOf<const Value extends string>(values: readonly Value[]): QueryParameter<Value> {
  return {
    parse: (value) => values.find((one) => one === value) ?? null,
    serialize: (value) => value,
  };
}

/**
 * Reads values and their names. Ignores a list without a valid value, which would look like a filter and accept
 * everything.
 */
function listOf<const Value extends string>(
  values: readonly Value[],
  names: Record<Value, string>,
): QueryParameter<Value[]> {
  return {
    parse: (text) => {
      const chosen = text
        .split(",")
        .flatMap((one) => values.find((value) => value === one || names[value] === one) ?? []);
      return chosen.length > 0 ? chosen : null;
    },
    serialize: (chosen) => chosen.join(","),
  };
}

/** How the inbox's address says sources and statuses: in the words of the screen. */
export const SOURCE_NAMES: Record<Source, string> = {
  contextual: "page-comment",
  code_snippet: "code-snippet",
  agent: "ai-agent",
  thumbs_only: "vote",
};
export const STATUS_NAMES: Record<Status, string> = {
  pending: "pending",
  in_progress: "in-progress",
  resolved: "resolved",
  dismissed: "dismissed",
};

/** IDs of labels and reasons that a project configures. */
const ids: QueryParameter<string[]> = {
  parse: (value) => (/^[\w-]{1,60}(,[\w-]{1,60}){0,99}$/.test(value) ? value.split(",") : null),
  serialize: (chosen) => chosen.join(","),
};

/** How the filters are written in the API's queries, and in saved views. */
export const feedbackFilters: QueryParameters<FeedbackFilters> = {
  date: oneOf(DATE_PERIODS),
  dateFrom: date,
  dateTo: date,
  source: listOf(SOURCES, SOURCE_NAMES),
  status: listOf(STATUSES, STATUS_NAMES),
  path: text,
  helpful: trueOrFalse,
  rated: trueOrFalse,
  comment: trueOrFalse,
  noise: trueOrFalse,
  snoozed: trueOrFalse,
  bareVote: trueOrFalse,
  praise: trueOrFalse,
  reason: text,
  differs: trueOrFalse,
  dismissedFor: ids,
  assignee: text,
  label: ids,
  // A longer search isn't accepted by the store.
  q: { ...text, parse: (value) => (value.length > MAX_SEARCH_LENGTH ? null : value) },
  job: text,
  hasJob: trueOrFalse,
  contact: trueOrFalse,
  groupSize: oneOf(GROUP_SIZES),
  similarTo: text,
  decidedOn: daySpan,
  resolvedOn: daySpan,
  grouped: trueOrFalse,
  sort: { ...oneOf(SORTS), fallback: "newest" },
};

/** Filters as the store reads them: with dates instead of a period, and a person instead of `me`. */
export interface ResolvedFilters extends Resolved<FeedbackFilters> {
  /** Set for people who get addresses masked: `q` and `path` match only what these people can read. */
  masked?: true;
}

/**
 * Returns filters as the store reads them.
 * @param reader ID of the person who reads the list
 * @param now epoch milliseconds
 */
export function resolveFilters(
  filters: FeedbackFilters,
  reader: string,
  now: number,
): ResolvedFilters {
  const { assignee } = filters;
  return { ...resolveDates(filters, now), assignee: assignee === ME ? reader : assignee };
}

/** The inbox's query parameters. */
export interface InboxAddress extends FeedbackFilters {
  /** The saved view that the filters began with, as `viewNamed` reads it. */
  view: string | null;
  /** ID of the item that is open beside the list. */
  open: string | null;
}

/**
 * Addresses use the words of the interface. Addresses of version 1.0.0, with the API's values,
 * still work.
 */
const inboxAddress: QueryParameters<InboxAddress> = {
  ...feedbackFilters,
  source: {
    ...feedbackFilters.source,
    serialize: (chosen) => chosen.map((one) => SOURCE_NAMES[one]).join(","),
  },
  status: {
    ...feedbackFilters.status,
    serialize: (chosen) => chosen.map((one) => STATUS_NAMES[one]).join(","),
  },
  view: text,
  open: text,
};

/** Reads a URL and ignores invalid values, as URLs are edited and pasted. */
export function loadInboxAddress(query: string | URLSearchParams): InboxAddress {
  return readQuery(inboxAddress, query);
}

/** Reads filters from a query and ignores invalid values and other parameters. */
export function loadFilters(query: string | URLSearchParams): FeedbackFilters {
  return readQuery(feedbackFilters, query);
}

/** Returns the canonical query of the inbox, or `base` with some parameters changed. */
export function serializeInboxAddress(values: Partial<InboxAddress>, base?: string): string {
  return writeQuery(inboxAddress, values, base);
}

/** Returns the canonical query of filters (`""` or `?…`): equal filters give equal text. */
export function serializeFilters(filters: FeedbackFilters): string {
  return writeQuery(feedbackFilters, filters);
}

/** No filter set: everything matches. */
export const NO_FILTERS: ResolvedFilters = { ...loadFilters(""), date: null };

/** Filters that hide items that no one has to decide about. Lists and counts of work use them. */
export const WORK_FILTERS = { noise: false, snoozed: false } as const;

/**
 * Kinds of items without work, which the inbox's default view also hides unless a person wants to see them.
 */
export const HIDEABLE_KINDS = ["bareVote", "praise"] as const;

/** Filters that hide what the inbox's default view hides. */
export type DefaultViewFilters = typeof WORK_FILTERS &
  Pick<FeedbackFilters, (typeof HIDEABLE_KINDS)[number]>;

/** Returns the default view's filters. @param shown names of `HIDEABLE_KINDS` that someone wants to see, with commas */
export function hidingWithout(shown: string): DefaultViewFilters {
  const names = shown.split(",");
  const [bareVote, praise] = HIDEABLE_KINDS.map((name) => (names.includes(name) ? null : false));
  return { ...WORK_FILTERS, bareVote: bareVote ?? null, praise: praise ?? null };
}

/** Removes the default view's hiding from filters. */
export function withoutDefaultFilters<Filters extends FeedbackFilters>(filters: Filters): Filters {
  const { noise, snoozed, bareVote, praise } = filters;
  return {
    ...filters,
    noise: noise || null,
    snoozed: snoozed || null,
    bareVote: bareVote || null,
    praise: praise || null,
  };
}

/** Returns whether any filter is set. The order and grouping are no filters. */
export function isFiltered({ sort, grouped, ...narrowing }: FeedbackFilters): boolean {
  return Object.values(narrowing).some((value) => value !== null);
}

const isFilter = (name: string): name is FilterName => Object.hasOwn(feedbackFilters, name);

/**
 * Reads filters from an API query and rejects every invalid value.
 * @returns the filters, and the name and a message of each invalid parameter (names in `others` are ignored)
 */
export function parseFilters(
  query: URLSearchParams,
  others: readonly string[] = [],
): { filters: FeedbackFilters; invalid: string[]; problems: string[] } {
  const found = [...new Set(query.keys())].flatMap((name) => {
    const problem = others.includes(name) ? null : problemOf(name, query.getAll(name));
    return problem === null ? [] : [{ name, problem: `${name}: ${problem}` }];
  });
  const filters = readQuery(feedbackFilters, query);
  return {
    filters,
    invalid: found.map(({ name }) => name),
    problems: found.map(({ problem }) => problem),
  };
}

function problemOf(name: string, [value = "", ...more]: string[]): string | null {
  if (!isFilter(name)) return "unknown parameter";
  if (more.length > 0) return "can be set only once";
  return isFullyValid(name, value) ? null : EXPECTED[name];
}

const EXPECTED: Record<FilterName, string> = {
  date: `must be ${DATE_PERIODS.join(", ")}`,
  dateFrom: "must be YYYY-MM-DD or an ISO 8601 date-time",
  dateTo: "must be YYYY-MM-DD or an ISO 8601 date-time",
  source: `must be a list of ${SOURCES.join(", ")}`,
  status: `must be a list of ${STATUSES.join(", ")}`,
  path: "must be text",
  helpful: "must be true or false",
  rated: "must be true or false",
  comment: "must be true or false",
  noise: "must be true or false",
  snoozed: "must be true or false",
  bareVote: "must be true or false",
  praise: "must be true or false",
  reason: "must be text",
  differs: "must be true or false",
  dismissedFor: "must be a list of reason IDs",
  assignee: `must be ${ME}, ${UNASSIGNED}, or a person's ID`,
  label: "must be a list of label IDs",
  q: `must be text of at most ${MAX_SEARCH_LENGTH} characters`,
  job: "must be a job ID",
  hasJob: "must be true or false",
  contact: "must be true or false",
  groupSize: `must be ${GROUP_SIZES.join(", ")}`,
  similarTo: "must be a feedback ID",
  decidedOn: "must be YYYY-MM-DD..YYYY-MM-DD, with at least one day",
  resolvedOn: "must be YYYY-MM-DD..YYYY-MM-DD, with at least one day",
  grouped: "must be true or false",
  sort: `must be ${SORTS.join(" or ")}`,
};

/** Returns whether the parser accepts all of the value. */
function isFullyValid(name: FilterName, value: string): boolean {
  const parsed: unknown = feedbackFilters[name].parse(value);
  if (Array.isArray(parsed)) return parsed.length === value.split(",").length;
  return parsed !== null;
}
