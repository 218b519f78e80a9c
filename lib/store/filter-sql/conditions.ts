import "server-only";
import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type OperandExpression,
  type SqlBool,
  sql,
} from "kysely";
import { parseInstant } from "../../contract/platform/dates.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import { stripNul } from "../../database/dialect.ts";
import { maskedText } from "../../database/masked-text.ts";
import type { Engine } from "../../database/open.ts";
import { likeText, type TextIndex } from "../../database/text-index.ts";
import {
  likeTexts,
  matchesText,
  type TextLookup,
  type TextSearch,
} from "../../database/text-search.ts";
import { InvalidRequest } from "../../errors.ts";
import { ANYONE, ME, type ResolvedFilters, UNASSIGNED } from "../../filters/feedback-filters.ts";
import { maskAddresses } from "../../text/email-addresses.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { UNDATED } from "../write/received-instant.ts";
import type { FilterValue } from "./facet-filters.ts";
import * as itemSets from "./item-sets.ts";
import { type IndexFilter, searchOf } from "./set-filters.ts";

export type Condition = Expression<SqlBool>;

/** A query of items' IDs, as in item-sets.ts. */
export type ItemSet = AliasableExpression<{ id: string }> & OperandExpression<string>;

/** Builds expressions about `feedback_index`, the feedback index, or a subquery with that alias. */
export const index = expressionBuilder<StoreSchema, "feedback_index">();

/** The text index over `feedback_index`. */
export const FEEDBACK_TEXT: TextIndex = {
  table: "feedback_index",
  key: "feedback_index.key",
  column: "feedback_index.search_text",
};

/** The indexes that conditions may use. A counting query needs other ones than a listing query. */
export interface Plan {
  /**
   * How `q` is answered: from the text index, or on SQLite by reading the text of each row (`scan`).
   * Required when `q` is set.
   */
  text?: { engine: Engine; by: TextLookup | "scan" };
  /**
   * The index that the date conditions may use: `date` for list order, `day` for counts per day.
   * `page` and null rule both out, so that the engine reads another index in order. With `date` few rows are read, and
   * conditions look up each of them rather than everything that a filter accepts.
   */
  by: "date" | "day" | "page" | null;
}

/** The SQL of every filter that is not a facet filter. A filter in neither map does not compile. */
const indexConditions: {
  [K in IndexFilter]: (value: FilterValue<K>, plan: Plan, projectId: string) => Condition | null;
} = {
  dateFrom: (date, plan) => {
    const from = instantOf("dateFrom", date);
    return index.and([
      index(sortAt(plan), ">=", from),
      ...(plan.by === "day" ? [index("feedback_index.day", ">=", Math.floor(from / DAY))] : []),
    ]);
  },
  dateTo: (date, plan) => {
    const to = instantOf("dateTo", date);
    return index.and([
      index(sortAt(plan), "<", to),
      index(sortAt(plan), ">", UNDATED),
      ...(plan.by === "day" ? [index("feedback_index.day", "<=", Math.floor(to / DAY))] : []),
    ]);
  },
  path: (text, plan) => onPage(indexedPage(plan), text),
  q: (q, plan) => {
    const search = searchOf(q);
    return search && searchCondition(search, plan);
  },
  differs: (value, _plan, projectId) => isAmong(itemSets.differing(projectId), null, value),
  reason: (reason, _plan, projectId) => isAmong(itemSets.withReason(projectId, reason)),
  dismissedFor: (reasons, _plan, projectId) => isAmong(itemSets.dismissedFor(projectId, reasons)),
  assignee: (person, plan, projectId) => {
    if (person === ME) throw new Error("Whose items these are isn't resolved.");
    if (person !== UNASSIGNED) return isAmong(itemSets.assignedTo(projectId, person));
    if (plan.by !== "date") return isAmong(itemSets.assignedTo(projectId, ANYONE), null, false);
    const own = index
      .selectFrom("feedback_assignee as assigned")
      .select("assigned.feedback_id")
      .whereRef("assigned.project_id", "=", "feedback_index.project_id")
      .whereRef("assigned.feedback_id", "=", "feedback_index.id")
      .where("assigned.person_id", "is not", null);
    return index.not(index.exists(own));
  },
  label: (labels, plan, projectId) => isAmong(itemSets.labeled(projectId, labels), plan),
  job: (jobId) =>
    index.exists(
      index
        .selectFrom("job_feedback")
        .select("job_feedback.feedback_id")
        .whereRef("job_feedback.project_id", "=", "feedback_index.project_id")
        .whereRef("job_feedback.feedback_id", "=", "feedback_index.id")
        .where("job_feedback.job_id", "=", stripNul(jobId)),
    ),
  hasJob: (value, _plan, projectId) => isAmong(itemSets.inOpenJob(projectId), null, value),
  groupSize: (items, plan, projectId) => isAmong(itemSets.inLargeGroup(projectId, items), plan),
  similarTo: (id, _plan, projectId) =>
    index.or([
      index("feedback_index.id", "=", stripNul(id)),
      isAmong(itemSets.inGroupOf(projectId, id)),
      isAmong(itemSets.votesBeside(projectId, id)),
    ]),
  decidedOn: (days, plan, projectId) => isAmong(itemSets.waited(projectId, "decision", days), plan),
  resolvedOn: (days, plan, projectId) =>
    isAmong(itemSets.waited(projectId, "resolution", days), plan),
  snoozed: (value, plan, projectId) => isAmong(itemSets.snoozed(projectId), plan, value),
  contact: (value, plan, projectId) => isAmong(itemSets.withContact(projectId), plan, value),
};

