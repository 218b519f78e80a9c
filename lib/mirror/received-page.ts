import "server-only";
import { type ReceivedFeedbackPage, receivedEntry } from "../contract/feedback.ts";
import type { MirroredEntry } from "../store/feedback-write.ts";
import { receivedInstant } from "../store/received-instant.ts";

/** A page of the export, its entries read one by one. */
export interface PageRead {
  /** Every identifier once, as last given on the page. */
  entries: MirroredEntry[];
  /** Entries that lack what is indispensable; the rest of the page does not suffer from them. */
  unreadable: number;
  /** Date of the last entry that has one: how far back a page reaches that is newest first. */
  reachesBackTo: number | null;
  nextCursor: string | null;
  hasMore: boolean;
}

export function readReceivedPage(page: ReceivedFeedbackPage): PageRead {
  const entries = new Map<string, MirroredEntry>();
  let unreadable = 0;
  let reachesBackTo: number | null = null;
  for (const value of page.feedback) {
    const { data: entry } = receivedEntry.safeParse(value);
    if (entry) {
      entries.set(entry.id, { entry, raw: JSON.stringify(value) });
      reachesBackTo = receivedInstant(entry.createdAt) ?? reachesBackTo;
    } else {
      unreadable += 1;
    }
  }
  return {
    entries: [...entries.values()],
    unreadable,
    reachesBackTo,
    nextCursor: page.nextCursor ?? null,
    hasMore: page.hasMore,
  };
}
