import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";

/** A status change that is being saved and is already shown. */
export interface PendingStatus {
  ids: ReadonlySet<string>;
  status: string;
}

/** Returns the status that an item is being changed to, or undefined. */
export function pendingStatusFor(
  pending: readonly PendingStatus[],
  id: string,
): string | undefined {
  return pending.findLast(({ ids }) => ids.has(id))?.status;
}

/** Applies pending statuses to rows, and removes rows that no longer match the status filter. */
export function withPendingStatus(
  rows: FeedbackRow[],
  pending: readonly PendingStatus[],
  statusFilter: readonly string[] | null,
): FeedbackRow[] {
  if (pending.length === 0) return rows;
  return rows.flatMap((row) => {
    const status = pendingStatusFor(pending, row.id);
    if (status === undefined || status === row.status) return [row];
    return matchesStatusFilter(statusFilter, status) ? [{ ...row, status }] : [];
  });
}

/** Whether a status matches the filter. A null filter matches everything. */
export function matchesStatusFilter(filter: readonly string[] | null, status: string): boolean {
  return filter === null || filter.includes(status);
}
