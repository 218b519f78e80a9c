import { describe, expect, test } from "vitest";
import type { LogStorage } from "../../lib/outbox/browser-log.ts";
import type { SendFailure } from "../../lib/outbox/outbox.ts";
import { createNoteOutbox, type UnsavedNote } from "../../lib/outbox/unsent-outboxes.ts";
import { memoryStorage } from "../support/outbox.ts";

class Failure extends Error {
  readonly kind: SendFailure;
  constructor(kind: SendFailure, message = "") {
    super(message);
    this.kind = kind;
  }
}

const note = (id: string, madeAt = 0): UnsavedNote => ({
  id,
  madeAt,
  feedbackId: "fb_1",
  text: `Text of ${id}`,
  problem: null,
});

function openTab(options: {
  storage?: LogStorage | null;
  personId?: string;
  send?: (note: UnsavedNote) => Promise<void>;
}) {
  return createNoteOutbox({
    storage: memoryStorage(),
    personId: "ada",
    projectId: "docs",
    send: async () => {},
    ...options,
    exclusive: (work) => work(),
    failureOf: (error) => (error instanceof Failure ? error.kind : "unreachable"),
  });
}

const idsOf = ({ state }: ReturnType<typeof openTab>) => state().entries.map(({ id }) => id);

describe("notes", () => {
  test("are kept across reloads until they are saved, for their author alone", async () => {
    const storage = memoryStorage();
    const sent: string[] = [];
    const offline = async () => {
      throw new Failure("unreachable");
    };
    const first = openTab({ storage, send: offline });
    first.add(note("note-two", 2));
    first.add(note("note-one", 1));
    await first.flush();
    expect(first.state()).toMatchObject({ obstacle: "offline", onlyInMemory: false });
    expect(idsOf(openTab({ storage, personId: "tri" }))).toEqual([]);

    const second = openTab({
      storage,
      send: async ({ id }) => {
        sent.push(id);
      },
    });
    expect(idsOf(second)).toEqual(["note-one", "note-two"]);
    await second.flush();
    expect(sent).toEqual(["note-one", "note-two"]);
    expect(second.state()).toMatchObject({ entries: [], obstacle: null });
    first.reload();
    expect(idsOf(first)).toEqual([]);
  });

  test("aren't sent twice at once, and one that is added meanwhile follows", async () => {
    const sent: string[] = [];
    const outbox = openTab({
      send: async ({ id }) => {
        sent.push(id);
        if (id === "note-one") outbox.add(note("note-two", 2));
      },
    });
    outbox.add(note("note-one", 1));
    await Promise.all([outbox.flush(), outbox.flush()]);
    expect(sent).toEqual(["note-one", "note-two"]);
  });

  test("that are added while the lock is given back are sent too", async () => {
    const sent: string[] = [];
    const outbox = createNoteOutbox({
      storage: memoryStorage(),
      personId: "ada",
      projectId: "docs",
      failureOf: () => "unreachable",
      send: async ({ id }) => {
        sent.push(id);
      },
      exclusive: async (work) => {
        await work();
        if (sent.length > 1) return;
        outbox.add(note("note-two", 2));
        void outbox.flush();
      },
    });
    outbox.add(note("note-one", 1));
    await outbox.flush();
    expect(sent).toEqual(["note-one", "note-two"]);
    expect(outbox.state()).toMatchObject({ entries: [], obstacle: null });
  });

  test("that are rejected stay with the reason and don't hold up others", async () => {
    const storage = memoryStorage();
    const outbox = openTab({
      storage,
      send: async ({ id }) => {
        if (id === "note-one") throw new Failure("invalid", "This item was deleted.");
      },
    });
    outbox.add(note("note-one", 1));
    outbox.add(note("note-two", 2));
    await outbox.flush();
    await outbox.flush();
    expect(openTab({ storage }).state().entries).toEqual([
      { ...note("note-one", 1), problem: "This item was deleted." },
    ]);
    outbox.remove("note-one");
    expect(idsOf(openTab({ storage }))).toEqual([]);
  });

  test("replace an earlier text of the same note that waits, also while that is sent", async () => {
    const edit = (id: string, edits: string, text: string): UnsavedNote => ({
      ...note(id),
      edits,
      text,
    });
    const sent: string[] = [];
    const outbox = openTab({
      send: async ({ id, text }) => {
        sent.push(text);
        if (id === "edit-two") outbox.add(edit("edit-three", "note-one", "Third thought"));
        if (id === "edit-two") throw new Failure("invalid", "This note was deleted.");
      },
    });
    outbox.add(note("note-one"));
    outbox.add(edit("edit-one", "note-one", "First thought"));
    outbox.add(edit("edit-other", "note-two", "Another note"));
    outbox.add(edit("edit-two", "note-one", "Second thought"));
    expect(idsOf(outbox)).toEqual(["note-one", "edit-other", "edit-two"]);
    await outbox.flush();
    expect(sent).toEqual(["Text of note-one", "Another note", "Second thought", "Third thought"]);
    expect(outbox.state().entries).toEqual([]);
  });

  test("live in the tab alone, and say so, where the browser stores nothing", async () => {
    const outbox = openTab({ storage: null });
    outbox.add(note("note-one"));
    expect(outbox.state()).toMatchObject({ entries: [note("note-one")], onlyInMemory: true });
    await outbox.flush();
    expect(outbox.state()).toMatchObject({ entries: [], onlyInMemory: false });
  });
});
