import "server-only";
import type { Kysely } from "kysely";
import type { Clock } from "../../clock.ts";
import type { NewNote, Note } from "../../contract/api/notes.ts";
import type { Actor } from "../../contract/api/people.ts";
import { stripNul } from "../../database/dialect.ts";
import { InvalidRequest, NotFound } from "../../errors.ts";
import { forgetMentions, notifyMentioned } from "../people/notify.ts";
import type { StoreSchema } from "../schema/schema.ts";
import { missingItem } from "./missing-item.ts";
import { feedbackTransaction } from "./write-lock.ts";

/** A note, and the IDs of the people it mentions. */
export interface MentioningNote extends NewNote {
  mentions: readonly string[];
}

/** The team's notes on items, in plain text. Those who are mentioned are notified. */
export interface NoteStore {
  /**
   * Adds a note. Adding one again with the same ID and author sets its text, so that an answer that was
   * lost neither doubles it nor loses an edit.
   * @throws {NotFound} if the item doesn't exist or the note was deleted @throws {InvalidRequest} without text
   */
  add(projectId: string, feedbackId: string, note: MentioningNote, author: Actor): Promise<Note[]>;
  /** Sets the text of an author's note. @throws {NotFound} @throws {InvalidRequest} without text */
  edit(projectId: string, feedbackId: string, note: MentioningNote, author: Actor): Promise<Note[]>;
  /**
   * Deletes a note.
   * @param author only a note of this person; null for a note of anyone
   * @param record called in the same transaction with the author of the deleted note
   * @throws {NotFound}
   */
  delete(
    projectId: string,
    feedbackId: string,
    id: string,
    author: string | null,
    record: (trx: Kysely<StoreSchema>, author: string) => Promise<void>,
  ): Promise<Note[]>;
}

/**
 * @param isActivePerson whether a person can be notified; called in the transaction that does it. Without it,
 *   nobody can be.
 */
export function createNoteStore(
  query: Kysely<StoreSchema>,
  clock: Clock,
  isActivePerson?: (trx: Kysely<StoreSchema>, id: string) => Promise<boolean>,
): NoteStore {
  const notify = async (
    trx: Kysely<StoreSchema>,
    projectId: string,
    note: { id: string; feedbackId: string; mentions: readonly string[] },
    author: Actor,
  ) => {
    const people: string[] = [];
    for (const person of new Set(note.mentions)) {
      if (person !== author.id && (await isActivePerson?.(trx, person))) people.push(person);
    }
    const { id, feedbackId } = note;
    const notified = { id, feedbackId, people, at: clock.now(), by: author.name };
    await notifyMentioned(trx, projectId, notified);
  };
  /** Runs `change` while no one removes the item, and returns the item's notes after it. */
  const changing = (
    projectId: string,
    feedbackId: string,
    change: (trx: Kysely<StoreSchema>) => Promise<void>,
  ) =>
    feedbackTransaction(query, projectId, async (trx) => {
      await change(trx);
      return itemNotes(trx, projectId, feedbackId);
    });
  const found = async (trx: Kysely<StoreSchema>, projectId: string, id: string) =>
    trx
      .selectFrom("feedback_note")
      .select(["id", "feedback_id", "author_id", "text"])
      .where("project_id", "=", projectId)
      .where("id", "=", stripNul(id))
      .executeTakeFirst();
  const setText = async (
    trx: Kysely<StoreSchema>,
    projectId: string,
    { id, text }: { id: string; text: string | null },
  ) => {
    await trx
      .updateTable("feedback_note")
      .set({ text, edited_at: clock.now() })
      .where("project_id", "=", projectId)
      .where("id", "=", id)
      .execute();
  };
  const edit: NoteStore["edit"] = async (projectId, feedbackId, given, author) => {
    const text = storable(given.text);
    return changing(projectId, feedbackId, async (trx) => {
      const note = await found(trx, projectId, given.id);
      const isOwn = note?.feedback_id === feedbackId && note.author_id === author.id;
      if (!isOwn || note.text === null) throw noteNotFound();
      if (note.text === text) return;
      await setText(trx, projectId, { id: note.id, text });
      await notify(trx, projectId, { id: note.id, feedbackId, mentions: given.mentions }, author);
    });
  };

  return {
    edit,
    add: async (projectId, feedbackId, given, author) => {
      const note = { id: given.id, text: storable(given.text) };
      const { mentions } = given;
      const known = await found(query, projectId, note.id);
      if (known) return edit(projectId, feedbackId, { ...note, mentions }, author);
      return changing(projectId, feedbackId, async (trx) => {
        await requireItem(trx, projectId, feedbackId);
        await trx
          .insertInto("feedback_note")
          .values({
            project_id: projectId,
            feedback_id: feedbackId,
            author_id: author.id,
            ...note,
            created_at: clock.now(),
          })
          // The same request arrived twice at once.
          .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing())
          .execute();
        await notify(trx, projectId, { id: note.id, feedbackId, mentions }, author);
      });
    },
    delete: (projectId, feedbackId, id, author, record) =>
      changing(projectId, feedbackId, async (trx) => {
        const note = await found(trx, projectId, id);
        const isDeletable = author === null || note?.author_id === author;
        if (note?.feedback_id !== feedbackId || note.text === null || !isDeletable) {
          throw noteNotFound();
        }
        // The ID stays, so that a request to add it that arrives late doesn't bring it back.
        await setText(trx, projectId, { id: note.id, text: null });
        await forgetMentions(trx, projectId, note.id);
        await record(trx, note.author_id);
      }),
  };
}

/** Returns the notes of an item, oldest first. */
export async function itemNotes(
  db: Kysely<StoreSchema>,
  projectId: string,
  feedbackId: string,
): Promise<Note[]> {
  const rows = await db
    .selectFrom("feedback_note")
    .select(["id", "author_id", "text", "created_at", "edited_at"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "=", feedbackId)
    .where("text", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    author: row.author_id,
    text: row.text ?? "",
    createdAt: row.created_at,
    editedAt: row.edited_at,
  }));
}

/** Returns a note's text without NUL characters, which PostgreSQL rejects. */
function storable(given: string): string {
  const text = stripNul(given).trim();
  if (text === "") throw new InvalidRequest("A note needs text. Write something and try again.");
  return text;
}

async function requireItem(trx: Kysely<StoreSchema>, projectId: string, id: string) {
  const item = await trx
    .selectFrom("feedback")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .executeTakeFirst();
  // An ID with NUL characters is none of ours.
  if (item?.id !== id) throw await missingItem(trx, projectId, id);
}

function noteNotFound(): NotFound {
  return new NotFound("This note doesn't exist, was deleted, or isn't yours.");
}
