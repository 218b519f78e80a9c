import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";

/** A status that is on its way to the server, and shown as if it were there. */
export interface PendingStatus {
  ids: ReadonlySet<string>;
  status: string;
}

/** What an entry's status is about to be; undefined where nothing is on its way. */
export function pendingStatusFor(
  pending: readonly PendingStatus[],
  id: string,
): string | undefined {
  return pending.findLast(({ ids }) => ids.has(id))?.status;
}

/** Rows as they are about to be: those that a list of `statuses` then lets go are left out. */
export function withPendingStatus(
  rows: FeedbackRow[],
  pending: readonly PendingStatus[],
  statuses: readonly string[] | null,
): FeedbackRow[] {
  if (pending.length === 0) return rows;
  return rows.flatMap((row) => {
    const status = pendingStatusFor(pending, row.id);
    if (status === undefined || status === row.status) return [row];
    return isListed(statuses, status) ? [{ ...row, status }] : [];
  });
}

/** Whether a list that is filtered by `statuses` (null: by none) has entries of `status`. */
export function isListed(statuses: readonly string[] | null, status: string): boolean {
  return statuses === null || statuses.includes(status);
}