/**
 * Whether an item is in a set, which is read once and not for each row of the index. Where few rows are read, each is
 * looked up instead.
 */
function isAmong(set: ItemSet, plan: Plan | null = null, value = true): Condition {
  if (plan?.by !== "date") return index("feedback_index.id", value ? "in" : "not in", set);
  const own = index
    .selectFrom(set.as("among"))
    .select("among.id")
    .whereRef("among.id", "=", "feedback_index.id");
  return value ? index.exists(own) : index.not(index.exists(own));
}

/** Replaces `indexConditions` for people who get addresses masked. */
const maskedConditions: Partial<typeof indexConditions> = {
  path: (text, plan) => {
    const page = sql<string>`${sql.ref("feedback_index.page")}`;
    const readable = onPage(maskedText(page, engineOf(plan)), text);
    return index.and([
      onPage(indexedPage(plan), text),
      whereMasked(mayHaveAddress(page), readable, index.lit(true)),
    ]);
  },
  reason: (reason, plan, projectId) =>
    maskAddresses(reason) === reason
      ? indexConditions.reason(reason, plan, projectId)
      : index.lit(false),
  q: (q, plan) => {
    const search = searchOf(q);
    if (search === null) return null;
    const { all, none } = search;
    const hasAddress = index.or(
      AT_SIGNS.map((sign) => searchCondition({ all: [sign], none: [] }, plan)),
    );
    const engine = engineOf(plan);
    const text = engine === "sqlite" ? textOfItem : sql<string>`feedback_index.search_text`;
    const readable = likeTexts(maskedText(text, engine), search);
    // An item that isn't found because of its address would give the address away.
    const others = none.length > 0 ? searchCondition({ all: [], none }, plan) : index.lit(true);
    return index.and([
      ...(all.length > 0 ? [searchCondition({ all, none: [] }, plan)] : []),
      whereMasked(hasAddress, readable, others),
    ]);
  },
};

/** On SQLite neither the feedback index nor the text index stores the text itself. */
const textOfItem = sql<string>`(select search_text from feedback as item
  where item.project_id = feedback_index.project_id and item.id = feedback_index.id)`;

/** The signs of an address in search text, which is normalized. */
const AT_SIGNS = ["@", "%40"];

function mayHaveAddress(text: Expression<string>): Condition {
  return index.or([...AT_SIGNS, "＠", "﹫"].map((sign) => likeText(text, sign)));
}

/** Evaluates the condition about masked text only for the few items that may have an address. */
function whereMasked(hasAddress: Condition, readable: Condition, otherwise: Condition): Condition {
  return sql<SqlBool>`case when ${hasAddress} then ${readable} else ${otherwise} end`;
}

function engineOf({ text }: Plan): Engine {
  if (!text) throw new Error("This query has no plan for a text search.");
  return text.engine;
}

function searchCondition(search: TextSearch, plan: Plan): Condition {
  const engine = engineOf(plan);
  const by = plan.text?.by ?? "scan";
  if (by !== "scan") return matchesText(engine, FEEDBACK_TEXT, search, by);
  if (engine === "postgres") return matchesText(engine, FEEDBACK_TEXT, search);
  return index.exists(
    index
      .selectFrom("feedback as item")
      .select("item.id")
      .whereRef("item.project_id", "=", "feedback_index.project_id")
      .whereRef("item.id", "=", "feedback_index.id")
      .where(likeTexts(sql.ref<string>("item.search_text"), search)),
  );
}

/** @param text a page as it is stored, or what pages begin with and `*`; see `withPageNames` */
function onPage(page: Expression<string>, text: string): Condition {
  return text.endsWith("*") ? beginsWith(page, text.slice(0, -1)) : index(page, "=", text);
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
  const conditions = filters.masked ? { ...indexConditions, ...maskedConditions } : indexConditions;
  return index.and([
    index("feedback_index.project_id", "=", projectId),
    ...names.flatMap((name) => condition(conditions, name, filters, plan, projectId) ?? []),
  ]);
}

function condition<K extends IndexFilter>(
  conditions: typeof indexConditions,
  name: K,
  filters: ResolvedFilters,
  plan: Plan,
  projectId: string,
): Condition | null {
  const value = filters[name];
  return value === null ? null : conditions[name](value, plan, projectId);
}

/** The condition that an item is in one of the facet groups; null accepts all groups. */
export function inGroups(groups: number[] | null, { by }: Plan = { by: null }): Condition {
  if (groups === null) return index.lit(true);
  const group = sql.ref<number>("feedback_index.facet_group_id");
  return index(by === "date" ? sql<number>`+${group}` : group, "in", groups);
}

/** The plus sign keeps both engines from choosing an index on the column. */
function sortAt({ by }: Plan) {
  return by === "date"
    ? sql<number>`${sql.ref("feedback_index.sort_at")}`
    : sql<number>`+${sql.ref("feedback_index.sort_at")}`;
}

/** Concatenating an empty string keeps both engines from choosing an index on the page. */
function indexedPage({ by }: Plan): Expression<string> {
  const page = sql.ref<string>("feedback_index.page");
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
