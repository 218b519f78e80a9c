import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { parseInstant } from "../../contract/platform/dates.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { storable } from "../../database/dialect.ts";
import type { Engine } from "../../database/open.ts";
import {
  containsText,
  likeText,
  type TextIndex,
  type TextLookup,
} from "../../database/text-index.ts";
import { InvalidRequest } from "../../errors.ts";
import {
  type FeedbackFilters,
  type FilterName,
  LONGEST_SEARCH,
} from "../../filters/feedback-filters.ts";
import { searchable } from "../../text/searchable.ts";
import type { StoreSchema } from "../schema.ts";
import { documentationPageOf, documentationPagePrefix } from "./documentation-page.ts";
import type { KindRow } from "./facet-groups.ts";
import { UNDATED } from "./received-instant.ts";

export type Condition = Expression<SqlBool>;

/** Makes expressions about `feedback_fact`, or about a subquery of that name. */
export const facts = expressionBuilder<StoreSchema, "feedback_fact">();

/** Filters that choose entries; `sort` only orders them. */
export type ChoosingFilter = Exclude<FilterName, "sort">;
/** Filters that look at an entry's kind alone, so that counts per kind answer them. */
export type KindFilter = "source" | "status" | "helpful" | "comment";
export type FactFilter = Exclude<ChoosingFilter, KindFilter>;

type Given<K extends FilterName> = NonNullable<FeedbackFilters[K]>;

/** The text index over `feedback_fact`. */
export const FACT_TEXT: TextIndex = {
  table: "feedback_fact",
  key: "feedback_fact.key",
  column: "feedback_fact.search_text",
};

/** Facts hold no text on SQLite, whose index keeps none either. */
const textOfFact = sql<string>`(select search_text from feedback as told
  where told.project_id = feedback_fact.project_id and told.id = feedback_fact.id)`;

/** How the conditions are to be met, as a query that counts wants other indexes than one that lists. */
export interface Plan {
  /**
   * How `q` is looked for: by the text index, or on SQLite by reading each fact's text (`scan`).
   * Not needed without `q`.
   */
  text?: { engine: Engine; by: TextLookup | "scan" };
  /**
   * The index that dates may choose: `date` of the list's order, `day` of the days', or none, so
   * that a query that counts page by page goes through its own index in order.
   */
  by: "date" | "day" | "page" | null;
}

/** What every filter says of a kind, and the SQL of the others. A filter in neither does not compile. */
const kindTest: { [K in KindFilter]: (value: Given<K>, kind: KindRow) => boolean } = {
  source: (values, kind) => isOneOf(values, kind.source),
  status: (values, kind) => isOneOf(values, kind.status),
  helpful: (value, kind) => kind.helpful === (value ? 1 : 0),
  comment: (value, kind) => kind.has_comment === (value ? 1 : 0),
};

const factCondition: {
  [K in FactFilter]: (value: Given<K>, plan: Plan) => Condition | null;
} = {
  dateFrom: (date, plan) => {
    const from = instantOf("dateFrom", date);
    return facts.and([
      facts(sortAt(plan), ">=", from),
      ...(plan.by === "day" ? [facts("feedback_fact.day", ">=", Math.floor(from / DAY))] : []),
    ]);
  },
  dateTo: (date, plan) => {
    const to = instantOf("dateTo", date);
    return facts.and([
      facts(sortAt(plan), "<", to),
      facts(sortAt(plan), ">", UNDATED),
      ...(plan.by === "day" ? [facts("feedback_fact.day", "<=", Math.floor(to / DAY))] : []),
    ]);
  },
  path: (text, plan) =>
    text.endsWith("*")
      ? beginsWith(pageOfFact(plan), documentationPagePrefix(storable(text)))
      : facts(pageOfFact(plan), "=", documentationPageOf(storable(text))),
  q: (q, { text }) => {
    const wanted = wantedText(q);
    if (wanted === null) return null;
    if (!text) throw new Error("This query was not planned to look at text.");
    const { engine, by } = text;
    if (by !== "scan") return containsText(engine, FACT_TEXT, wanted, by);
    return engine === "sqlite"
      ? likeText(textOfFact, wanted)
      : containsText(engine, FACT_TEXT, wanted);
  },
  job: (jobId) =>
    facts.exists(
      facts
        .selectFrom("job_feedback")
        .select("job_feedback.feedback_id")
        .whereRef("job_feedback.project_id", "=", "feedback_fact.project_id")
        .whereRef("job_feedback.feedback_id", "=", "feedback_fact.id")
        .where("job_feedback.job_id", "=", storable(jobId)),
    ),
};

