import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import { parseInstant } from "../../contract/platform/dates.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { stripNul } from "../../database/dialect.ts";
import { maskedText } from "../../database/masked-text.ts";
import type { Engine } from "../../database/open.ts";
import {
  containsText,
  likeText,
  type TextIndex,
  type TextLookup,
} from "../../database/text-index.ts";
import { InvalidRequest } from "../../errors.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { maskAddresses } from "../../text/email-addresses.ts";
import type { StoreSchema } from "../schema.ts";
import { documentationPageOf, documentationPagePrefix } from "./documentation-page.ts";
import type { FilterValue } from "./facet-filters.ts";
import { UNDATED } from "./received-instant.ts";
import { type IndexFilter, searchedText } from "./set-filters.ts";

export type Condition = Expression<SqlBool>;

/** Builds expressions about `feedback_fact`, the feedback index, or a subquery with that alias. */
export const index = expressionBuilder<StoreSchema, "feedback_fact">();

/** The text index over `feedback_fact`. */
export const FEEDBACK_TEXT: TextIndex = {
  table: "feedback_fact",
  key: "feedback_fact.key",
  column: "feedback_fact.search_text",
};

/** On SQLite neither the feedback index nor the text index stores the text itself. */
const textOfItem = sql<string>`(select search_text from feedback as item
  where item.project_id = feedback_fact.project_id and item.id = feedback_fact.id)`;

/** Which indexes conditions may use. A query that counts needs other ones than a query that lists. */
export interface Plan {
  /**
   * How `q` is answered: from the text index, or on SQLite by reading the text of each row (`scan`).
   * Required when `q` is set.
   */
  text?: { engine: Engine; by: TextLookup | "scan" };
  /**
   * The index that the date conditions may use: `date` for list order, `day` for counts per day.
   * `page` and null rule both out, so that the engine reads another index in order.
   */
  by: "date" | "day" | "page" | null;
}

/** The SQL of every filter that is not a facet filter. A filter in neither map does not compile. */
const indexConditions: {
  [K in IndexFilter]: (value: FilterValue<K>, plan: Plan) => Condition | null;
} = {
  dateFrom: (date, plan) => {
    const from = instantOf("dateFrom", date);
    return index.and([
      index(sortAt(plan), ">=", from),
      ...(plan.by === "day" ? [index("feedback_fact.day", ">=", Math.floor(from / DAY))] : []),
    ]);
  },
  dateTo: (date, plan) => {
    const to = instantOf("dateTo", date);
    return index.and([
      index(sortAt(plan), "<", to),
      index(sortAt(plan), ">", UNDATED),
      ...(plan.by === "day" ? [index("feedback_fact.day", "<=", Math.floor(to / DAY))] : []),
    ]);
  },
  path: (text, plan) => onPage(indexedPage(plan), text),
  q: (q, { text }) => {
    const searched = searchedText(q);
    return searched === null ? null : contains(searched, text);
  },
  differs: (value) => {
    const differing = index
      .selectFrom("feedback as item")
      .select("item.id")
      .whereRef("item.project_id", "=", "feedback_fact.project_id")
      .whereRef("item.id", "=", "feedback_fact.id")
      .whereRef("item.team_status", "!=", "item.platform_status");
    return value ? index.exists(differing) : index.not(index.exists(differing));
  },
  // Few items have reasons, so they are read once, and not for each row of the index.
  reason: (reason) => sql<SqlBool>`(feedback_fact.project_id, feedback_fact.id) in (
    select item.project_id, item.id from feedback as item where item.reasons is not null
      and replace(',' || substr(item.reasons, 2), ${`,${JSON.stringify(reason)}`}, '')
        != ',' || substr(item.reasons, 2))`,
  job: (jobId) =>
    index.exists(
      index
        .selectFrom("job_feedback")
        .select("job_feedback.feedback_id")
        .whereRef("job_feedback.project_id", "=", "feedback_fact.project_id")
        .whereRef("job_feedback.feedback_id", "=", "feedback_fact.id")
        .where("job_feedback.job_id", "=", stripNul(jobId)),
    ),
};

/** The condition that the text filters match an item with its addresses masked. */
const maskedConditions: {
  [K in IndexFilter]?: (value: FilterValue<K>, plan: Plan) => Condition | null;
} = {
  path: (text, plan) => {
    const page = sql<string>`${sql.ref("feedback_fact.page")}`;
    return unlessMasked(mayHaveAddress(page), onPage(maskedText(page, engineOf(plan)), text));
  },
  reason: (reason) => index.lit(maskAddresses(reason) === reason),
  q: (q, plan) => {
    const searched = searchedText(q);
    if (searched === null) return null;
    const engine = engineOf(plan);
    const text = engine === "sqlite" ? textOfItem : sql<string>`feedback_fact.search_text`;
    const hasAddress = index.or(AT_SIGNS.map((sign) => contains(sign, plan.text)));
    return unlessMasked(hasAddress, likeText(maskedText(text, engine), searched));
  },
};

