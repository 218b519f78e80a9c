import fc from "fast-check";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ReceivedDecision } from "../../lib/contract/api/decisions.ts";
import {
  GROUP_SIZES,
  NO_FILTERS,
  type ResolvedFilters,
} from "../../lib/filters/feedback-filters.ts";
import { indexSomeGroups } from "../../lib/similar/index-groups.ts";
import { Lookahead } from "../../lib/similar/lookahead.ts";
import { similarItems } from "../../lib/similar/similar-items.ts";
import { feedbackFacets } from "../../lib/store/counts/facets.ts";
import { removeItems } from "../../lib/store/deletion/remove-items.ts";
import { feedbackPage } from "../../lib/store/list/list.ts";
import { createNotificationStore } from "../../lib/store/people/notifications.ts";
import { forgetPerson } from "../../lib/store/people/notify.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import {
  indexFeedbackText,
  lockAllFeedback,
  lockFeedbackWrites,
} from "../../lib/store/write/write-lock.ts";
import { engines, openTestStore, ruleTest, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { rounds } from "../support/rounds.ts";
import { setGroup, setNotSimilar, setTeamStatus, undoGroup } from "../support/set-fields.ts";

const BROKEN = "The link to the installation guide at the bottom is broken";
const ADA = { id: "ada", name: "Ada" };
const SYNCED = Date.parse("2026-10-02T00:00:00Z");

describe.each(engines)("groups on $name", (engine) => {
  const rule = ruleTest(engine);
  let store: TestDatabase<StoreSchema>;
  beforeEach(async () => {
    store = await openTestStore(engine, "groups");
  });
  afterEach(() => store.close());

  const sync = async (entries: Record<string, unknown>[], at = SYNCED) => {
    await store.query
      .transaction()
      .execute((trx) => upsertFeedback(trx, "docs", entries.map(mirrored), at));
  };
  const index = async (limit?: number) => {
    let items = 0;
    for (;;) {
      const step = await indexSomeGroups(store.query, limit);
      if (!step) return items;
      items += step.items;
    }
  };
  /** The items of each group, groups and items in order. */
  const groups = async () => {
    const rows = await store.query
      .selectFrom("feedback_group_member")
      .select(["group_id", "feedback_id"])
      .where("group_id", "is not", null)
      .orderBy("feedback_id")
      .execute();
    const byGroup = Map.groupBy(rows, (row) => row.group_id);
    return [...byGroup.values()].map((own) => own.map((row) => row.feedback_id));
  };
  const recurrences = async () => {
    const rows = await store.query
      .selectFrom("feedback_group_member")
      .select("feedback_id")
      .where("is_recurrence", "=", 1)
      .orderBy("feedback_id")
      .execute();
    return rows.map((row) => row.feedback_id);
  };
  const wrongCounts = async () =>
    (await verifyStore(store)).filter((problem) => problem.includes("similar"));
  const regroup = (change: string, ids: string[], other: string | null) =>
    store.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      await setGroup(trx, "docs", ids, { change, at: SYNCED, by: "Ada", byId: null, with: other });
    });
  const undo = (change: string) =>
    store.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      await undoGroup(trx, "docs", { change, at: SYNCED + 4, by: "Ada", byId: null });
    });
  const split = (ids: string[]) => regroup("split", ids, null);
  const unsplit = () => undo("split");
  const resolve = (ids: string[], at: number, byId: string | null = null) =>
    store.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      const set = { status: "resolved", change: `change-${at}-${byId}`, at, by: "Ada", byId };
      await setTeamStatus(trx, "docs", ids, set);
      await indexFeedbackText(trx);
    });

  test("have the items that say the same, whatever the steps", async () => {
    await sync([
      { id: "a", comment: BROKEN },
      { id: "b", comment: `${BROKEN}!!`, path: "/quickstart" },
      { id: "c", comment: "Step 3 of the quickstart is missing the flag for the region" },
      { id: "d", comment: "Step 4 of the quickstart is missing the flag for the region" },
      { id: "e", comment: "absolutely" },
      { id: "f", comment: "absolutely not" },
      { id: "g", comment: BROKEN.toUpperCase() },
      { id: "vote", helpful: true },
    ]);
    expect(await index(2)).toBe(7);
    expect(await groups()).toEqual([["a", "b", "g"]]);
    await sync([{ id: "h", comment: "ABSOLUTELY." }], SYNCED + 1);
    await index();
    expect(await groups()).toEqual([
      ["a", "b", "g"],
      ["e", "h"],
    ]);
    expect(await wrongCounts()).toEqual([]);
    // An unchanged item isn't looked at again.
    await sync([{ id: "a", comment: BROKEN }], SYNCED + 2);
    expect(await index()).toBe(0);
  });

  test("have what an item says now, though it was prepared when it said something else", async () => {
    await sync([
      { id: "a", comment: BROKEN },
      { id: "b", comment: "Step 3 of the quickstart is missing the flag for the region" },
    ]);
    const lookahead = new Lookahead(store.read);
    await indexSomeGroups(store.query, 1, lookahead);
    await sync([{ id: "b", comment: `${BROKEN}!` }], SYNCED + 1);
    await indexSomeGroups(store.query, 1, lookahead);
    expect(await groups()).toEqual([["a", "b"]]);
  });

  test("have the facets and the page of their items, whatever happens to those", async () => {
    await sync([
      { id: "a", comment: BROKEN },
      { id: "b", comment: BROKEN, path: "/quickstart" },
    ]);
    await index();
    const inGroups = async (filters: Partial<ResolvedFilters>) => {
      const listed = { ...NO_FILTERS, grouped: true, groupSize: "2" as const, ...filters };
      const page = { limit: 10, cursor: null };
      const { feedback } = await feedbackPage(store, "docs", listed, page);
      const { total } = await feedbackFacets(store, "docs", listed);
      return { rows: feedback.map(({ id, group }) => [id, group?.pages ?? 0]), total };
    };
    expect(await inGroups({ status: ["pending"] })).toEqual({ rows: [["b", 2]], total: 2 });
    await resolve(["b"], SYNCED + 1);
    expect(await inGroups({ status: ["pending"] })).toEqual({ rows: [["a", 0]], total: 1 });
    await sync([{ id: "b", comment: BROKEN, createdAt: "2026-09-01T00:00:00Z" }], SYNCED + 2);
    expect(await inGroups({})).toEqual({ rows: [["a", 1]], total: 2 });
    expect(await inGroups({ q: "guide" })).toEqual({ rows: [["a", 1]], total: 2 });
    expect(await wrongCounts()).toEqual([]);
    await sql`update feedback_group_member set page = '/other'`.execute(store.query);
    expect(await wrongCounts()).toEqual([
      "2 items in groups of similar items differ from the index",
    ]);
  });

  test("are counted by size, whatever happens to their items", async () => {
    const ids = Array.from({ length: 40 }, (_, number) => `item_${number}`);
    await sync(ids.map((id) => ({ id, comment: `Something else is wrong in ${id}` })));
    await index();
    let step = 0;
    const next = () => `step-${++step}`;
    const item = fc.constantFrom(...ids);
    const some = fc.uniqueArray(item, { minLength: 1, maxLength: 30 });
    const move = fc.record({ ids: some, other: fc.option(item) });
    const actions = fc.oneof(
      { weight: 4, arbitrary: move.map((way) => () => regroup(next(), way.ids, way.other)) },
      fc.constant(() => undo(`step-${step}`)),
      some.map((chosen) => () => resolve(chosen, SYNCED + ++step)),
      some.map(
        (chosen) => () =>
          sync(
            chosen.map((id) => ({ id, helpful: true })),
            SYNCED + ++step,
          ),
      ),
      some.map((chosen) => () => remove(chosen.slice(0, 2))),
      fc.constant(() => index()),
    );
    const remove = (chosen: string[]) =>
      store.query.transaction().execute((trx) => removeItems(trx, "docs", chosen));
    await fc.assert(
      fc.asyncProperty(fc.array(actions, { minLength: 5, maxLength: 15 }), async (chosen) => {
        for (const act of chosen) {
          await act();
          expect(await wrongCounts()).toEqual([]);
        }
        const sizes = (await groups()).map(({ length }) => length);
        for (const groupSize of GROUP_SIZES) {
          const { total } = await feedbackFacets(store, "docs", { ...NO_FILTERS, groupSize });
          const large = sizes.filter((size) => size >= Number(groupSize));
          expect(total).toBe(large.reduce((sum, size) => sum + size, 0));
        }
      }),
      rounds(5),
    );
    await sql`update feedback_large_group set items = items + 1 where minimum = 25`.execute(
      store.query,
    );
    expect(await wrongCounts()).toEqual([
      expect.stringContaining("counts of large groups of similar items are wrong"),
    ]);
  });

  test("don't chain: members are compared with the representative", async () => {
    const texts = [BROKEN, `${BROKEN} everywhere`, `${BROKEN} everywhere unfortunately too`];
    for (const [at, comment] of texts.entries()) {
      await sync([{ id: `item ${at}`, comment }], SYNCED + at);
      await index();
    }
    expect(await groups()).toEqual([["item 0", "item 1"]]);
  });

  test("follow texts that change, and lose items that are deleted", async () => {
    await sync(["a", "b", "c"].map((id) => ({ id, comment: BROKEN })));
    await index();
    await sync([{ id: "b", comment: "This is about something else entirely now" }], SYNCED + 1);
    await index();
    expect(await groups()).toEqual([["a", "c"]]);
    await store.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      await removeItems(trx, "docs", ["a"]);
    });
    expect(await groups()).toEqual([["c"]]);
    await index();
    // Another member represents the group now.
    await sync([{ id: "d", comment: BROKEN }], SYNCED + 2);
    await index();
    expect(await groups()).toEqual([["c", "d"]]);
    expect(await wrongCounts()).toEqual([]);
  });

  rule("go on without a representative whose text changes", async () => {
    const other = "Please add a sample for webhooks with retries";
    await sync(["a", "b", "c", "d"].map((id) => ({ id, comment: BROKEN })));
    await sync(["x", "y"].map((id) => ({ id, comment: other })));
    await index();
    // Each in turn represents the group.
    for (const [at, id] of ["a", "b"].entries()) {
      await sync([{ id, comment: other }], SYNCED + at + 1);
      await index();
    }
    expect(await groups()).toEqual([
      ["a", "b", "x", "y"],
      ["c", "d"],
    ]);
    await sync([{ id: "e", comment: BROKEN }], SYNCED + 3);
    await index();
    // All of them say something else now, but the same as each other.
    const changed = ["c", "d", "e"].map((id) => ({
      id,
      comment: "The search finds nothing at all",
    }));
    await sync(changed, SYNCED + 4);
    await index();
    expect(await groups()).toEqual([
      ["a", "b", "x", "y"],
      ["c", "d", "e"],
    ]);
    expect(await wrongCounts()).toEqual([]);
  });

  test("have one representative after what people changed is undone", async () => {
    await sync(["a", "b", "c"].map((id) => ({ id, comment: BROKEN })));
    await index();
    const representatives = async () =>
      (await store.query.selectFrom("feedback_representative").select("feedback_id").execute())
        .length;
    await split(["c"]);
    await index();
    expect(await representatives()).toBe(2);
    await unsplit();
    await index();
    expect(await groups()).toEqual([["a", "b", "c"]]);
    expect(await representatives()).toBe(1);
  });

  test("are split and merged by people, which can be undone and stays", async () => {
    const other = "Please add a sample for webhooks with retries";
    await sync([
      ...["a", "b", "c"].map((id) => ({ id, comment: BROKEN })),
      { id: "d", comment: other },
      { id: "e", comment: other },
    ]);
    await index();
    const decisions = createDecisions({
      database: store,
      clock: { now: () => SYNCED },
      statusWrites: null,
    });
    const apply = async (...made: unknown[]) => {
      const [result] = await decisions.apply("docs", made as ReceivedDecision[], ADA);
      await index();
      return result;
    };
    const split = { kind: "group", id: "decision-1", age: 0, ids: ["b"], with: null };
    expect(await apply(split)).toMatchObject({ outcome: "applied", changed: 1 });
    // It arrives again, and so does the item with the next sync.
    expect(await apply(split)).toMatchObject({ outcome: "applied", changed: 1 });
    await sync([{ id: "b", comment: `${BROKEN}!`, createdAt: "2026-10-01T09:00:00Z" }], SYNCED + 1);
    await index();
    expect(await groups()).toEqual([
      ["a", "c"],
      ["d", "e"],
    ]);
    const merge = { kind: "group", id: "decision-2", age: 0, ids: ["d", "e"], with: "a" };
    expect(await apply(merge)).toMatchObject({ changed: 2 });
    expect(await groups()).toEqual([["a", "c", "d", "e"]]);
    // What resembles a merged item joins as well.
    await sync([{ id: "f", comment: other }], SYNCED + 2);
    await index();
    expect(await groups()).toEqual([["a", "c", "d", "e", "f"]]);
    expect(await apply({ kind: "undo", id: "decision-3", age: 0, of: "decision-2" })).toMatchObject(
      { changed: 2 },
    );
    expect(await apply({ kind: "undo", id: "decision-4", age: 0, of: "decision-1" })).toMatchObject(
      { changed: 1 },
    );
    const [first, second] = await groups();
    expect(first).toEqual(expect.arrayContaining(["a", "b", "c"]));
    expect(second).toEqual(["d", "e"]);
    expect(await wrongCounts()).toEqual([]);
  });

  rule("aren't changed by a decision that arrives after a later one", async () => {
    await sync(["a", "b", "c"].map((id) => ({ id, comment: BROKEN })));
    await index();
    const decisions = createDecisions({
      database: store,
      clock: { now: () => SYNCED },
      statusWrites: null,
    });
    const split: ReceivedDecision = { kind: "group", id: "split", age: 0, ids: ["b"], with: null };
    await decisions.apply("docs", [split], ADA);
    // Made offline, an hour earlier.
    const ids = ["b", "c"];
    const late: ReceivedDecision = { ...split, id: "late", age: 3_600_000, ids, with: "a" };
    const by = { id: "tri", name: "Tri" };
    expect(await decisions.apply("docs", [late], by)).toMatchObject([
      { outcome: "applied", changed: 0, skipped: 1, skippedIds: ["b"] },
    ]);
    expect(await groups()).toEqual([["a", "c"]]);
    expect(await wrongCounts()).toEqual([]);
  });

  rule("aren't changed by a redo after someone else changed them", async () => {
    await sync(["a", "b", "c", "d"].map((id) => ({ id, comment: BROKEN })));
    await index();
    const tri = { id: "tri", name: "Tri" };
    const decisions = createDecisions({
      database: store,
      clock: { now: () => SYNCED },
      statusWrites: null,
    });
    const apply = async (made: unknown, by = ADA) => {
      const [result] = await decisions.apply("docs", [made as ReceivedDecision], by);
      await index();
      return result;
    };
    const split = { kind: "group", id: "decision-1", age: 0, ids: ["b", "c", "d"], with: null };
    await apply(split);
    // The undo leaves this one where it is.
    await apply({ ...split, id: "decision-2", ids: ["d"], with: "a" });
    await apply({ kind: "undo", id: "decision-3", age: 0, of: "decision-1" });
    await apply({ ...split, id: "decision-4", ids: ["c"] }, tri);
    await apply({ ...split, id: "decision-5", ids: ["c"], with: "a" }, tri);
    expect(await groups()).toEqual([["a", "b", "c", "d"]]);
    const redo = { ...split, id: "decision-6", redoes: "decision-1" };
    expect(await apply(redo)).toMatchObject({ changed: 1, skipped: 1, skippedIds: ["c"] });
    expect(await groups()).toEqual([["a", "c", "d"]]);
    expect(await wrongCounts()).toEqual([]);
  });

  test("suggest what is less similar, until someone says that it isn't", async () => {
    const saved = "When I press the Save button on the settings page nothing happens at all";
    const changed = saved.replace("Save", "Delete");
    await sync([
      { id: "a", comment: saved },
      { id: "b", comment: saved },
      { id: "c", comment: changed },
    ]);
    await index();
    const similar = (id: string) => similarItems(store.query, null, "docs", id);
    const before = await similar("c");
    expect(before.ids).toEqual([]);
    expect(before.suggested).toHaveLength(1);
    expect(await similar("b")).toMatchObject({ ids: ["a"], items: [{ id: "a" }] });
    const decisions = createDecisions({
      database: store,
      clock: { now: () => SYNCED },
      statusWrites: null,
    });
    const from = before.suggested[0]?.item.id ?? "";
    await decisions.apply(
      "docs",
      [{ kind: "separate", id: "decision-1", age: 0, ids: ["c"], from }],
      ADA,
    );
    expect((await similar("c")).suggested).toEqual([]);
    await decisions.apply(
      "docs",
      [{ kind: "undo", id: "decision-2", age: 0, of: "decision-1" }],
      ADA,
    );
    expect((await similar("c")).suggested).toHaveLength(1);
    await decisions.apply(
      "docs",
      [{ kind: "separate", id: "decision-3", age: 0, ids: ["c"], from }],
      ADA,
    );
    await store.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      await removeItems(trx, "docs", ["c"]);
    });
    const rest = await store.query.selectFrom("feedback_not_similar").selectAll().execute();
    expect(rest).toEqual([]);
  });

  test("flag what is reported again after it was resolved", async () => {
    await sync([
      { id: "a", comment: BROKEN, status: "resolved" },
      { id: "b", comment: BROKEN },
    ]);
    await index();
    // Both are older than the sync that found them.
    expect(await recurrences()).toEqual([]);
    await sync([{ id: "c", comment: BROKEN, createdAt: "2026-10-03T08:00:00Z" }], SYNCED + 1);
    await index();
    expect(await recurrences()).toEqual([]);
    await resolve(["b", "c"], Date.parse("2026-10-04T00:00:00Z"));
    await sync(
      [
        { id: "d", comment: BROKEN, createdAt: "2026-10-03T09:00:00Z" },
        { id: "e", comment: BROKEN, createdAt: "2026-10-05T09:00:00Z" },
      ],
      SYNCED + 2,
    );
    await index();
    expect(await recurrences()).toEqual(["e"]);
  });

  rule("know when the team resolved a group that the platform had changed before", async () => {
    await sync([
      { id: "a", comment: BROKEN },
      { id: "b", comment: BROKEN },
    ]);
    await index();
    const changedAt = Date.parse("2026-10-04T00:00:00Z");
    await store.query.updateTable("feedback").set({ platform_changed_after: changedAt }).execute();
    await resolve(["a", "b"], Date.parse("2026-10-10T00:00:00Z"));
    await sync(
      [
        { id: "c", comment: BROKEN, createdAt: "2026-10-07T09:00:00Z" },
        { id: "d", comment: BROKEN, createdAt: "2026-10-11T09:00:00Z" },
      ],
      SYNCED + 1,
    );
    await index();
    expect(await recurrences()).toEqual(["d"]);
  });

  test("notify those who resolved what is reported again, once for all that is", async () => {
    const first = [{ id: "a" }, { id: "b" }, { id: "c" }];
    await sync(first.map((item) => ({ ...item, comment: BROKEN })));
    await index();
    const resolvedAt = Date.parse("2026-10-04T00:00:00Z");
    await resolve(["a"], resolvedAt - 2, "ada");
    await resolve(["b"], resolvedAt - 1, "bea");
    // Nobody knows who resolved it, as in decisions from before a person's ID was kept.
    await resolve(["c"], resolvedAt, null);
    await sync(
      [
        { id: "d", comment: BROKEN, createdAt: "2026-10-05T09:00:00Z" },
        { id: "e", comment: BROKEN, createdAt: "2026-10-05T10:00:00Z" },
      ],
      SYNCED + 2,
    );
    await index();
    // The group is open: what else is reported is no recurrence.
    await sync([{ id: "f", comment: BROKEN, createdAt: "2026-10-06T09:00:00Z" }], SYNCED + 3);
    await index();
    const { list } = createNotificationStore(store, () => SYNCED);
    for (const person of ["ada", "bea"]) {
      const { notifications, unread } = await list("docs", person, null);
      expect(unread).toBe(1);
      expect(notifications).toMatchObject([
        { kind: "recurrence", items: 2, by: null, feedbackId: "d", at: SYNCED + 2 },
      ]);
    }
    // An item that leaves the group, by hand or with another text, isn't a report of it anymore.
    const adas = async () => (await list("docs", "ada", null)).notifications;
    await split(["d"]);
    expect(await adas()).toMatchObject([{ items: 1, feedbackId: "e" }]);
    await unsplit();
    expect(await adas()).toMatchObject([{ items: 2, feedbackId: "d", isRead: false }]);
    await split(["d"]);
    expect(await recurrences()).toEqual(["e"]);
    // It joins another group.
    const changed = { comment: "Which versions does this page apply to, and since when?" };
    await sync(["x", "y"].map((id) => ({ id, ...changed })));
    await index();
    await sync([{ id: "e", createdAt: "2026-10-05T10:00:00Z", ...changed }], SYNCED + 4);
    await index();
    expect((await groups()).at(-1)).toEqual(["e", "x", "y"]);
    expect(await adas()).toEqual([]);
    expect(await recurrences()).toEqual([]);
  });

  test("stay reported again when all of them join another group, but not when one of them does", async () => {
    const other = { comment: "Which versions does this page apply to, and since when?" };
    await sync([
      ...["a", "b"].map((id) => ({ id, comment: BROKEN })),
      ...["x", "y"].map((id) => ({ id, ...other })),
    ]);
    await index();
    await resolve(["a", "b"], Date.parse("2026-10-04T00:00:00Z"), "ada");
    await sync([{ id: "c", comment: BROKEN, createdAt: "2026-10-05T09:00:00Z" }], SYNCED + 2);
    await index();
    const { list, markRead } = createNotificationStore(store, () => SYNCED + 3);
    await markRead("docs", "ada", { upTo: Number.MAX_SAFE_INTEGER });
    const adas = async () =>
      (await list("docs", "ada", null)).notifications.map(({ items, isRead }) => [items, isRead]);
    const reported = async () => [await recurrences(), await adas()];
    const before = [["c"], [[1, true]]];
    expect(await reported()).toEqual(before);
    await regroup("one", ["c"], "x");
    expect(await reported()).toEqual([[], []]);
    await undo("one");
    expect(await reported()).toEqual(before);
    await regroup("all", ["a", "b", "c"], "x");
    expect(await groups()).toEqual([["a", "b", "c", "x", "y"]]);
    expect(await reported()).toEqual(before);
    await undo("all");
    expect(await reported()).toEqual(before);
    expect(await wrongCounts()).toEqual([]);
  });

  rule("can be said not to be similar, however many they are", async () => {
    const many = Array.from({ length: 5_000 }, (_, index) => ({ id: `vote-${index}` }));
    await sync([{ id: "a", comment: BROKEN }, ...many]);
    const changed = await store.query.transaction().execute(async (trx) => {
      await lockFeedbackWrites(trx, "docs");
      const ids = many.map(({ id }) => id);
      return setNotSimilar(trx, "docs", ids, { other: "a", change: "separate" });
    });
    expect(changed).toHaveLength(many.length);
  });

  test("keep who decided when a later decision is undone, but not people whose account was deleted", async () => {
    await sync([
      { id: "a", comment: BROKEN },
      { id: "b", comment: BROKEN },
    ]);
    await index();
    const resolvedAt = Date.parse("2026-10-04T00:00:00Z");
    await resolve(["a", "b"], resolvedAt, "ada");
    const decisions = createDecisions({
      database: store,
      clock: { now: () => resolvedAt + 1 },
      statusWrites: null,
    });
    const dismiss = (id: string): ReceivedDecision[] => [
      { kind: "set", id, age: 0, ids: ["b"], status: "dismissed" },
    ];
    const BEA = { id: "bea", name: "Bea" };
    await decisions.apply("docs", dismiss("decision-1"), BEA);
    const deciders = async () => {
      const rows = await store.query
        .selectFrom("feedback_state")
        .select("set_by_id")
        .orderBy("feedback_id")
        .execute();
      return rows.map((row) => row.set_by_id);
    };
    expect(await deciders()).toEqual(["ada", "bea"]);
    const undo = (id: string, of: string): ReceivedDecision[] => [{ kind: "undo", id, age: 0, of }];
    const forgetAda = () =>
      store.query.transaction().execute(async (trx) => {
        await lockAllFeedback(trx);
        await forgetPerson(trx, "ada");
      });
    await decisions.apply("docs", undo("decision-2", "decision-1"), ADA);
    expect(await deciders()).toEqual(["ada", "ada"]);
    await decisions.apply("docs", dismiss("decision-3"), BEA);
    await forgetAda();
    await decisions.apply("docs", undo("decision-4", "decision-3"), ADA);
    expect(await deciders()).toEqual([null, null]);
  });
});
