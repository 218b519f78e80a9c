import "server-only";
import type { Part } from "../store/sync/state.ts";
import type { Walks } from "../store/sync/store.ts";

// What a platform tells beside the interface, as a webhook would: that something changed, so that it
// is read at once. The interface has nothing of the kind, so that only a platform of ours tells; of
// any other, whatever changes is found by walking.

/** That entries were changed. */
export interface News {
  /** Counts up with every change. */
  revision: number;
  /** The dates of what changed, `to` exclusive; null where some of it has none. */
  dates: { from: number; to: number } | null;
}

/** What changed after `revision`; null where nothing did. */
export type NewsSource = (projectId: string, revision: number) => Promise<News | null>;

/** Up to where the platform's news are known here: a whole walk that began later saw it all. */
export function knownRevision({ told, full }: Walks): number {
  return Math.max(told.revision, full.last?.revision ?? 0);
}

/** Dates that the interface can write: it has years of four digits. */
const WRITTEN = { from: Date.parse("0000-01-01T00:00:00Z"), to: Date.UTC(9999, 11, 31) };

/** The part of the export that is read for the news. */
export function partOf({ dates }: News): Part {
  if (dates === null || dates.from < WRITTEN.from || dates.to > WRITTEN.to) return {};
  return { from: dates.from, to: dates.to };
}
