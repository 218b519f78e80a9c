import "server-only";
import type { Part } from "../store/sync/state.ts";
import type { Lanes } from "../store/sync/store.ts";

// The interface has no webhooks. Only the built-in platform reports changes; for any other platform,
// syncs find them.

/** Changes on the platform that aren't synced yet. */
export interface PendingChanges {
  /** Increases with every change. */
  revision: number;
  /** Dates of the changed entries, `to` exclusive; null if any of them has no date. */
  dates: { from: number; to: number } | null;
}

/** Returns what changed after `revision`; null if nothing did. */
export type ChangeFeed = (projectId: string, revision: number) => Promise<PendingChanges | null>;

/** Returns the latest synced revision. A later full sync includes all earlier changes. */
export function syncedRevision({ changed, full }: Lanes): number {
  return Math.max(changed.revision, full.lastCompleted?.revision ?? 0);
}

/** The dates that the interface's four-digit years can express. */
const VALID_DATES = { from: Date.parse("0000-01-01T00:00:00Z"), to: Date.UTC(9999, 11, 31) };

/** Returns the part of the export that covers the changes; everything if it can't be narrowed. */
export function changedPart({ dates }: PendingChanges): Part {
  if (dates === null || dates.from < VALID_DATES.from || dates.to > VALID_DATES.to) return {};
  return { from: dates.from, to: dates.to };
}
