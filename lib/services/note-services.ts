import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { NewNote } from "../contract/api/notes.ts";
import type { Actor, Person } from "../contract/api/people.ts";
import { may } from "../contract/api/permissions.ts";
import type { NoteStore } from "../store/write/notes.ts";
import { noteParts } from "../text/note-parts.ts";

/**
 * The team's notes on items. Each function returns the item's notes after the change.
 * @param teammates everyone who can be mentioned
 */
export function noteServices(notes: NoteStore, audit: Audit, teammates: () => Promise<Actor[]>) {
  const withMentions = async (note: NewNote) => ({
    ...note,
    mentions: note.text.includes("@") ? mentionsIn(note.text, await teammates()) : [],
  });
  return {
    /** Adds a note and notifies the teammates that it mentions. See `NoteStore`. */
    add: async (projectId: string, feedbackId: string, note: NewNote, author: Actor) =>
      notes.add(projectId, feedbackId, await withMentions(note), author),
    /** Changes a note; only those who weren't mentioned before are notified. See `NoteStore`. */
    edit: async (projectId: string, feedbackId: string, note: NewNote, author: Actor) =>
      notes.edit(projectId, feedbackId, await withMentions(note), author),
    /**
     * Deletes a person's own note. Admins can delete those of others, which the audit log records.
     * @throws {NotFound}
     */
    delete: (projectId: string, feedbackId: string, id: string, by: Person) => {
      const author = may(by.role, "delete") ? null : by.id;
      return notes.delete(projectId, feedbackId, id, author, async (trx, writtenBy) => {
        if (writtenBy === by.id) return;
        await audit.recordIn(
          trx,
          by,
          "deleted a teammate's note on",
          `${feedbackId} of ${projectId}`,
        );
      });
    },
  };
}

/** Returns the IDs of the people that a note mentions, by name. Namesakes are all mentioned. */
function mentionsIn(text: string, people: readonly Actor[]): string[] {
  const parts = noteParts(
    text,
    people.map(({ name }) => name),
  );
  const names = new Set(
    parts.flatMap(({ kind, text: name }) => (kind === "mention" ? [name.slice(1)] : [])),
  );
  return people.filter(({ name }) => names.has(name)).map(({ id }) => id);
}
