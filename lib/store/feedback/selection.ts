import "server-only";
import type { Kysely } from "kysely";
import type { Evidence } from "../../contract/api/feedback.ts";
import { MOST_EVIDENCE } from "../../contract/api/limits.ts";
import { stripNul } from "../../database/dialect.ts";
import type { Database } from "../../database/open.ts";
import { InvalidRequest } from "../../errors.ts";
import type { FeedbackFilters } from "../../filters/feedback-filters.ts";
import type { StoreSchema } from "../schema.ts";
import { inGroups, matchesFilters } from "./conditions.ts";
import { matchingGroups } from "./facet-groups.ts";
import { helpfulOf } from "./row.ts";
import { isSet } from "./set-filters.ts";

/** Most entries that "select all that match" takes. */
export const MAX_SELECTED = 10_000;

export interface SelectionOptions {
  /** Epoch milliseconds: entries that the store first saw later are left out. */
  asOf?: number;
  /** Identifiers to leave out. */
  except?: readonly string[];
}

/**
 * Identifiers of everything that matches, in the list's order.
 * @returns `capped` when more than 10,000 match: the rest is not among them
 */
export async function feedbackIds(
  { query: short, read: db, engine }: Database<StoreSchema>,
  projectId: string,
  filters: FeedbackFilters,
  options: SelectionOptions = {},
): Promise<{ ids: string[]; capped: boolean }> {
  const except = new Set(options.except);
  const order = filters.sort === "newest" ? "desc" : "asc";
  const groups = await matchingGroups(short, projectId, filters);
  if (groups?.length === 0) return { ids: [], capped: false };
  const by = isSet(filters, ["path"]) ? "page" : "date";
  let query = db
    .selectFrom("feedback_fact")
    .select("feedback_fact.id")
    .where(matchesFilters(projectId, filters, { text: { engine, by: "lead" }, by }))
    .where(inGroups(groups))
    .orderBy("feedback_fact.sort_at", order)
    .orderBy("feedback_fact.id", order)
    .limit(MAX_SELECTED + except.size + 1);
  const { asOf } = options;
  if (asOf !== undefined) {
    query = query
      .innerJoin("feedback", (join) =>
        join
          .onRef("feedback.project_id", "=", "feedback_fact.project_id")
          .onRef("feedback.id", "=", "feedback_fact.id"),
      )
      .where("feedback.first_seen_at", "<=", asOf);
  }
  // Left out here and not in the query, which takes only so many parameters.
  const ids = (await query.execute()).map(({ id }) => id).filter((id) => !except.has(id));
  return { ids: ids.slice(0, MAX_SELECTED), capped: ids.length > MAX_SELECTED };
}

/**
 * Entries as a prompt quotes them, in the order of `ids` (1 to 500), without any contact.
 * @throws {InvalidRequest} naming the identifiers that the project does not have
 */
export async function feedbackByIds(
  db: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<Evidence[]> {
  const wanted = requireSelection(ids);
  const rows = await db
    .selectFrom("feedback")
    .select([
      "id",
      "source",
      "team_status as status",
      "page",
      "path",
      "comment",
      "created_at",
      "helpful",
    ])
    .select(["code", "filename", "lang"])
    .where("project_id", "=", projectId)
    .where("id", "in", wanted)
    .execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  refuseUnknown(wanted.filter((id) => !known.has(id)));
  return wanted.flatMap((id) => {
    const row = known.get(id);
    if (!row) return [];
    const { created_at: createdAt, ...rest } = row;
    return [{ ...rest, createdAt, helpful: helpfulOf(row) }];
  });
}

/**
 * Refuses a selection that names entries which the project does not have.
 * @throws {InvalidRequest}
 */
export async function requireFeedback(
  db: Kysely<StoreSchema>,
  projectId: string,
  ids: readonly string[],
): Promise<void> {
  const rows = await db
    .selectFrom("feedback")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .execute();
  const known = new Set(rows.map(({ id }) => id));
  refuseUnknown(ids.filter((id) => !known.has(id)));
}

/**
 * The identifiers of a selection, each once.
 * @throws {InvalidRequest} for none, too many, or one that cannot be an identifier
 */
export function requireSelection(ids: readonly string[]): string[] {
  const distinct = [...new Set(ids)];
  if (distinct.length < 1 || distinct.length > MOST_EVIDENCE) {
    throw new InvalidRequest(
      `feedbackIds: must name 1 to ${MOST_EVIDENCE} entries (got ${distinct.length})`,
    );
  }
  refuseUnknown(distinct.filter((id) => id === "" || stripNul(id) !== id || !id.isWellFormed()));
  return distinct;
}

function refuseUnknown(ids: string[]): void {
  if (ids.length === 0) return;
  const named = ids.slice(0, 10).join(", ");
  const rest = ids.length > 10 ? ` and ${ids.length - 10} more` : "";
  throw new InvalidRequest(
    `feedbackIds: this project has no entry ${named}${rest}`,
    ids.map((id) => ({ message: `feedbackIds: this project has no entry ${id}` })),
  );
}
