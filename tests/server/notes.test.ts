import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAudit } from "../../lib/auth/audit.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import type { Database } from "../../lib/database/open.ts";
import { noteServices } from "../../lib/services/note-services.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { feedbackDetail } from "../../lib/store/list/detail.ts";
import { feedbackRowsByIds } from "../../lib/store/list/row.ts";
import { createProjectChanges } from "../../lib/store/project-changes.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createNoteStore } from "../../lib/store/write/notes.ts";
import { type AuthRig, openAuthRig } from "../support/auth.ts";
import { engines } from "../support/databases.ts";
import { mirrored } from "../support/ledger.ts";

const person = (id: string, role: "admin" | "triager") => ({ id, name: id, email: null, role });
const [ADA, TRI, BEA] = [
  person("ada", "admin"),
  person("tri", "triager"),
  person("bea", "triager"),
];

describe.each(engines)("notes on $name", (engine) => {
  let rig: AuthRig;
  let store: Database<StoreSchema>;
  let notes: ReturnType<typeof noteServices>;
  beforeEach(async () => {
    rig = await openAuthRig(engine);
    // The server's one database.
    store = rig.database as unknown as Database<StoreSchema>;
    await mirrored(store, "docs", [{ id: "a" }, { id: "b" }]);
    const audit = createAudit(store as unknown as Database<AuthSchema>, rig.clock);
    notes = noteServices(createNoteStore(store.query, rig.clock), audit, async () => [
      ADA,
      TRI,
      BEA,
    ]);
  });
  afterEach(() => rig.close());

  const texts = async (id: string) =>
    (await feedbackDetail(store.query, "docs", id)).notes.map(({ author, text }) => [author, text]);
  const counts = async () => {
    const rows = await feedbackRowsByIds(store.query, "docs", ["a", "b"]);
    return Object.fromEntries(rows.map(({ id, notes: count }) => [id, count]));
  };

  test("are added once, however often they arrive, also at the same time", async () => {
    const note = { id: "note-0001", text: "See\0 https://example.org" };
    await Promise.all([1, 2, 3].map(() => notes.add("docs", "a", note, TRI)));
    expect(await texts("a")).toEqual([["tri", "See https://example.org"]]);
    // The answer was lost, and the person went on writing.
    const [edited] = await notes.add("docs", "a", { ...note, text: "Second thought" }, TRI);
    expect(edited).toMatchObject({ id: note.id, text: "Second thought" });
    await notes.add("docs", "a", { id: "note-0002", text: "Agreed" }, BEA);
    expect(await counts()).toEqual({ a: 2, b: 0 });
    await notes.delete("docs", "a", note.id, TRI);
    await expect(notes.add("docs", "a", note, TRI)).rejects.toThrow("deleted");
    expect(await texts("a")).toEqual([["bea", "Agreed"]]);
    expect(await counts()).toEqual({ a: 1, b: 0 });
  });

  test("are changed by their author alone, and deleted by admins, too", async () => {
    const note = { id: "note-0001", text: "Mine" };
    await notes.add("docs", "a", note, TRI);
    const theirs = [
      () => notes.edit("docs", "a", { ...note, text: "Yours" }, BEA),
      () => notes.edit("docs", "a", { ...note, text: "Yours" }, ADA),
      () => notes.add("docs", "a", { ...note, text: "Yours" }, BEA),
      () => notes.add("docs", "b", note, TRI),
      () => notes.delete("docs", "a", note.id, BEA),
      () => notes.delete("docs", "b", note.id, TRI),
      () => notes.delete("other", "a", note.id, TRI),
      () => notes.add("docs", "unknown", { ...note, id: "note-0002" }, TRI),
    ];
    for (const attempt of theirs)
      await expect(attempt).rejects.toMatchObject({ code: "not_found" });
    expect(await texts("a")).toEqual([["tri", "Mine"]]);
    expect(await notes.delete("docs", "a", note.id, ADA)).toEqual([]);
    const audited = await store.query
      .withTables<Pick<AuthSchema, "audit">>()
      .selectFrom("audit")
      .select(["by_name", "action", "subject"])
      .execute();
    expect(audited).toEqual([
      { by_name: "ada", action: "deleted a teammate's note on", subject: "a of docs" },
    ]);
  });

  test("lose NUL characters, and are refused without anything else", async () => {
    const note = { id: "note-0001", text: "Mine" };
    await notes.add("docs", "a", note, TRI);
    await notes.edit("docs", "a", { ...note, text: "Still\0 mine" }, TRI);
    expect(await texts("a")).toEqual([["tri", "Still mine"]]);
    const empty = { id: "note-0002", text: " \0 " };
    await expect(notes.add("docs", "a", empty, TRI)).rejects.toMatchObject({
      code: "invalid_request",
    });
    for (const attempt of [
      () => notes.add("docs", "a\0", { id: "note-0002", text: "Lost" }, TRI),
      () => notes.edit("docs", "a", { id: "note\0", text: "Lost" }, TRI),
      () => notes.delete("docs", "a", "note\0", ADA),
    ])
      await expect(attempt).rejects.toMatchObject({ code: "not_found" });
    expect(await texts("a")).toEqual([["tri", "Still mine"]]);
  });

  test("are announced to open pages, and removed with their item", async () => {
    const changes = createProjectChanges(store, () => undefined);
    try {
      const change = async (work: () => Promise<unknown>) => {
        const before = await changes.revision("docs");
        await work();
        await expect.poll(() => changes.revision("docs")).not.toBe(before);
      };
      const note = { id: "note-0001", text: "Mine" };
      await change(() => notes.add("docs", "a", note, TRI));
      await change(() => notes.edit("docs", "a", { ...note, text: "Still mine" }, TRI));
      await change(() => notes.delete("docs", "a", note.id, TRI));
    } finally {
      await changes.stop();
    }
    await notes.add("docs", "a", { id: "note-0002", text: "Gone with it" }, TRI);
    await store.query.transaction().execute((trx) => removeItems(trx, "docs", ["a"]));
    expect(await store.query.selectFrom("feedback_note").select("id").execute()).toEqual([]);
  });
});
