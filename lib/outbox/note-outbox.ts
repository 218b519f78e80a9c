import type { NewNote } from "../contract/api/notes.ts";
import { createBrowserLog, type LogStorage } from "./browser-log.ts";
import type { SendFailure } from "./outbox.ts";
import { NOTE_PREFIX } from "./stored-keys.ts";
import { createUnsentOutbox, type Unsent } from "./unsent-outbox.ts";

/** A new note, or a note's new text, that the server hasn't confirmed. */
export interface UnsavedNote extends NewNote, Unsent {
  feedbackId: string;
  /** ID of the note whose text this is; absent for a new note. */
  edits?: string;
}

export type NoteOutbox = ReturnType<typeof createNoteOutbox>;

/**
 * Keeps what one person wrote in notes on a project's items. Sending a new note again adds no second one, as its ID is
 * made here. A new text of a note replaces an earlier one that waits.
 * @param options.storage null where the browser offers none
 */
export function createNoteOutbox(options: {
  storage: LogStorage | null;
  personId: string;
  projectId: string;
  send: (note: UnsavedNote) => Promise<void>;
  failureOf: (error: unknown) => SendFailure;
  exclusive: (work: () => Promise<void>) => Promise<void>;
}) {
  const { storage, personId, projectId, ...others } = options;
  return createUnsentOutbox({
    ...others,
    log: createBrowserLog(storage, NOTE_PREFIX, [personId, projectId], isNote),
    replaces: ({ edits }, earlier) => edits !== undefined && edits === earlier.edits,
  });
}

function isNote(value: Partial<UnsavedNote>): value is UnsavedNote {
  return typeof value.text === "string" && typeof value.feedbackId === "string";
}
