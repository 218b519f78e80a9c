import "server-only";
import type { FeedbackRows } from "../../contract/api/feedback.ts";
import type { Database } from "../../database/open.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { decodeCursor, encodeCursor, invalidCursor } from "../cursor.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import { searchOf } from "../filter-sql/set-filters.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { withRowGroups } from "./list-groups.ts";
import { type Direction, type Position, readRows } from "./list-rows.ts";
import { matchReasons } from "./match-reasons.ts";
import { withJobs } from "./row.ts";

type Sort = ResolvedFilters["sort"];

/**
 * Returns one list page of filtered feedback, with keyset pagination in both directions: deep pages
 * cost as much as the first one, and new items neither repeat nor hide rows.
 * @param page `limit` is 1 to 250; `cursor` is from an earlier response with the same sort
 * @throws {InvalidRequest} for another cursor
 */
export async function feedbackPage(
  database: Database<StoreSchema>,
  projectId: string,
  filters: ResolvedFilters,
  page: { limit: number; cursor: string | null },
): Promise<FeedbackRows> {
  const { limit, cursor } = page;
  const { sort } = filters;
  const from = cursor === null ? null : positionOf(cursor, sort);
  const back = from?.direction === "prev";
  const descending = (sort === "newest") !== back;
  const groups = await matchingGroups(database.query, projectId, filters);
  const wanted = { projectId, filters, from, descending, limit: limit + 1, groups };
  const found = groups?.length === 0 ? [] : await readRows(database, wanted);

  const hasMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (back) rows.reverse();
  const first = rows.at(0);
  const last = rows.at(-1);
  const more = { next: back || hasMore, prev: back ? hasMore : from !== null };
  const search = searchOf(filters.q);
  const [feedback, reasons] = await Promise.all([
    withJobs(database.query, projectId, rows),
    search && matchReasons(database.read, projectId, rows, search.all, filters.masked ?? false),
  ]);
  const arranged = await (filters.grouped
    ? withRowGroups(database, feedback, { projectId, filters, groups })
    : feedback);
  return {
    feedback: reasons
      ? arranged.map((row) => ({ ...row, match: reasons.get(row.id) ?? null }))
      : arranged,
    nextCursor: more.next && last ? cursorAt("next", sort, last) : null,
    prevCursor: more.prev && first ? cursorAt("prev", sort, first) : null,
    hasMore,
  };
}

function cursorAt(direction: Direction, sort: Sort, row: { place: number; id: string }): string {
  return encodeCursor([direction, sort, row.place, row.id]);
}

function positionOf(cursor: string, sort: Sort): Position {
  const [direction, sortedBy, sortAt, id, ...rest] = decodeCursor(cursor);
  const isValid =
    (direction === "next" || direction === "prev") &&
    sortedBy === sort &&
    typeof sortAt === "number" &&
    typeof id === "string" &&
    !id.includes("\0") &&
    rest.length === 0;
  if (!isValid) throw invalidCursor();
  return { direction, sortAt, id };
}