/** The signs of an address in search text, which is normalized. */
const AT_SIGNS = ["@", "%40"];

function mayHaveAddress(text: Expression<string>): Condition {
  return index.or([...AT_SIGNS, "＠", "﹫"].map((sign) => likeText(text, sign)));
}

/** Evaluates the condition about masked text for the few items that may have an address. */
function unlessMasked(hasAddress: Condition, matches: Condition): Condition {
  return sql<SqlBool>`case when ${hasAddress} then ${matches} else ${index.lit(true)} end`;
}

function engineOf({ text }: Plan): Engine {
  if (!text) throw new Error("This query has no plan for a text search.");
  return text.engine;
}

function contains(searched: string, text: Plan["text"]): Condition {
  if (!text) throw new Error("This query has no plan for a text search.");
  const { engine, by } = text;
  if (by !== "scan") return containsText(engine, FEEDBACK_TEXT, searched, by);
  return engine === "sqlite"
    ? likeText(textOfItem, searched)
    : containsText(engine, FEEDBACK_TEXT, searched);
}

function onPage(page: Expression<string>, text: string): Condition {
  return text.endsWith("*")
    ? beginsWith(page, documentationPagePrefix(stripNul(text)))
    : index(page, "=", documentationPageOf(stripNul(text)));
}

const indexFilters = Object.keys(indexConditions).filter(isIndexFilter);

function isIndexFilter(name: string): name is IndexFilter {
  return Object.hasOwn(indexConditions, name);
}

/**
 * The condition that an item belongs to the project and passes its index filters, or those in
 * `names`.
 * @throws {InvalidRequest} for a value that the filter's parser rejects
 */
export function matchesFilters(
  projectId: string,
  filters: ResolvedFilters,
  plan: Plan,
  names: readonly IndexFilter[] = indexFilters,
): Condition {
  return index.and([
    index("feedback_fact.project_id", "=", projectId),
    ...names.flatMap((name) => condition(indexConditions, name, filters, plan) ?? []),
    ...(filters.masked
      ? names.flatMap((name) => condition(maskedConditions, name, filters, plan) ?? [])
      : []),
  ]);
}

function condition<K extends IndexFilter>(
  conditions: {
    [Name in IndexFilter]?: (value: FilterValue<Name>, plan: Plan) => Condition | null;
  },
  name: K,
  filters: ResolvedFilters,
  plan: Plan,
): Condition | null {
  const value = filters[name];
  return value === null ? null : (conditions[name]?.(value, plan) ?? null);
}

/** The condition that an item is in one of the facet groups; null accepts all groups. */
export function inGroups(groups: number[] | null, { by }: Plan = { by: null }): Condition {
  if (groups === null) return index.lit(true);
  const group = sql.ref<number>("feedback_fact.kind");
  return index(by === "date" ? sql<number>`+${group}` : group, "in", groups);
}

/** The plus sign keeps both engines from choosing an index on the column. */
function sortAt({ by }: Plan) {
  return by === "date"
    ? sql<number>`${sql.ref("feedback_fact.sort_at")}`
    : sql<number>`+${sql.ref("feedback_fact.sort_at")}`;
}

/** Concatenating an empty string keeps both engines from choosing an index on the page. */
function indexedPage({ by }: Plan): Expression<string> {
  const page = sql.ref<string>("feedback_fact.page");
  return by === "date" ? sql<string>`(${page} || '')` : page;
}

/** Converts a filter's date to epoch milliseconds. @throws {InvalidRequest} */
export function instantOf(name: string, date: string): number {
  const value = parseInstant(date);
  if (value === null) {
    throw new InvalidRequest(`${name}: must be YYYY-MM-DD or an ISO 8601 date-time`);
  }
  return value;
}

/** A range in byte order, which both engines answer from the index. */
function beginsWith(page: Expression<string>, prefix: string): Condition {
  const after = successor(prefix);
  return index.and([
    index(page, ">=", prefix),
    ...(after === null ? [] : [index(page, "<", after)]),
  ]);
}

/** Returns the smallest text, in code point order, that follows every text starting with `prefix`. */
function successor(prefix: string): string | null {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0);
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    // Skips the surrogate range, which stored text never contains.
    if (last < 0x10ffff)
      return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1);
  }
  return null;
}
