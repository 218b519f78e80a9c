import "server-only";
import type { Clock } from "../../clock.ts";
import type { NewNote, Note } from "../../contract/api/notes.ts";
import type { Actor } from "../../contract/api/people.ts";
import { stripNul } from "../../database/dialect.ts";
import { InvalidRequest, NotFound } from "../../errors.ts";
import { forgetMentions, notifyMentioned } from "../people/notify.ts";
import type { StoreQuery } from "../schema/schema.ts";
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
    record: (trx: StoreQuery, author: string) => Promise<void>,
  ): Promise<Note[]>;
}

type IsActivePerson = (trx: StoreQuery, id: string) => Promise<boolean>;

/**
 * @param isActivePerson whether a person can be notified; called in the transaction that does it. Without it,
 *   nobody can be.
 */
export function createNoteStore(
  query: StoreQuery,
  clock: Clock,
  isActivePerson: IsActivePerson = async () => false,
): NoteStore {
  /** Runs `change` while no one removes the item, and returns the item's notes after it. */
  const changing = (
    projectId: string,
    feedbackId: string,
    change: (trx: StoreQuery) => Promise<void>,
  ) =>
    feedbackTransaction(query, projectId, async (trx) => {
      await change(trx);
      return itemNotes(trx, projectId, feedbackId);
    });
  const edit: NoteStore["edit"] = async (projectId, feedbackId, given, author) => {
    const text = storable(given.text);
    return changing(projectId, feedbackId, async (trx) => {
      const note = await findNote(trx, projectId, given.id);
      const isOwn = note?.feedback_id === feedbackId && note.author_id === author.id;
      if (!isOwn || note.text === null) throw noteNotFound();
      if (note.text === text) return;
      const at = clock.now();
      await setText(trx, projectId, { id: note.id, text, at });
      await notify(trx, { projectId, feedbackId, ...given, at, author }, isActivePerson);
    });
  };
  return {
    edit,
    add: async (projectId, feedbackId, given, author) => {
      const text = storable(given.text);
      if (await findNote(query, projectId, given.id)) {
        return edit(projectId, feedbackId, given, author);
      }
      return changing(projectId, feedbackId, async (trx) => {
        const note = { projectId, feedbackId, ...given, text, at: clock.now(), author };
        await insertNote(trx, note);
        await notify(trx, note, isActivePerson);
      });
    },
    delete: (projectId, feedbackId, id, author, record) =>
      changing(projectId, feedbackId, async (trx) => {
        const note = await findNote(trx, projectId, id);
        const isDeletable = author === null || note?.author_id === author;
        if (note?.feedback_id !== feedbackId || note.text === null || !isDeletable) {
          throw noteNotFound();
        }
        // The ID stays, so that a request to add it that arrives late doesn't bring it back.
        await setText(trx, projectId, { id: note.id, text: null, at: clock.now() });
        await forgetMentions(trx, projectId, note.id);
        await record(trx, note.author_id);
      }),
  };
}

/** A note as someone writes it. */
interface WrittenNote extends MentioningNote {
  projectId: string;
  feedbackId: string;
  at: number;
  author: Actor;
}

async function notify(
  trx: StoreQuery,
  { projectId, id, feedbackId, mentions, at, author }: WrittenNote,
  isActivePerson: IsActivePerson,
): Promise<void> {
  const people: string[] = [];
  for (const person of new Set(mentions)) {
    if (person !== author.id && (await isActivePerson(trx, person))) people.push(person);
  }
  await notifyMentioned(trx, projectId, { id, feedbackId, people, at, by: author.name });
}

function findNote(trx: StoreQuery, projectId: string, id: string) {
  return trx
    .selectFrom("feedback_note")
    .select(["id", "feedback_id", "author_id", "text"])
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .executeTakeFirst();
}

async function insertNote(
  trx: StoreQuery,
  { projectId, feedbackId, id, text, at, author }: WrittenNote,
): Promise<void> {
  await requireItem(trx, projectId, feedbackId);
  await trx
    .insertInto("feedback_note")
    .values({
      project_id: projectId,
      feedback_id: feedbackId,
      author_id: author.id,
      id,
      text,
      created_at: at,
    })
    // The same request arrived twice at once.
    .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing())
    .execute();
}

async function setText(
  trx: StoreQuery,
  projectId: string,
  { id, text, at }: { id: string; text: string | null; at: number },
): Promise<void> {
  await trx
    .updateTable("feedback_note")
    .set({ text, edited_at: at })
    .where("project_id", "=", projectId)
    .where("id", "=", id)
    .execute();
}

/** Returns the notes of an item, oldest first. */
export async function itemNotes(
  db: StoreQuery,
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

async function requireItem(trx: StoreQuery, projectId: string, id: string) {
  const item = await trx
    .selectFrom("feedback")
    .select("id")
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .executeTakeFirst();
  // An ID with NUL characters is invalid.
  if (item?.id !== id) throw await missingItem(trx, projectId, id);
}

function noteNotFound(): NotFound {
  return new NotFound("This note doesn't exist, was deleted, or isn't yours.");
}
