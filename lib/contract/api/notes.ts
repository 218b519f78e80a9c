// Notes of the team on feedback items. Instants are epoch milliseconds.
import { z } from "zod";
import { NOTE_LENGTH } from "./limits.ts";

/** A note as people see it. */
export const note = z.strictObject({
  id: z.string(),
  /** ID of the person who wrote it, who may be deleted. */
  author: z.string(),
  /** Plain text. */
  text: z.string(),
  createdAt: z.number(),
  /** When it was last edited; null if it never was. */
  editedAt: z.number().nullable(),
});
export type Note = z.infer<typeof note>;

/** The notes of an item, oldest first. */
export const noteList = z.strictObject({ notes: z.array(note) });

export const noteText = z.string().trim().min(1).max(NOTE_LENGTH);

/** A new note. The browser makes its ID, so that sending it again doesn't add another one. */
export const newNote = z.strictObject({ id: z.string().regex(/^[\w-]{8,80}$/), text: noteText });
export type NewNote = z.infer<typeof newNote>;
