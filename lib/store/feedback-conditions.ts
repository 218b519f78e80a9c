import "server-only";
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import { parseInstant } from "../contract/dates.ts";
import { storable } from "../database/dialect.ts";
import { InvalidRequest } from "../errors.ts";
import type { FeedbackFilters, FilterName } from "../filters/feedback-filters.ts";
import { pageOf, pagePrefixOf } from "./page-of.ts";
import { UNDATED } from "./received-instant.ts";
import type { StoreSchema } from "./schema.ts";
import { searchable } from "./search-text.ts";

type Feedback = ExpressionBuilder<StoreSchema, "feedback">;
type Condition = Expression<SqlBool>;

/** Filters that choose entries; `sort` only orders them. */
export type ChoosingFilter = Exclude<FilterName, "sort">;
type Conditions = {
  [K in ChoosingFilter]: (value: NonNullable<FeedbackFilters[K]>, feedback: Feedback) => Condition;
};

/** Longest search text, in characters: SQLite refuses patterns of more than 50,000 bytes. */
const LONGEST_SEARCH = 1_000;

/** The SQL of every filter. A filter that is not here does not compile. */
const conditionFor = {
  dateFrom: (date, feedback) => feedback("sort_at", ">=", instant("dateFrom", date)),
  dateTo: (date, feedback) =>
    feedback.and([
      feedback("sort_at", "<", instant("dateTo", date)),
      feedback("sort_at", ">", UNDATED),
    ]),
  source: (values, feedback) => oneOf("source", values, feedback),
  status: (values, feedback) => oneOf("status", values, feedback),
  helpful: (value, feedback) => feedback("helpful", "=", value ? 1 : 0),
  path: (text, feedback) =>
    text.endsWith("*")
      ? beginsWith(pagePrefixOf(storable(text)), feedback)
      : feedback("page", "=", pageOf(storable(text))),
  q: (text) => contains(text),
  job: (jobId, feedback) =>
    feedback.exists(
      feedback
        .selectFrom("job_feedback")
        .select("job_feedback.feedback_id")
        .whereRef("job_feedback.project_id", "=", "feedback.project_id")
        .whereRef("job_feedback.feedback_id", "=", "feedback.id")
        .where("job_feedback.job_id", "=", storable(jobId)),
    ),
} satisfies Conditions;

const names = Object.keys(conditionFor).filter((name): name is ChoosingFilter =>
  Object.hasOwn(conditionFor, name),
);

/**
 * The condition that an entry belongs to the project and passes `filters`, those in `without` left
 * out.
 * @throws {InvalidRequest} for a value that the filter's parser would not have let through
 */
export function matching(
  projectId: string,
  filters: FeedbackFilters,
  without: readonly ChoosingFilter[] = [],
) {
  return (feedback: Feedback): Condition =>
    feedback.and([
      feedback("project_id", "=", projectId),
      ...names
        .filter((name) => !without.includes(name))
        .flatMap((name) => condition(name, filters, feedback)),
    ]);
}

/** The condition of one filter alone; always true where it is not set. */
export function passing(filters: FeedbackFilters, name: ChoosingFilter) {
  return (feedback: Feedback): Condition => feedback.and(condition(name, filters, feedback));
}

function condition<K extends ChoosingFilter>(
  name: K,
  filters: FeedbackFilters,
  feedback: Feedback,
): Condition[] {
  const conditions: Conditions = conditionFor;
  const value = filters[name];
  return value === null ? [] : [conditions[name](value, feedback)];
}

function instant(name: string, date: string): number {
  const value = parseInstant(date);
  if (value === null) {
    throw new InvalidRequest(`${name}: must be YYYY-MM-DD or an ISO 8601 date-time`);
  }
  return value;
}

/** An empty list is a filter that is not set. */
function oneOf(column: "source" | "status", values: string[], feedback: Feedback): Condition {
  return values.length > 0 ? feedback(column, "in", values) : sql<SqlBool>`1 = 1`;
}

/** As a range over byte order, which both engines answer from the index. */
function beginsWith(prefix: string, feedback: Feedback): Condition {
  const after = successor(prefix);
  return feedback.and([
    feedback("page", ">=", prefix),
    ...(after === null ? [] : [feedback("page", "<", after)]),
  ]);
}

/** The least text after every text that begins with `prefix`, in code point order. */
function successor(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    // No text holds a surrogate alone: their range is skipped.
    if (last < 0x10ffff)
      return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return null;
}

function contains(text: string): Condition {
  const wanted = searchable(text).trim();
  if (wanted.length > LONGEST_SEARCH) {
    throw new InvalidRequest(`q: must have at most ${LONGEST_SEARCH} characters`);
  }
  const pattern = `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<SqlBool>`search_text like ${pattern} escape '\\'`;
}
