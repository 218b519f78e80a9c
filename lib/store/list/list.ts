import "server-only";
import type { FeedbackRows } from "../../contract/api/feedback.ts";
import type { ResolvedFilters } from "../../filters/feedback-filters.ts";
import { decodeCursor, encodeCursor, invalidCursor } from "../cursor.ts";
import { matchingGroups } from "../filter-sql/facet-groups.ts";
import { searchOf } from "../filter-sql/set-filters.ts";
import type { StoreDatabase } from "../schema/schema.ts";
import { withRowGroups } from "./list-groups.ts";
import { type Direction, type Position, readRows } from "./list-rows.ts";
import { bareVoteGroups, withVoteLines } from "./list-votes.ts";
import { matchReasons } from "./match-reasons.ts";
import { withJobs } from "./row.ts";

type Sort = ResolvedFilters["sort"];
type PlacedRow = { place: number; id: string };

/**
 * Returns one list page of filtered feedback, with keyset pagination in both directions: deep pages
 * cost as much as the first one, and new items neither repeat nor hide rows.
 * @param page `limit` is 1 to 250; `cursor` is from an earlier response with the same sort; `voteLines` lists the bare
 *   votes for a page on one day as one row, except those that `similarTo` asks for
 * @throws {InvalidRequest} for another cursor
 */
export async function feedbackPage(
  database: StoreDatabase,
  projectId: string,
  filters: ResolvedFilters,
  page: { limit: number; cursor: string | null; voteLines?: boolean },
): Promise<FeedbackRows> {
  const { limit, cursor } = page;
  const { sort } = filters;
  const from = cursor === null ? null : positionOf(cursor, sort);
  const back = from?.direction === "prev";
  const descending = (sort === "newest") !== back;
  const groups = await matchingGroups(database.query, projectId, filters);
  const votes =
    page.voteLines && filters.similarTo === null
      ? await bareVoteGroups(database.query, projectId, filters)
      : [];
  const wanted = {
    projectId,
    filters,
    from,
    descending,
    limit: limit + 1,
    groups,
    votes: votes.map(({ id }) => id),
  };
  const found = groups?.length === 0 ? [] : await readRows(database, wanted);

  const rows = found.slice(0, limit);
  if (back) rows.reverse();
  const search = searchOf(filters.q);
  const [feedback, reasons] = await Promise.all([
    withJobs(database.query, projectId, rows),
    search && matchReasons(database.read, projectId, rows, search.all, filters.masked ?? false),
  ]);
  const grouped = filters.grouped
    ? await withRowGroups(database, feedback, { projectId, filters, groups })
    : feedback;
  const arranged = await withVoteLines(database, grouped, { projectId, filters, groups: votes });
  const hasMore = found.length > limit;
  return {
    feedback: arranged.map((row) => ({ ...row, match: reasons?.get(row.id) ?? null })),
    ...cursorsOf(rows, sort, {
      next: back || hasMore,
      prev: back ? hasMore : from !== null,
    }),
    hasMore,
  };
}

function cursorsOf(
  rows: readonly PlacedRow[],
  sort: Sort,
  more: Record<Direction, boolean>,
): Pick<FeedbackRows, "nextCursor" | "prevCursor"> {
  const cursor = (direction: Direction, row: PlacedRow | undefined) =>
    more[direction] && row ? encodeCursor([direction, sort, row.place, row.id]) : null;
  return { nextCursor: cursor("next", rows.at(-1)), prevCursor: cursor("prev", rows.at(0)) };
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
