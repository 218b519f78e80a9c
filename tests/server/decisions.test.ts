import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ReceivedDecision } from "../../lib/contract/api/decisions.ts";
import { STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { assignedPeople } from "../../lib/store/changes/fields/assignee.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { feedbackRowsByIds } from "../../lib/store/list/row.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { dismissalReasons } from "../../lib/store/write/dismissals.ts";
import { itemHistory } from "../../lib/store/write/history.ts";
import { labelList } from "../../lib/store/write/labels.ts";
import type { WriteStatus } from "../../lib/store/write/status-writes.ts";
import { engines, openTestStore, ruleTest, type TestDatabase } from "../support/databases.ts";
import { mirrored, writingStatuses } from "../support/ledger.ts";

const PROJECT = "docs";
const ANA = { id: "ana", name: "Ana" };
const BEA = { id: "bea", name: "Bea" };
const ITEMS = ["a", "b", "c"];

let counter = 0;
const newId = () => `decision-${String(++counter).padStart(6, "0")}`;

describe.each(engines)("decisions ($name)", (engine) => {
  const rule = ruleTest(engine);
  let database: TestDatabase<StoreSchema>;
  let now: number;

  beforeAll(async () => {
    database = await openTestStore(engine, "decisions");
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await reset();
    now = 1_000_000;
  });

  const reset = async () => {
    for (const table of [
      ...["feedback_state", "feedback_assignee", "feedback_label", "feedback_event"],
      ...["decision", "feedback"],
    ] as const) {
      await database.query.deleteFrom(table).execute();
    }
    await mirrored(
      database,
      PROJECT,
      ITEMS.map((id) => ({ id })),
    );
  };
  const clock = { now: () => now };
  const open = (writeStatus: WriteStatus | null = null) =>
    createDecisions({
      database,
      clock,
      statusWrites: writeStatus && writingStatuses(database, clock, writeStatus),
      isActivePerson: async (_, id) => id === ANA.id || id === BEA.id,
    });
  const assign = (ids: string[], assignee: string | null, age = 0) =>
    ({ kind: "assign", id: newId(), age, ids, assignee }) as const;
  const assignees = async () =>
    Object.fromEntries(await assignedPeople(database.query, PROJECT, ITEMS));
  const set = (ids: string[], status: (typeof STATUSES)[number], age = 0) =>
    ({ kind: "set", id: newId(), age, ids, status }) as const;
  const statuses = async () => {
    const rows = await database.query
      .selectFrom("feedback")
      .select(["id", "team_status"])
      .execute();
    return Object.fromEntries(rows.map(({ id, team_status }) => [id, team_status]));
  };
  const history = (id: string) =>
    database.query
      .selectFrom("feedback_event")
      .select(["kind", "to_value", "set_by_name"])
      .where("feedback_id", "=", id)
      .orderBy("id")
      .execute();

  test("apply once, however often they arrive", async () => {
    const decision = set(["a", "b"], "resolved");
    const first = await open().apply(PROJECT, [decision], ANA);
    const second = await open().apply(PROJECT, [decision], ANA);
    expect(first).toEqual([{ id: decision.id, outcome: "applied", changed: 2, skipped: 0 }]);
    expect(second).toEqual(first);
    expect(await history("a")).toHaveLength(1);
  });

  rule("aren't applied again by a browser that was away for weeks", async () => {
    const decision = set(["a"], "resolved");
    await open().apply(PROJECT, [decision], ANA);
    now += 20 * 86_400_000;
    await open().apply(PROJECT, [set(["a"], "pending")], ANA);
    await open().apply(PROJECT, [{ ...decision, age: 20 * 86_400_000 }], ANA);
    expect((await statuses()).a).toBe("pending");
  });

  test("are remembered for two days, or until the platform has them", async () => {
    const fails: WriteStatus = () => Promise.reject(new Error("The platform is down"));
    const unwritten = set(["b"], "resolved");
    const known = async () => {
      const rows = await database.query.selectFrom("decision").select("id").execute();
      return rows.map(({ id }) => id).sort();
    };
    const first = set(["a"], "resolved");
    await open().apply(PROJECT, [first], ANA);
    await open(fails).apply(PROJECT, [unwritten], ANA);
    now += 2 * 86_400_000;
    const second = set(["c"], "resolved");
    await open().apply(PROJECT, [second], ANA);
    expect(await known()).toEqual([unwritten.id, first.id, second.id]);
    now += 1;
    await open().apply(PROJECT, [second], ANA);
    expect(await known()).toEqual([unwritten.id, second.id]);
  });

  test("don't come back when an undone one arrives again", async () => {
    const decision = set(["a"], "resolved");
    const undo = { kind: "undo", id: newId(), age: 0, of: decision.id } as const;
    await open().apply(PROJECT, [decision, undo], ANA);
    await open().apply(PROJECT, [decision], ANA);
    expect((await statuses()).a).toBe("pending");
  });

  describe("about why items are dismissed", () => {
    const explain = (ids: string[], reason: string | null, age = 0) =>
      ({ kind: "dismissal", id: newId(), age, ids, reason }) as const;
    const undo = (of: string) => ({ kind: "undo", id: newId(), age: 0, of }) as const;
    const reasons = async () =>
      Object.fromEntries(await dismissalReasons(database.query, PROJECT, ITEMS));

    test("are undone with the dismissal, and say so in the history", async () => {
      const dismissal = set(["a", "b"], "dismissed");
      await open().apply(PROJECT, [dismissal], ANA);
      await open().apply(PROJECT, [explain(["a", "b"], "spam")], ANA);
      expect(await reasons()).toEqual({ a: "spam", b: "spam" });
      const [result] = await open().apply(PROJECT, [undo(dismissal.id)], ANA);
      expect(result).toMatchObject({ changed: 2, skipped: 0 });
      expect(await statuses()).toMatchObject({ a: "pending", b: "pending" });
      expect(await reasons()).toEqual({});
      expect((await history("a")).map(({ to_value }) => to_value)).toEqual([
        ...["dismissed", "spam", "pending"],
      ]);
    });

    test("end with the status, and come back when that is undone", async () => {
      const reopened = set(["a"], "pending");
      const decisions = [set(["a"], "dismissed"), explain(["a"], "spam"), reopened];
      await open().apply(PROJECT, decisions, ANA);
      expect(await reasons()).toEqual({});
      await open().apply(PROJECT, [undo(reopened.id)], ANA);
      expect(await reasons()).toEqual({ a: "spam" });
      await open().apply(PROJECT, [set(["a"], "pending"), set(["a"], "dismissed")], ANA);
      expect(await reasons()).toEqual({});
    });

    test("can be changed, undone, and redone on their own", async () => {
      const [first, second] = [explain(["a"], "spam"), explain(["a"], "duplicate")];
      await open().apply(PROJECT, [set(["a"], "dismissed"), first, second], ANA);
      expect(await reasons()).toEqual({ a: "duplicate" });
      await open().apply(PROJECT, [undo(second.id)], ANA);
      expect(await reasons()).toEqual({ a: "spam" });
      await open().apply(PROJECT, [undo(first.id)], ANA);
      expect(await statuses()).toMatchObject({ a: "dismissed" });
      expect(await reasons()).toEqual({});
      await open().apply(PROJECT, [{ ...explain(["a"], "spam"), redoes: first.id }], ANA);
      expect(await reasons()).toEqual({ a: "spam" });
    });

    rule("skip items that aren't dismissed, and those that have a later reason", async () => {
      await open().apply(PROJECT, [set(["a", "b"], "dismissed")], ANA);
      now += 10_000;
      await open().apply(PROJECT, [explain(["b"], "duplicate")], BEA);
      const [result] = await open().apply(PROJECT, [explain([...ITEMS], "spam", 5_000)], ANA);
      expect(result).toMatchObject({ changed: 1, skipped: 2, skippedIds: ["b", "c"] });
      expect(await reasons()).toEqual({ a: "spam", b: "duplicate" });
    });

    test("are kept for items that the platform dismissed", async () => {
      await mirrored(database, PROJECT, [{ id: "d", status: "dismissed" }], 2_000);
      const reason = explain(["d"], "spam");
      await open().apply(PROJECT, [reason], ANA);
      expect(await dismissalReasons(database.query, PROJECT, ["d"])).toEqual(
        new Map([["d", "spam"]]),
      );
      await open().apply(PROJECT, [undo(reason.id)], ANA);
      expect(await statuses()).toMatchObject({ d: "dismissed" });
    });
  });

  describe("about labels", () => {
    const LABELS = [
      { id: "urgent", name: "Urgent", color: "red" as const },
      { id: "legal", name: "Legal", color: "blue" as const },
    ];
    const put = (ids: string[], label: string, on = true, age = 0) =>
      ({ kind: "label", id: newId(), age, ids, label, on }) as const;
    const undo = (of: string) => ({ kind: "undo", id: newId(), age: 0, of }) as const;
    const labels = async () => {
      const rows = await feedbackRowsByIds(database.query, PROJECT, ITEMS);
      return Object.fromEntries(rows.flatMap((row) => (row.labels ? [[row.id, row.labels]] : [])));
    };

    beforeEach(async () => {
      const settings = createSettingsStore({ database, clock: { now: () => now } });
      await settings.change(PROJECT, { labels: LABELS });
    });

    test("put several on an item and take one off, each undone on its own", async () => {
      const [urgent, legal] = [put(["a", "b"], "urgent"), put(["a"], "legal")];
      const off = put([...ITEMS], "urgent", false);
      await open().apply(PROJECT, [urgent, legal], ANA);
      expect(await labels()).toEqual({ a: ["legal", "urgent"], b: ["urgent"] });
      const [result] = await open().apply(PROJECT, [off], ANA);
      expect(result).toMatchObject({ changed: 2, skipped: 0 });
      expect(await labels()).toEqual({ a: ["legal"] });
      await open().apply(PROJECT, [undo(off.id), undo(legal.id)], ANA);
      expect(await labels()).toEqual({ a: ["urgent"], b: ["urgent"] });
      await open().apply(PROJECT, [undo(urgent.id)], ANA);
      expect(await labels()).toEqual({});
      expect((await itemHistory(database.query, PROJECT, "b")).map(({ to }) => to)).toEqual([
        ...["urgent", "", "urgent", ""],
      ]);
    });

    test.runIf(engine.name === "sqlite")(
      "are read by the item, not all of the project",
      async () => {
        const { rows } = await sql<{
          detail: string;
        }>`explain query plan select ${labelList} from feedback`.execute(database.query);
        expect(rows.map(({ detail }) => detail).join()).toContain("project_id=? AND feedback_id=?");
      },
    );

    rule("lose against a later one about the same label alone, also when redone", async () => {
      const urgent = put(["a", "b"], "urgent");
      await open().apply(PROJECT, [urgent, undo(urgent.id)], ANA);
      now += 10_000;
      await open().apply(PROJECT, [put(["a"], "legal"), put(["b"], "urgent")], BEA);
      await open().apply(PROJECT, [put(["b"], "urgent", false)], BEA);
      const redo = { ...put(["a", "b"], "urgent"), redoes: urgent.id };
      const [redone] = await open().apply(PROJECT, [redo], ANA);
      expect(redone).toMatchObject({ changed: 1, skippedIds: ["b"] });
      const late = put(["b", "c"], "urgent", true, 5_000);
      const [result] = await open().apply(PROJECT, [late], ANA);
      expect(result).toMatchObject({ changed: 1, skippedIds: ["b"] });
      expect(await labels()).toEqual({ a: ["legal", "urgent"], c: ["urgent"] });
    });

    rule("are rejected for labels that the project never had, and gone with the item", async () => {
      const [result] = await open().apply(PROJECT, [put(["a"], "nonsense")], ANA);
      expect(result).toMatchObject({ outcome: "rejected", message: "This label doesn't exist." });
      await open().apply(PROJECT, [put(["a"], "urgent")], ANA);
      await database.query.transaction().execute((trx) => removeItems(trx, PROJECT, ["a"]));
      expect(await database.query.selectFrom("feedback_label").selectAll().execute()).toEqual([]);
    });
  });

  test("undo only what nobody changed since", async () => {
    const decision = set(["a", "b"], "resolved");
    await open().apply(PROJECT, [decision], ANA);
    await open().apply(PROJECT, [set(["b"], "dismissed")], BEA);
    const undo = { kind: "undo", id: newId(), age: 0, of: decision.id } as const;
    const [result] = await open().apply(PROJECT, [undo], ANA);
    expect(result).toMatchObject({ changed: 1, skipped: 1, skippedIds: ["b"] });
    expect(await statuses()).toMatchObject({ a: "pending", b: "dismissed" });
  });

  test("redo only what the undo restored and no teammate changed since", async () => {
    const decision = set(["a", "b", "c"], "resolved");
    await open().apply(PROJECT, [decision], ANA);
    await open().apply(PROJECT, [set(["b"], "dismissed")], BEA);
    const undo = { kind: "undo", id: newId(), age: 0, of: decision.id } as const;
    await open().apply(PROJECT, [undo], ANA);
    await open().apply(PROJECT, [set(["c"], "dismissed")], BEA);
    const redo = { ...set(["a", "b", "c"], "resolved"), redoes: decision.id };
    const [result] = await open().apply(PROJECT, [redo], ANA);
    expect(result).toMatchObject({ changed: 1, skipped: 1, skippedIds: ["c"] });
    expect(await statuses()).toEqual({ a: "resolved", b: "dismissed", c: "dismissed" });
  });

  rule(
    "of a namesake aren't one's own, when they are later and when something is redone",
    async () => {
      const other = { ...BEA, name: ANA.name };
      const decision = set(["a", "b"], "resolved");
      await open().apply(PROJECT, [decision], ANA);
      const undo = { kind: "undo", id: newId(), age: 0, of: decision.id } as const;
      await open().apply(PROJECT, [undo], ANA);
      await open().apply(PROJECT, [set(["b"], "dismissed"), assign(["b"], BEA.id)], other);
      const redo = { ...set(["a", "b"], "resolved"), redoes: decision.id };
      const [redone] = await open().apply(PROJECT, [redo], ANA);
      expect(redone).toMatchObject({ changed: 1, skippedIds: ["b"] });
      now += 1_000;
      const late = [set(["b"], "in_progress", 2_500), assign(["b"], ANA.id, 2_500)];
      expect(await open().apply(PROJECT, late, ANA)).toMatchObject([
        { changed: 0, skippedIds: ["b"] },
        { changed: 0, skippedIds: ["b"] },
      ]);
      // A person's own decision in the same second is in the order of arrival, also under a new name.
      const renamed = { ...BEA, name: "Beatrice" };
      const [own] = await open().apply(PROJECT, [set(["b"], "resolved", 2_500)], renamed);
      expect(own).toMatchObject({ changed: 1, skipped: 0 });
    },
  );

  rule("redo one after the other what was undone in the opposite order", async () => {
    const [first, second] = [set(["a"], "resolved"), set(["a"], "dismissed")];
    const undo = (of: string) => ({ kind: "undo", id: newId(), age: 0, of }) as const;
    await open().apply(PROJECT, [first, second, undo(second.id), undo(first.id)], ANA);
    await open().apply(PROJECT, [{ ...set(["a"], "resolved"), redoes: first.id }], ANA);
    expect((await statuses()).a).toBe("resolved");
    await open().apply(PROJECT, [{ ...set(["a"], "dismissed"), redoes: second.id }], ANA);
    expect((await statuses()).a).toBe("dismissed");
  });

  test("made before a teammate's are kept in the history and change nothing", async () => {
    await open().apply(PROJECT, [set(["a"], "dismissed")], BEA);
    now += 1_000;
    const offline = set(["a", "b"], "resolved", 2_500);
    const [result] = await open().apply(PROJECT, [offline], ANA);
    expect(result).toMatchObject({ changed: 1, skipped: 1, skippedIds: ["a"] });
    expect(await statuses()).toMatchObject({ a: "dismissed", b: "resolved" });
    expect(await history("a")).toEqual([
      { kind: "set", to_value: "dismissed", set_by_name: "Bea" },
      { kind: "superseded", to_value: "resolved", set_by_name: "Ana" },
    ]);
  });

  test("made before a change on the platform that was read since change nothing", async () => {
    // Read at 1 s and 2 s after the decision: the platform changed in between.
    await mirrored(database, PROJECT, [{ id: "a" }], now + 1_000);
    await mirrored(database, PROJECT, [{ id: "a", status: "dismissed" }], now + 2_000);
    // Read only at 2 s: the platform may have changed before the decision.
    await mirrored(database, PROJECT, [{ id: "b", status: "dismissed" }], now + 2_000);
    now += 3_000;
    const [result] = await open().apply(PROJECT, [set(["a", "b"], "resolved", 3_000)], ANA);
    expect(result).toMatchObject({ changed: 1, skipped: 1 });
    expect(await statuses()).toMatchObject({ a: "dismissed", b: "resolved" });
    expect((await history("a")).at(-1)).toEqual({
      kind: "superseded",
      to_value: "resolved",
      set_by_name: "Ana",
    });
  });

  rule("of one person stay in the order of arrival on a slow network", async () => {
    await open().apply(PROJECT, [set(["a"], "dismissed", 0)], ANA);
    await open().apply(PROJECT, [set(["a"], "resolved", 50_000)], ANA);
    expect((await statuses()).a).toBe("resolved");
  });

  rule("of one person's other browser, made long before, change nothing", async () => {
    await open().apply(PROJECT, [set(["a"], "dismissed", 0)], ANA);
    const [result] = await open().apply(PROJECT, [set(["a"], "resolved", 600_000)], ANA);
    expect(result).toMatchObject({ changed: 0, skipped: 1 });
    expect((await statuses()).a).toBe("dismissed");
  });

  rule("that waited in a browser for days keep what a teammate decided later", async () => {
    const day = 86_400_000;
    now += 20 * day;
    await open().apply(PROJECT, [set(["a"], "dismissed", 2.5 * day)], BEA);
    const [result] = await open().apply(PROJECT, [set(["a"], "resolved", 3 * day)], ANA);
    expect(result).toMatchObject({ changed: 0, skipped: 1 });
    expect((await statuses()).a).toBe("dismissed");
  });

  rule("have whole times, also when a browser's clock is finer", async () => {
    await open().apply(PROJECT, [set(["a"], "resolved", 0.5)], ANA);
    const { set_at } = await database.query
      .selectFrom("feedback_state")
      .select("set_at")
      .where("feedback_id", "=", "a")
      .executeTakeFirstOrThrow();
    expect(Number.isInteger(set_at)).toBe(true);
  });

  test("that a browser sends again after weeks have the results that the history shows", async () => {
    await open().apply(PROJECT, [set(["a"], "dismissed")], BEA);
    const late = set(["a", "b"], "resolved", 10_000);
    const [first] = await open().apply(PROJECT, [late], ANA);
    now += 20 * 86_400_000;
    await open().apply(PROJECT, [set(["c"], "resolved")], BEA);
    expect(await open().apply(PROJECT, [{ ...late, age: 20 * 86_400_000 }], ANA)).toEqual([first]);
  });

  test("are in the history in the order in which they were made", async () => {
    await open().apply(PROJECT, [set(["a"], "dismissed")], BEA);
    const early = set(["a"], "resolved", 5_000);
    // Within the tolerance: the order of arrival counts, and the history shows no older time above.
    const close = set(["a"], "in_progress", 500);
    await open().apply(PROJECT, [early, close], ANA);
    const shown = await itemHistory(database.query, PROJECT, "a");
    expect(shown.map(({ to, at }) => [to, at])).toEqual([
      ["resolved", now - 5_000],
      ["dismissed", now],
      ["in_progress", now],
    ]);
  });

  test("is rejected if its items were deleted, and applied to those that weren't", async () => {
    const decisions = open();
    const results = await decisions.apply(
      PROJECT,
      [set(["gone"], "resolved"), assign(["gone", "too"], "bea"), set(["gone", "a"], "resolved")],
      ANA,
    );
    expect(results).toMatchObject([
      { outcome: "rejected", message: "This item was deleted." },
      { outcome: "rejected", message: "These items were deleted." },
      { outcome: "applied", changed: 1 },
    ]);
  });

  test("assign items once, and leave out those that the person has already", async () => {
    const decision = assign(["a", "b", "unknown"], "bea");
    const first = await open().apply(PROJECT, [decision], ANA);
    expect(first).toEqual([{ id: decision.id, outcome: "applied", changed: 2, skipped: 0 }]);
    expect(await open().apply(PROJECT, [decision], ANA)).toEqual(first);
    now += 20 * 86_400_000;
    expect(await open().apply(PROJECT, [assign(["b", "c"], "bea")], ANA)).toMatchObject([
      { changed: 1 },
    ]);
    // The results are forgotten by now, the history isn't.
    expect(await open().apply(PROJECT, [decision], ANA)).toEqual(first);
    await open().apply(PROJECT, [assign(["a"], null)], BEA);
    expect(await assignees()).toEqual({ b: "bea", c: "bea" });
    expect(await statuses()).toEqual({ a: "pending", b: "pending", c: "pending" });
    const shown = await itemHistory(database.query, PROJECT, "a");
    expect(shown.map(({ field, kind, from, to, by }) => [field, kind, from, to, by])).toEqual([
      ["assignee", "set", "", "bea", "Ana"],
      ["assignee", "set", "bea", "", "Bea"],
    ]);
  });

  test("assign to nobody who has no active account", async () => {
    const [rejected, applied] = await open().apply(
      PROJECT,
      [assign(["a"], "gone"), set(["a"], "resolved")],
      ANA,
    );
    expect(rejected).toMatchObject({
      outcome: "rejected",
      message: expect.stringMatching("exist"),
    });
    expect(applied).toMatchObject({ outcome: "applied", changed: 1 });
    expect(await assignees()).toEqual({});
  });

  test("undo and redo an assignment, apart from the status", async () => {
    const [first, second] = [assign(["a", "b"], "bea"), assign(["a", "b"], "ana")];
    const undo = { kind: "undo", id: newId(), age: 0, of: second.id } as const;
    await open().apply(PROJECT, [first, second, set(["a"], "resolved")], ANA);
    await open().apply(PROJECT, [assign(["b"], null)], BEA);
    expect(await open().apply(PROJECT, [undo], ANA)).toMatchObject([
      { changed: 1, skippedIds: ["b"] },
    ]);
    expect(await assignees()).toEqual({ a: "bea" });
    // A teammate's change of the status doesn't keep the assignment from being redone.
    await open().apply(PROJECT, [set(["a"], "dismissed")], BEA);
    const redo = { ...assign(["a", "b"], "ana"), redoes: second.id };
    expect(await open().apply(PROJECT, [redo], ANA)).toMatchObject([{ changed: 1, skipped: 0 }]);
    expect(await assignees()).toEqual({ a: "ana" });
    expect((await statuses()).a).toBe("dismissed");
    const undoFirst = { kind: "undo", id: newId(), age: 0, of: first.id } as const;
    expect(await open().apply(PROJECT, [undoFirst], ANA)).toMatchObject([
      { changed: 0, skippedIds: ["a", "b"] },
    ]);
  });

  rule("assign nothing that a teammate assigned later", async () => {
    await open().apply(PROJECT, [assign(["a"], "bea")], BEA);
    now += 1_000;
    const [result] = await open().apply(PROJECT, [assign(["a", "b"], "ana", 2_500)], ANA);
    expect(result).toMatchObject({ changed: 1, skippedIds: ["a"] });
    expect(await assignees()).toEqual({ a: "bea", b: "ana" });
    expect(await history("a")).toEqual([
      { kind: "set", to_value: "bea", set_by_name: "Bea" },
      { kind: "superseded", to_value: "ana", set_by_name: "Ana" },
    ]);
  });

  test("reach the platform later if it failed or the process died in between", async () => {
    const written: [string[], string][] = [];
    const failing = open(() => Promise.reject(new Error("the platform's database is locked")));
    await failing.apply(PROJECT, [set(["a"], "resolved")], ANA);
    expect((await statuses()).a).toBe("resolved");
    const working = open(async (_project, ids, status) => void written.push([[...ids], status]));
    await working.apply(PROJECT, [set(["b"], "dismissed")], ANA);
    expect(written).toEqual([
      [["a"], "resolved"],
      [["b"], "dismissed"],
    ]);
  });

  test("leave the items as the last of them says, whatever is resent", async () => {
    const step = fc.record({
      ids: fc.subarray(ITEMS, { minLength: 1 }),
      status: fc.constantFrom(...STATUSES),
      resend: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        await reset();
        const expected: Record<string, string> = { a: "pending", b: "pending", c: "pending" };
        const sent: ReceivedDecision[] = [];
        for (const { ids, status, resend } of steps) {
          const decision = set(ids, status);
          sent.push(decision);
          for (const id of ids) expected[id] = status;
          await open().apply(PROJECT, resend ? sent : [decision], ANA);
        }
        expect(await statuses()).toEqual(expected);
      }),
      { numRuns: 15 },
    );
  });
});
