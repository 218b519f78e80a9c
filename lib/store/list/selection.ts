import "server-only";
import { MAX_SELECTED_ITEMS } from "../../contract/api/limits.ts";
import { InvalidRequest } from "../../errors.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { inGroups, matchesFilters } from "../filter-sql/conditions.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import { isSet } from "../filter-sql/set-filters.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";

export interface SelectionOptions {
  /** Epoch milliseconds. Items that the store first received later are left out. */
  asOf?: number;
  /** IDs to leave out. */
  except?: readonly string[];
}

/**
 * Returns the IDs of all matching items in list order, and `capped` when more than 10,000 match: only
 * the first 10,000 are returned.
 */
export async function feedbackIds(
  { query: short, read: db, engine }: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  options: SelectionOptions = {},
): Promise<{ ids: string[]; capped: boolean }> {
  const except = new Set(options.except);
  const order = filters.sort === "newest" ? "desc" : "asc";
  const groups = await matchingGroups(short, projectId, filters);
  if (groups?.length === 0) return { ids: [], capped: false };
  const by = isSet(filters, ["path"]) ? "page" : "date";
  let query = db
    .selectFrom("feedback_index")
    .select("feedback_index.id")
    .where(matchesFilters(projectId, filters, { text: { engine, by: "seek" }, by }))
    .where(inGroups(groups))
    .orderBy("feedback_index.sort_at", order)
    .orderBy("feedback_index.id", order)
    .limit(MAX_SELECTED_ITEMS + except.size + 1);
  const { asOf } = options;
  if (asOf !== undefined) {
    query = query
      .innerJoin("feedback", (join) =>
        join
          .onRef("feedback.project_id", "=", "feedback_index.project_id")
          .onRef("feedback.id", "=", "feedback_index.id"),
      )
      .where("feedback.first_seen_at", "<=", asOf);
  }
  // Not in the query, whose number of parameters is limited.
  const ids = (await query.execute()).map(({ id }) => id).filter((id) => !except.has(id));
  return { ids: ids.slice(0, MAX_SELECTED_ITEMS), capped: ids.length > MAX_SELECTED_ITEMS };
}

/**
 * Rejects a selection with IDs that the project doesn't have.
 * @throws {InvalidRequest}
 */
export async function requireFeedback(
  db: StoreQuery,
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
  rejectUnknown(ids.filter((id) => !known.has(id)));
}

/** Rejects IDs of items that a project doesn't have. @throws {InvalidRequest} */
export function rejectUnknown(ids: readonly string[]): void {
  if (ids.length === 0) return;
  const named = ids.slice(0, 10).join(", ");
  const rest = ids.length > 10 ? ` and ${ids.length - 10} more` : "";
  throw new InvalidRequest(
    `feedbackIds: this project has no item ${named}${rest}`,
    ids.map((id) => ({ message: `feedbackIds: this project has no item ${id}` })),
  );
}
