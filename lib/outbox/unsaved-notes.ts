// Apart from the outbox, which most pages don't load.
import { createObservable } from "../observable.ts";
import type { Obstacle } from "./outbox.ts";
import { keysOf } from "./stored-decisions.ts";

/** Begins the keys of all unsaved notes in the browser's `localStorage`. */
export const NOTE_PREFIX = "errata-note:";

/** What the page says of the notes that the person wrote or edited. */
interface UnsavedNotes {
  /** Notes that wait to be saved. */
  count: number;
  /** URLs of the items with notes that the server rejected. */
  rejected: string[];
  /** Whether closing the tab would lose one. */
  onlyInMemory: boolean;
  obstacle: Obstacle | null;
}

export const NO_NOTES: UnsavedNotes = {
  count: 0,
  rejected: [],
  onlyInMemory: false,
  obstacle: null,
};

export const unsavedNotes = createObservable(NO_NOTES);

/** Whether a storage has notes that an earlier page didn't send. */
export function hasStoredNotes(storage: Pick<Storage, "length" | "key"> | null): boolean {
  return keysOf(storage).some((key) => key.startsWith(NOTE_PREFIX));
}
