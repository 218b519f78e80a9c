import type { QueryClient } from "@tanstack/react-query";
import * as itemRoutes from "../contract/api/item-routes.ts";
import type { NewNote, Note } from "../contract/api/notes.ts";
import { feedbackDetail } from "./feedback.ts";
import { request } from "./request.ts";

interface Item {
  projectId: string;
  feedbackId: string;
}

/** Adds a note. Sending it again has no further effect. */
export function addNote(params: Item, body: NewNote) {
  return request(itemRoutes.addNote, { params, body });
}

export function editNote(params: Item & { noteId: string }, text: string) {
  return request(itemRoutes.editNote, { params, body: { text } });
}

/** Deletes a note. Can't be undone. */
export function deleteNote(params: Item & { noteId: string }) {
  return request(itemRoutes.deleteNote, { params });
}

/** Shows the notes of an answer. */
export function showNotes(
  client: QueryClient,
  { projectId, feedbackId }: Item,
  { notes }: { notes: Note[] },
): void {
  const { queryKey } = feedbackDetail(projectId, feedbackId);
  client.setQueryData(queryKey, (item) => item && { ...item, notes });
}
