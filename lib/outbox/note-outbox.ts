import type { NewNote } from "../contract/api/notes.ts";
import { createObservable } from "../observable.ts";
import { type LogStorage, openBrowserLog } from "./browser-log.ts";
import type { Obstacle, SendFailure } from "./outbox.ts";
import { NOTE_PREFIX } from "./unsaved-notes.ts";

/** A new note, or a note's new text, that the server hasn't confirmed. */
export interface UnsavedNote extends NewNote {
  feedbackId: string;
  /** ID of the note whose text this is; absent for a new note. */
  edits?: string;
  /** Epoch milliseconds. */
  madeAt: number;
  /** Why the server rejected it, so that it isn't sent again; null before that. */
  problem: string | null;
}

interface NoteOutboxState {
  /** Oldest first. */
  notes: readonly UnsavedNote[];
  /** Whether the browser couldn't store one of them, so that closing the tab would lose it. */
  onlyInMemory: boolean;
  /** Why they couldn't be sent last time; null when nothing is in the way. */
  obstacle: Obstacle | null;
}

export type NoteOutbox = ReturnType<typeof openNoteOutbox>;

/**
 * Keeps what one person wrote in notes on a project's items in the browser until the server has it. Sending a new note
 * again adds no second one, as its ID is made here.
 * @param options.storage null where the browser offers none
 * @param options.send throws if the note wasn't saved
 */
export function openNoteOutbox(options: {
  storage: LogStorage | null;
  personId: string;
  projectId: string;
  send: (note: UnsavedNote) => Promise<void>;
  failureOf: (error: unknown) => SendFailure;
}) {
  const { storage, personId, projectId, send, failureOf } = options;
  const log = openBrowserLog(storage, NOTE_PREFIX, [personId, projectId], isNote);
  const {
    value: state,
    set,
    subscribe,
  } = createObservable<NoteOutboxState>({ notes: log.list(), onlyInMemory: false, obstacle: null });
  let isSending = false;

  const update = (change: Partial<NoteOutboxState> = {}) => {
    const notes = log.list();
    const onlyInMemory = change.onlyInMemory ?? state().onlyInMemory;
    set({ ...state(), ...change, notes, onlyInMemory: onlyInMemory && notes.length > 0 });
  };
  const add = (note: UnsavedNote) => {
    const replaced = log.list().filter(({ edits }) => edits !== undefined && edits === note.edits);
    log.remove(new Set(replaced.map(({ id }) => id)));
    update(log.append(note) ? undefined : { onlyInMemory: true });
  };
  const remove = (id: string) => {
    log.remove(new Set([id]));
    update({ obstacle: null });
  };
  const reject = (note: UnsavedNote, problem: string) => {
    // While it was sent, another edit of the same note may have replaced it.
    if (!log.list().some(({ id }) => id === note.id)) return;
    remove(note.id);
    add({ ...note, problem });
  };
  const sendAll = async () => {
    const next = () => log.list().find(({ problem }) => problem === null);
    for (let note = next(); note; note = next()) {
      try {
        await send(note);
        remove(note.id);
      } catch (error) {
        const failure = failureOf(error);
        if (failure !== "invalid") {
          return update({ obstacle: failure === "unreachable" ? "offline" : failure });
        }
        reject(note, error instanceof Error ? error.message : "");
      }
    }
  };
  return {
    /** Keeps a new note, or a new text of a note in place of an earlier one that waits. */
    add,
    remove,
    /** Sends what waits, unless that is under way. */
    flush: async () => {
      if (isSending) return;
      isSending = true;
      await sendAll().finally(() => {
        isSending = false;
      });
    },
    /** Reads what other tabs did. */
    reload: () => update(),
    owns: log.owns,
    state,
    subscribe,
  };
}

function isNote(value: Partial<UnsavedNote>): value is UnsavedNote {
  return typeof value.text === "string" && typeof value.feedbackId === "string";
}
