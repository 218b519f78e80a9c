import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Note } from "../contract/api/notes.ts";
import type { Person } from "../contract/api/people.ts";
import { may } from "../contract/api/permissions.ts";
import type { NoteStore } from "../store/feedback/notes.ts";

/** The team's notes on items. Each function returns the item's notes after the change. */
export interface NoteServices extends Pick<NoteStore, "add" | "edit"> {
  /**
   * Deletes a person's own note. Admins can delete those of others, which the audit log records.
   * @throws {NotFound}
   */
  delete(projectId: string, feedbackId: string, id: string, by: Person): Promise<Note[]>;
}

export function noteServices(notes: NoteStore, audit: Audit): NoteServices {
  return {
    add: notes.add,
    edit: notes.edit,
    delete: (projectId, feedbackId, id, by) => {
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
