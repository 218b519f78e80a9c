"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import type { Note } from "../../lib/contract/api/notes.ts";
import type { Outbox } from "../../lib/outbox/outbox.ts";
import { createNoteOutbox, type UnsavedNote } from "../../lib/outbox/unsent-outboxes.ts";
import { sendFailureOf } from "../../lib/queries/decisions.ts";
import { addNote, editNote, showNotes } from "../../lib/queries/notes.ts";
import { browserStorage } from "./browser-storage.ts";
import { serverState, withTabLock } from "./outbox.tsx";
import { sendWhenPossible } from "./send-when-possible.ts";
import { useSession } from "./session.tsx";

type SavedListener = (note: UnsavedNote, answer: { notes: Note[] }) => void;

/** One for each person and project, for as long as the tab is open. */
const outboxes = new Map<string, Outbox<UnsavedNote>>();
const savedListeners = new Set<SavedListener>();

/** Opens the unsaved notes of a person on a project's items. They are sent as soon as the server can be reached. */
export function noteOutbox(personId: string, projectId: string): Outbox<UnsavedNote> {
  const key = JSON.stringify([personId, projectId]);
  const known = outboxes.get(key);
  if (known) return known;
  const outbox = createNoteOutbox({
    storage: browserStorage(),
    personId,
    projectId,
    failureOf: sendFailureOf,
    exclusive: (work) => withTabLock(`errata-notes:${key}`, work),
    send: async (note) => {
      const { feedbackId, id, edits, text } = note;
      const item = { projectId, feedbackId };
      const answer = await (edits === undefined
        ? addNote(item, { id, text })
        : editNote({ ...item, noteId: edits }, text));
      // A fault of the page doesn't mean that the server doesn't have the note.
      queueMicrotask(() => {
        for (const listener of savedListeners) listener(note, answer);
      });
    },
  });
  if (typeof window === "undefined") return outbox;
  outboxes.set(key, outbox);
  sendWhenPossible(
    outbox,
    ({ feedbackId }) => `/${projectId}/feedback?open=${encodeURIComponent(feedbackId)}`,
  );
  return outbox;
}

/** The person's notes that aren't saved, and what keeps them. Once they are saved, the open item shows them. */
export function useNoteOutbox(projectId: string) {
  const { person } = useSession();
  const outbox = useMemo(() => noteOutbox(person.id, projectId), [person.id, projectId]);
  const client = useQueryClient();
  useEffect(() => {
    const show: SavedListener = ({ feedbackId }, answer) =>
      showNotes(client, { projectId, feedbackId }, answer);
    savedListeners.add(show);
    return () => {
      savedListeners.delete(show);
    };
  }, [client, projectId]);
  const { entries } = useSyncExternalStore(outbox.subscribe, outbox.state, serverState);
  return { notes: entries, outbox };
}
