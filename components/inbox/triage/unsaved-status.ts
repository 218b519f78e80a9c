import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";

/**
 * Applies statuses that the server's list doesn't have yet, and removes rows that no longer match the
 * status filter.
 */
export function withUnsavedStatuses(
  rows: FeedbackRow[],
  statuses: ReadonlyMap<string, string>,
  statusFilter: readonly string[] | null,
): FeedbackRow[] {
  if (statuses.size === 0) return rows;
  return rows.flatMap((row) => {
    const status = statuses.get(row.id);
    if (status === undefined || status === row.status) return [row];
    return matchesStatusFilter(statusFilter, status) ? [withStatus(row, status)] : [];
  });
}

/** Returns the row with a status that isn't saved yet. Only a saved one can differ from the platform's. */
function withStatus(row: FeedbackRow, status: string): FeedbackRow {
  const platformStatus = row.platformStatus === row.status ? status : row.platformStatus;
  return { ...row, status, platformStatus };
}

/** Whether a status matches the filter. A null filter matches everything. */
export function matchesStatusFilter(filter: readonly string[] | null, status: string): boolean {
  return filter === null || filter.includes(status);
}
