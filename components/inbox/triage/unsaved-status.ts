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
    return matchesStatusFilter(statusFilter, status) ? [{ ...row, status }] : [];
  });
}

/** Whether a status matches the filter. A null filter matches everything. */
export function matchesStatusFilter(filter: readonly string[] | null, status: string): boolean {
  return filter === null || filter.includes(status);
}
