import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ImportBatch, ImportItem } from "../../lib/contract/api/import.ts";
import type { FeedbackEntry } from "../../lib/contract/platform/feedback.ts";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import type { ImportChoices } from "../../lib/platform/import.ts";
import { removeOldContacts } from "../../lib/platform/retention.ts";
import { importServices, resumeUndoing } from "../../lib/services/import-services.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { searchFor } from "../../lib/text/reader-address.ts";
import { node } from "../../scripts/setup/project.mjs";
import { engines, openTestStore, ruleTest, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { openTestPlatform, type TestPlatform, vote } from "../support/platform.ts";

const script = fileURLToPath(new URL("../support/undo-process.ts", import.meta.url));
const ANN = { id: "ann", name: "Ann" };

/** A page rating with everything that a file can erase. */
function rated(id: string, fields: object = {}): FeedbackEntry {
  return {
    id,
    path: `/${id}/`,
    comment: `About ${id}`,
    createdAt: "2026-10-01T08:00:00.000Z",
    status: "pending",
    source: "contextual",
    helpful: false,
    contact: `${id}@example.org`,
    ...fields,
  } as FeedbackEntry;
}

const snippet = {
  id: "code",
  path: "/code",
  comment: null,
  createdAt: null,
  status: "pending" as const,
  source: "code_snippet" as const,
  code: "npm i",
  filename: null,
  lang: "sh",
};

describe.each(engines)("imports on $name", (engine) => {
  const rule = ruleTest(engine);
  let platform: TestPlatform;
  let store: TestDatabase<StoreSchema>;
  let log: string[];
  beforeEach(async () => {
    const entries = [rated("a"), rated("b"), snippet];
    [platform, store] = await Promise.all([
      openTestPlatform(engine, entries),
      openTestStore(engine, "imports"),
    ]);
    log = [];
  });
  afterEach(() => Promise.all([platform.close(), store.close()]));

  const services = () =>
    importServices({
      store,
      platform,
      clock: platform.clock,
      people: async () => [ANN],
      audit: {
        record: async (_by, action, subject) => {
          log.push(`${action} ${subject}`);
        },
      },
    });
  const entries = async () => {
    const changes = await platform.changes("docs", 0, 1_000);
    return new Map(changes.flatMap(({ id, entry }) => (entry ? [[id, JSON.parse(entry)]] : [])));
  };
  const load = (values: object[], choices: ImportChoices = {}) =>
    platform.importEntries(
      "docs",
      values.map((value, index) => ({ line: index + 1, value })),
      choices,
    );
  const batch = (values: object[], changes: Partial<ImportBatch> = {}): ImportBatch => ({
    file: "feedback.csv",
    items: values.map((value, index) => ({ line: index + 2, copy: 0, value }) as ImportItem),
    ...changes,
  });
  const part = (key: string, rows: number) => ({
    import: { key: `key-of-import-${key}`, rows, unreadable: 1, decisions: ["Ratings: 1 is no"] },
  });
  const storeItems = (given: FeedbackEntry[]) =>
    store.query.transaction().execute((trx) => {
      const received = given.map((entry) => mirrored({ ...entry }));
      return upsertFeedback(trx, "docs", received, 1);
    });
  const undo = async (number: number | null) => services().undo("docs", number ?? 0, ANN);

  test("keep what a file doesn't have, and don't let it erase anything unless they may", async () => {
    const before = await entries();
    const empty = [
      { id: "a", comment: "", createdAt: null, contact: null, helpful: null },
      { id: "b", comment: null },
      { id: "code", code: "", lang: "" },
    ];
    const kept = await load([{ id: "a" }, { id: "b", source: "contextual" }, ...empty]);
    const emptied = { comment: 2, createdAt: 1, contact: 1, code: 1, lang: 1 };
    expect(kept).toMatchObject({ updated: 0, unchanged: 5, emptied });
    expect(await entries()).toEqual(before);
    // A rating that becomes a bare vote loses its contact: the source stays as well.
    const narrowed = [{ id: "a", source: "thumbs_only", comment: "New" }];
    expect(await load(narrowed)).toMatchObject({ updated: 1, emptied: { contact: 1 } });
    expect((await entries()).get("a")).toEqual(rated("a", { comment: "New" }));

    const erased = await load(empty, { mayErase: true });
    expect(erased).toMatchObject({ updated: 3, emptied });
    const blank = { comment: "", createdAt: null, contact: null };
    expect((await entries()).get("a")).toEqual(rated("a", blank));
    expect((await entries()).get("code")).toEqual({ ...snippet, code: "", lang: "" });
  });

  rule("don't replace a text by how exports mask it, or a date by another spelling", async () => {
    const comment = "Write to ann@example.org";
    await load([{ id: "a", comment }]);
    const masked = {
      id: "a",
      contact: "a•••@example.org",
      comment: "Write to a•••@example.org",
      createdAt: "2026-10-01T10:00:00+02:00",
    };
    expect(await load([masked], { mayErase: true })).toMatchObject({ unchanged: 1 });
    expect((await entries()).get("a")).toEqual(rated("a", { comment }));
    // A contact that is masked is no address, also of a new item.
    await load([rated("new", { contact: "n•••@example.org" })]);
    expect((await entries()).get("new")).toMatchObject({ contact: null });
  });

  rule("keep the IDs of two sources apart, and those without a source as they are", async () => {
    const ofTool = (tool: string) => ["1", "2"].map((id) => rated(id, { comment: `From ${tool}` }));
    await load(ofTool("a"), { source: "tool-a" });
    expect(await load(ofTool("b"), { source: "tool-b" })).toMatchObject({ accepted: 2 });
    expect(await load(ofTool("a"), { source: "tool-a" })).toMatchObject({ unchanged: 2 });
    const ids = ["tool-a:1", "tool-a:2", "tool-b:1", "tool-b:2"];
    expect([...(await entries()).keys()]).toEqual(expect.arrayContaining(ids));
    expect((await entries()).get("tool-a:1")).toMatchObject({ comment: "From a" });

    // What an earlier version imported has the IDs of the file.
    await load(ofTool("old"));
    const check = (source: string | null) =>
      services().check("docs", { ...batch(ofTool("old")), source });
    expect(await check(null)).toMatchObject({ unchanged: 2, knownWithoutSource: 0 });
    expect(await check("tool-c")).toMatchObject({ added: 2, knownWithoutSource: 2 });

    const long = ["x".repeat(494), `${"x".repeat(493)}y`, ":1", "::1", "\ud800"];
    const strange = long.map((id) => rated(id, { comment: null }));
    const report = await load(strange, { source: "tool-a" });
    expect(report).toMatchObject({ accepted: 4, rejected: 1 });
    expect([...(await entries()).keys()].every((id) => id.length <= 500)).toBe(true);
  });

  rule("do what a check says, which changes nothing", async () => {
    const values = [
      rated("a"),
      rated("b", { comment: "Changed", contact: null }),
      { id: "b", helpful: true },
      rated("new"),
      { id: "new", comment: null },
      { ...rated("wrong"), helpful: "maybe" },
      { ...rated("a"), id: undefined },
    ];
    for (const mayErase of [false, true]) {
      const before = await platform.latestRevision("docs");
      const given = batch(values, { mayErase });
      const check = await services().check("docs", { items: given.items, mayErase });
      expect(await platform.latestRevision("docs")).toBe(before);
      const { number: _, ...result } = await services().add("docs", given, ANN);
      expect(check).toEqual({ ...result, knownWithoutSource: 0 });
    }
  });

  test("are listed with what became of them, newest first", async () => {
    const { add, list } = services();
    await add("docs", batch([rated("a"), rated("new")], part("one", 3)), ANN);
    const running = { state: "running", seen: 2, rows: 3, added: 1, unchanged: 1, rejected: 1 };
    expect((await list("docs", null)).imports).toMatchObject([running]);
    const stateAt = async (milliseconds: number) => {
      platform.clock.advance(milliseconds);
      return (await list("docs", null)).imports[0]?.state;
    };
    expect([await stateAt(20_000), await stateAt(1)]).toEqual(["running", "stopped"]);
    // Its clock was an hour ahead.
    expect(await stateAt(-3_600_000)).toBe("stopped");
    await stateAt(3_600_000);
    await add("docs", batch([rated("b", { helpful: true })], part("one", 3)), ANN);
    const nobody = { id: "gone", name: "Gone" };
    await add("docs", batch([rated("x")], { source: "tool" }), nobody);
    const { imports, hasMore } = await list("docs", null);
    expect(hasMore).toBe(false);
    expect(imports).toMatchObject([
      { source: "tool", by: "Deleted teammate", state: "finished", added: 1, decisions: [] },
      {
        source: null,
        file: "feedback.csv",
        by: "Ann",
        state: "finished",
        canUndo: true,
        seen: 3,
        added: 1,
        updated: 1,
        unchanged: 1,
        decisions: ["Ratings: 1 is no"],
      },
    ]);
    const [newest, oldest] = imports;
    expect((await list("docs", newest?.number ?? 0)).imports).toEqual([oldest]);
    expect((await list("other", null)).imports).toEqual([]);
    await expect(services().undo("other", newest?.number ?? 0, ANN)).rejects.toThrow(
      "doesn't exist",
    );
  });

  test("are undone as a whole: what they added goes, and what they changed is as before", async () => {
    const before = await entries();
    const { add } = services();
    const values = [
      rated("a", { comment: "Changed", status: "resolved", contact: "new@example.org" }),
      { id: "code", source: "contextual", helpful: true },
      ...Array.from({ length: 290 }, (_, index) => vote(`new_${index}`)),
    ];
    const given = batch(values, { ...part("one", values.length + 1), mayErase: true });
    const { number } = await add("docs", given, ANN);
    // Another change of the same item by the same import.
    await add("docs", batch([{ id: "a", comment: "Again" }], part("one", values.length + 1)), ANN);
    await storeItems([vote("new_1"), rated("a")]);
    const undone = await undo(number);
    expect(undone).toMatchObject({ state: "undone", canUndo: false });
    expect(undone.undo).toEqual({ removed: 290, restored: 2, kept: 0 });
    expect(await entries()).toEqual(before);
    const stored = await store.query.selectFrom("feedback").select("id").execute();
    expect(stored).toEqual([{ id: "a" }]);
    expect(await changeRows()).toEqual([]);
    expect(log.at(-1)).toBe(`undid import ${number} of feedback.csv into docs`);
    // Once more changes nothing, and a batch that comes late isn't added.
    expect((await undo(number)).undo).toEqual(undone.undo);
    expect(log.filter((entry) => entry.startsWith("undid"))).toHaveLength(1);
    await expect(add("docs", given, ANN)).rejects.toThrow("This import was undone.");
    // The file can be imported again: nobody deleted its items.
    const again = batch(values, { ...part("two", values.length), mayErase: true });
    expect(await add("docs", again, ANN)).toMatchObject({ added: 290, updated: 2, deleted: 0 });
  });

  rule("are undone once, although a process is killed after any statement", async () => {
    const before = await entries();
    const changed = [rated("a", { comment: "New" }), rated("b", { helpful: true })];
    const added = Array.from({ length: 298 }, (_, index) => vote(`new_${index}`));
    const { number } = await services().add("docs", batch([...changed, ...added]), ANN);
    await storeItems([...changed, ...added]);
    await platform.imports.startUndo("docs", number ?? 0);
    const given = { platform: platform.database.location, store: store.location };
    for (const statements of [4, 9, 14, 18]) {
      const parameter = JSON.stringify({ ...given, statements });
      const child = spawn(node, ["--conditions=react-server", script, parameter]);
      expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
    }
    await resumeUndoing({ platform, store });
    const [record] = (await services().list("docs", null)).imports;
    const undone = { removed: 298, restored: 2, kept: 0 };
    expect(record).toMatchObject({ state: "undone", undo: undone });
    expect(await entries()).toEqual(before);
    const stored = await store.query.selectFrom("feedback").select("id").orderBy("id").execute();
    expect(stored).toEqual([{ id: "a" }, { id: "b" }]);
  });

  rule("leave what has changed since: what the team worked on, and later values", async () => {
    const { add } = services();
    const names = ["noted", "decided", "later", "plain", "erased"];
    const added = names.map((id) => rated(id));
    const changed = [
      rated("a", { comment: "One", helpful: true }),
      rated("b", { status: "resolved" }),
    ];
    const { number } = await add("docs", batch([...added, ...changed]), ANN);
    await storeItems(added);
    const note = { id: "note", feedback_id: "noted", author_id: "ann", text: "Hm", created_at: 1 };
    await store.query
      .insertInto("feedback_note")
      .values({ project_id: "docs", ...note })
      .execute();
    await platform.setStatuses("docs", ["decided"], "dismissed");
    await platform.setStatuses("docs", ["b"], "dismissed");
    await platform.deleteEntries("docs", ["erased"]);
    const second = await add(
      "docs",
      batch([
        { id: "later", comment: "2" },
        { id: "a", comment: "2" },
      ]),
      ANN,
    );
    const { undo: done } = await undo(number);
    expect(done).toEqual({ removed: 1, restored: 0, kept: 5 });
    const left = await entries();
    expect([...left.keys()].sort()).toEqual(["a", "b", "code", "decided", "later", "noted"]);
    expect(left.get("a")).toEqual(rated("a", { comment: "2" }));
    expect(left.get("b")).toMatchObject({ status: "dismissed" });
    // Both undone, nothing of either is left.
    expect((await undo(second.number)).undo).toEqual({ removed: 1, restored: 1, kept: 0 });
    expect((await entries()).has("later")).toBe(false);
    expect((await entries()).get("a")).toEqual(rated("a"));
  });

  rule("restore what was there before them, in whatever order they are undone", async () => {
    for (const [first, second] of [
      [0, 1],
      [1, 0],
    ] as const) {
      const numbers: (number | null)[] = [];
      for (const comment of ["Another", "About a"]) {
        numbers.push((await services().add("docs", batch([{ id: "a", comment }]), ANN)).number);
      }
      await undo(numbers[first] ?? null);
      await undo(numbers[second] ?? null);
      expect((await entries()).get("a")).toEqual(rated("a"));
    }
  });

  test("keep no address of a forgotten reader, and none beyond the retention period", async () => {
    const { add } = services();
    const comment = "I am reader@example.org";
    await load([rated("a", { contact: "reader@example.org", comment }), rated("b")]);
    const { number } = await add(
      "docs",
      batch([rated("a"), rated("b", { contact: "b2@example.org" })]),
      ANN,
    );
    expect(JSON.stringify(await changeRows())).toContain("reader@example.org");
    await platform.forgetReader(searchFor("reader@example.org"));
    expect(JSON.stringify(await changeRows())).not.toContain("reader@example.org");
    expect(await removeOldContacts(platform.database, { before: Date.now(), limit: 9 })).toBe(2);
    expect(await removeOldContacts(platform.database, { before: Date.now(), limit: 9 })).toBe(2);
    expect(await removeOldContacts(platform.database, { before: Date.now(), limit: 9 })).toBe(0);
    expect(JSON.stringify(await changeRows())).not.toMatch(/@example/);
    await undo(number);
    const restored = { contact: null, comment: "I am [removed]" };
    expect((await entries()).get("a")).toEqual(rated("a", restored));
    expect((await entries()).get("b")).toEqual(rated("b", { contact: null }));
  });

  rule("can be undone for a time only", async () => {
    const { number } = await services().add("docs", batch([rated("a", { comment: "New" })]), ANN);
    const before = platform.clock.now() + DAY;
    expect(await platform.retention.importChanges(platform.clock.now(), 9)).toBe(0);
    expect(await platform.retention.importChanges(before, 9)).toBe(1);
    expect(await platform.retention.importChanges(before, 9)).toBe(0);
    expect((await services().list("docs", null)).imports).toMatchObject([{ canUndo: false }]);
    await expect(undo(number)).rejects.toThrow("This import is too old to undo.");
    expect(log.filter((entry) => entry.startsWith("undid"))).toEqual([]);
  });

  const changeRows = () =>
    platform.database.query.selectFrom("platform_import_change").selectAll().execute();
});
