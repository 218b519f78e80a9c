// In a file of its own, because most pages don't load the outboxes.
import { createObservable } from "../observable.ts";
import type { Obstacle } from "./outbox.ts";

/** The unsaved notes, and changes of views and notifications, as the page reports them. */
export interface UnsentSummary {
  /** How many wait to be saved. */
  count: number;
  /** URLs of what the server rejected. */
  rejected: string[];
  /** Whether closing the tab would lose something. */
  onlyInMemory: boolean;
  obstacle: Obstacle | null;
  /** The server's message for the obstacle "denied". */
  reason: string | null;
}

export const NOTHING_UNSENT: UnsentSummary = {
  count: 0,
  rejected: [],
  onlyInMemory: false,
  obstacle: null,
  reason: null,
};

export const unsentSummary = createObservable(NOTHING_UNSENT);
