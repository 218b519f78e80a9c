import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { loadFilters, NO_FILTERS, resolveFilters } from "../../lib/filters/feedback-filters.ts";
import { NOISE_RULES } from "../../lib/noise/noise.ts";
import { cleanPages } from "../../lib/services/clean-pages.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { itemHistory } from "../../lib/store/write/history.ts";
import { scoreStoredItems } from "../../lib/store/write/score-stored.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const ADA = { id: "ada", name: "Ada" };

/** Differences between items, counts, and searches. Nothing was synced in these tests. */
async function wrongCounts(store: TestDatabase<StoreSchema>): Promise<string[]> {
  return (await verifyStore(store)).filter((problem) => !problem.includes("sync state"));
}

describe.each(engines)("noise ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  let now = 1_000;
  beforeAll(async () => {
    store = await openTestStore(engine, "noise");
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    for (const table of ["feedback", "feedback_not_noise", "noise_scan", "feedback_event"] as const)
      await store.query.deleteFrom(table).execute();
    await write(
      ...[item("real", "Step 3 fails"), item("hello", "Hello!"), item("again", "hello")],
      ...[item("keys", "asdfgh"), item("vote", null), item("unhelpful", "hello", false)],
    );
  });

  const item = (id: string, comment: string | null, helpful: boolean | null = true) =>
    mirrored({ id, comment, helpful });
  const write = (...items: ReturnType<typeof mirrored>[]) =>
    store.query
      .transaction()
      .execute((trx) => upsertFeedback(trx, "docs", items, now++))
      .then(() => undefined);
  const filtered = (query: string) => resolveFilters(loadFilters(query), ADA.id, now);
  const ids = async (query: string) => {
    const page = { limit: 50, cursor: null };
    const { feedback } = await createFeedbackStore(store).page("docs", filtered(query), page);
    return feedback.map(({ id }) => id).sort();
  };
  const reasons = async () => {
    const rows = await store.query.selectFrom("feedback").select(["id", "noise"]).execute();
    return Object.fromEntries(rows.flatMap((row) => (row.noise ? [[row.id, row.noise]] : [])));
  };
  const decide = async (decision: Record<string, unknown>) => {
    const decisions = createDecisions({
      database: store,
      clock: { now: () => now++ },
      statusWrites: null,
    });
    const [result] = await decisions.apply("docs", [{ age: 0, ...decision } as never], ADA);
    return result;
  };
  const restore = (id: string, of: string[], more = {}) =>
    decide({ kind: "restore", id, ids: of, ...more });

  test("is left out or listed by a filter, and counts in everything else", async () => {
    expect(await reasons()).toEqual({ hello: "greeting", again: "greeting", keys: "mashing" });
    expect(await ids("noise=false")).toEqual(["real", "unhelpful", "vote"]);
    expect(await ids("noise=true&q=hello")).toEqual(["again", "hello"]);
    expect(await ids("bareVote=false&noise=false")).toEqual(["real", "unhelpful"]);
    expect(await ids("")).toHaveLength(6);
    const feedback = createFeedbackStore(store);
    const facets = await feedback.facets("docs", filtered("noise=false&helpful=true"));
    expect(facets).toMatchObject({ total: 2, all: 6, noise: 3, status: { pending: 2 } });
    const pages = { sort: "rank", limit: 9, cursor: null } as const;
    const [page] = (await feedback.pages("docs", NO_FILTERS, pages)).pages;
    expect(page).toMatchObject({ total: 6, up: 5, down: 1 });
  });

  test("is restored with all that have the same text, also those that come later", async () => {
    expect(await restore("decision-1", ["hello"])).toMatchObject({ changed: 2, skipped: 0 });
    expect(await reasons()).toEqual({ keys: "mashing" });
    await write(item("later", "HELLO!!"), item("more keys", "asdfgh"));
    expect(await reasons()).toEqual({ keys: "mashing", "more keys": "mashing" });
    expect(await restore("decision-2", ["hello", "real"])).toMatchObject({ changed: 0 });
    expect(await wrongCounts(store)).toEqual([]);
  });

  test("comes back when the restoring is undone, and goes when it is redone", async () => {
    await restore("decision-3", ["again"]);
    await decide({ kind: "undo", id: "decision-4", of: "decision-3" });
    expect(await reasons()).toMatchObject({ hello: "greeting", again: "greeting" });
    const redone = await restore("decision-5", ["again"], { redoes: "decision-3" });
    expect(redone).toMatchObject({ changed: 2 });
    expect(await reasons()).toEqual({ keys: "mashing" });
    const history = await itemHistory(store.query, "docs", "hello");
    expect(history.map(({ kind, field, from, to, by }) => [kind, field, from, to, by])).toEqual([
      ["set", "noise", "greeting", "", "Ada"],
      ["undo", "noise", "", "greeting", "Ada"],
      ["set", "noise", "greeting", "", "Ada"],
    ]);
    const query = { person: null, before: null };
    const { events } = await createFeedbackStore(store).history("docs", query);
    expect(events.map(({ undoable }) => undoable)).toEqual([2, 0, 0]);
  });

  test("comes back with what arrived meanwhile, and goes with it", async () => {
    await restore("decision-7", ["hello"]);
    await write(item("later", "HELLO!!"), item("rated", "hello", false));
    expect(await reasons()).toEqual({ keys: "mashing" });
    const undone = await decide({ kind: "undo", id: "decision-8", of: "decision-7" });
    expect(undone).toMatchObject({ changed: 3, skipped: 0 });
    const greetings = { hello: "greeting", again: "greeting", later: "greeting" };
    expect(await reasons()).toEqual({ ...greetings, keys: "mashing" });
    const history = await itemHistory(store.query, "docs", "later");
    expect(history).toMatchObject([{ kind: "undo", from: "", to: "greeting", by: "Ada" }]);
    const ids = ["hello", "again"];
    const redone = await restore("decision-9", ids, { redoes: "decision-7" });
    expect(redone).toMatchObject({ changed: 3 });
    expect(await reasons()).toEqual({ keys: "mashing" });
    expect(await wrongCounts(store)).toEqual([]);
  });

  test("stays restored by each text that an item had", async () => {
    await restore("decision-20", ["hello"]);
    await write(item("hello", "asdfgh"));
    expect(await restore("decision-21", ["hello"])).toMatchObject({ changed: 2 });
    await write(item("other greeting", "hello"), item("other keys", "asdfgh"));
    expect(await reasons()).toEqual({});
    await decide({ kind: "undo", id: "decision-22", of: "decision-21" });
    expect(Object.keys(await reasons()).sort()).toEqual(["hello", "keys", "other keys"]);
  });

  test("follows what a reader writes instead", async () => {
    await write(item("hello", "hello, the link is broken"), item("real", "test"));
    expect(await reasons()).toEqual({ again: "greeting", keys: "mashing", real: "test" });
  });

  test("is found in what the mirror reads", async () => {
    const entries = [item("new", "Hello!"), item("other", "Step 3 fails")].map(
      ({ noise: _, ...read }) => read,
    );
    const clean = cleanPages(parseConfig({}));
    const page = await clean(store.query, { entries, rejected: [], observedAt: 1 });
    expect(page.entries).toMatchObject([{ noise: { reason: "greeting" } }, { noise: null }]);
  });

  test("isn't praise, which is left out or listed in the same way", async () => {
    await write(item("thanks", "Very clear, thanks"), item("but", "Thanks, but step 3 fails"));
    expect(await ids("praise=true")).toEqual(["thanks"]);
    expect(await ids("praise=false&noise=false")).toEqual(["but", "real", "unhelpful", "vote"]);
    await store.query.updateTable("feedback").set({ praise: 0 }).execute();
    expect(await ids("praise=true")).toEqual([]);
    while (await scoreStoredItems(store.query, NOISE_RULES)) expect(await ids("")).toHaveLength(8);
    expect(await ids("praise=true")).toEqual(["thanks"]);
    expect(await wrongCounts(store)).toEqual([]);
  });

  test("is found among what an earlier version stored, once", async () => {
    await restore("decision-6", ["keys"]);
    await store.query.updateTable("feedback").set({ noise: null, noise_key: null }).execute();
    let steps = 0;
    while (await scoreStoredItems(store.query, NOISE_RULES, 4)) steps += 1;
    expect(steps).toBe(2);
    expect(await reasons()).toEqual({ hello: "greeting", again: "greeting" });
    expect(await ids("noise=true")).toEqual(["again", "hello"]);
    expect(await scoreStoredItems(store.query, NOISE_RULES)).toBe(false);
  });
});
