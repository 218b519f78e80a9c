import type { NewNote } from "../contract/api/notes.ts";
import type { ReadNotifications } from "../contract/api/notifications.ts";
import type { NewView, ViewArrangement, ViewChange } from "../contract/api/views.ts";
import { createBrowserLog, type LogEntry, type LogStorage } from "./browser-log.ts";
import { type Confirmation, createOutbox, type Outbox, type OutboxOptions } from "./outbox.ts";
import { CHANGE_PREFIX, NOTE_PREFIX } from "./stored-keys.ts";

/** A person's notes and changes that the server hasn't confirmed. */
export interface Unsent extends LogEntry {
  problem: string | null;
}

/** A new note, or a note's new text, that the server hasn't confirmed. */
export interface UnsavedNote extends NewNote, Unsent {
  feedbackId: string;
  /** ID of the note whose text this is; absent for a new note. */
  edits?: string;
}

/** A change of saved views, or of which notifications are read. */
export type PersonalChange =
  | { kind: "create_view"; view: NewView }
  | { kind: "update_view"; viewId: string; name: string; change: ViewChange }
  | { kind: "delete_view"; viewId: string; name: string }
  | { kind: "arrange_views"; arrangement: ViewArrangement }
  | { kind: "mark_read"; which: ReadNotifications };

/** A change that the server hasn't confirmed. */
export type UnsavedChange = PersonalChange & Unsent;

type Options<Entry extends Unsent> = Pick<
  OutboxOptions<Entry, Confirmation>,
  "failureOf" | "exclusive" | "delay"
> & {
  /** Null where the browser offers none. */
  storage: LogStorage | null;
  personId: string;
  projectId: string;
  /** Throws if the entry wasn't saved. */
  send(entry: Entry): Promise<void>;
};

/**
 * Keeps what one person wrote in notes on a project's items. The browser chooses the ID of a new note, so sending it
 * again adds no second one. A newer text of a note replaces an earlier one that waits.
 */
export function createNoteOutbox(options: Options<UnsavedNote>): Outbox<UnsavedNote> {
  return createOneByOne(options, {
    prefix: NOTE_PREFIX,
    isEntry: (value): value is UnsavedNote =>
      typeof value.text === "string" && typeof value.feedbackId === "string",
    replaces: ({ edits }, earlier) => edits !== undefined && edits === earlier.edits,
  });
}

/**
 * Keeps one person's personal changes in a project. Sending one again changes nothing: a view gets its ID here, and
 * everything else sets a value. A new order of views, or default view, replaces an earlier one that waits.
 */
export function createPersonalChanges(options: Options<UnsavedChange>): Outbox<UnsavedChange> {
  return createOneByOne<UnsavedChange>(options, {
    prefix: CHANGE_PREFIX,
    isEntry: (value): value is UnsavedChange => Object.hasOwn(KINDS, value.kind ?? ""),
    replaces: (change, earlier) =>
      change.kind === "arrange_views" &&
      earlier.kind === "arrange_views" &&
      Object.keys(earlier.arrangement).every((name) => name in change.arrangement),
  });
}

const KINDS: Record<PersonalChange["kind"], true> = {
  create_view: true,
  update_view: true,
  delete_view: true,
  arrange_views: true,
  mark_read: true,
};

/** Sends entries one by one, and keeps rejected ones, with the reason, until the person has seen it. */
function createOneByOne<Entry extends Unsent>(
  { storage, personId, projectId, send, ...others }: Options<Entry>,
  kind: {
    prefix: string;
    isEntry(value: Partial<Entry>): value is Entry;
    replaces(entry: Entry, earlier: Entry): boolean;
  },
): Outbox<Entry> {
  return createOutbox<Entry, Confirmation>({
    ...others,
    log: createBrowserLog(storage, kind.prefix, [personId, projectId], kind.isEntry),
    replaces: kind.replaces,
    keeps: "rejected",
    batchOf: (waiting) => waiting.slice(0, 1),
    send: async (entries) => {
      for (const entry of entries) await send(entry);
      return entries.map(({ id }) => ({ id, outcome: "applied" }));
    },
  });
}