/**
 * The condition that an entry belongs to the project and passes the filters that do not look at its
 * kind, or those in `names`.
 * @throws {InvalidRequest} for a value that the filter's parser would not have let through
 */
export function factsMatching(
  projectId: string,
  filters: FeedbackFilters,
  plan: Plan,
  names: readonly FactFilter[] = factFilters,
): Condition {
  return facts.and([
    facts("feedback_fact.project_id", "=", projectId),
    ...names.flatMap((name) => condition(name, filters, plan) ?? []),
  ]);
}

/** Whether the filters of kinds, those in `without` left out, let an entry of the kind through. */
export function passes(
  kind: KindRow,
  filters: FeedbackFilters,
  without: KindFilter | null = null,
): boolean {
  return kindFilters.every((name) => name === without || passesOne(name, kind, filters));
}

/** Whether any of the named filters is set. */
export function isSet(filters: FeedbackFilters, names: readonly ChoosingFilter[]): boolean {
  return names.some((name) => {
    const value = filters[name];
    if (name === "q") return filters.q !== null && wantedText(filters.q) !== null;
    return Array.isArray(value) ? value.length > 0 : value !== null;
  });
}

/** The text to look for, as it is kept; null where nothing is left of it. */
export function wantedText(q: string): string | null {
  if (q.length > LONGEST_SEARCH) {
    throw new InvalidRequest(`q: must have at most ${LONGEST_SEARCH} characters`);
  }
  return searchable(q).trim() || null;
}

export const kindFilters = keysOf(kindTest);
export const factFilters = keysOf(factCondition);

function keysOf<K extends string>(map: Record<K, unknown>): K[] {
  return Object.keys(map).filter((key): key is K => Object.hasOwn(map, key));
}

function condition<K extends FactFilter>(
  name: K,
  filters: FeedbackFilters,
  plan: Plan,
): Condition | null {
  const value = filters[name];
  return value === null ? null : factCondition[name](value, plan);
}

function passesOne<K extends KindFilter>(
  name: K,
  kind: KindRow,
  filters: FeedbackFilters,
): boolean {
  const value = filters[name];
  return value === null || kindTest[name](value, kind);
}

/** An empty list is a filter that is not set. */
function isOneOf(values: readonly string[], value: string): boolean {
  return values.length === 0 || values.includes(value);
}

/** A plus sign keeps both engines from choosing an index for the column. */
function sortAt({ by }: Plan) {
  return by === "date"
    ? sql<number>`${sql.ref("feedback_fact.sort_at")}`
    : sql<number>`+${sql.ref("feedback_fact.sort_at")}`;
}

/** An expression that is the page itself keeps both engines from choosing an index for it. */
function pageOfFact({ by }: Plan): Expression<string> {
  const page = sql.ref<string>("feedback_fact.page");
  return by === "date" ? sql<string>`(${page} || '')` : page;
}

/** The condition that an entry is of one of the kinds; null lets all through. */
export function ofKinds(kinds: number[] | null, { by }: Plan = { by: null }): Condition {
  if (kinds === null) return facts.lit(true);
  const kind = sql.ref<number>("feedback_fact.kind");
  return facts(by === "date" ? sql<number>`+${kind}` : kind, "in", kinds);
}

/** Epoch milliseconds of a filter's date. @throws {InvalidRequest} */
export function instantOf(name: string, date: string): number {
  const value = parseInstant(date);
  if (value === null) {
    throw new InvalidRequest(`${name}: must be YYYY-MM-DD or an ISO 8601 date-time`);
  }
  return value;
}

/** As a range over byte order, which both engines answer from the index. */
function beginsWith(page: Expression<string>, prefix: string): Condition {
  const after = successor(prefix);
  return facts.and([
    facts(page, ">=", prefix),
    ...(after === null ? [] : [facts(page, "<", after)]),
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
