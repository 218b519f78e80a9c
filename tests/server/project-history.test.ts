import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { projectHistory } from "../../lib/store/reports/project-history.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const IDS = Array.from({ length: 500 }, (_, n) => `fb_${n}`);

describe.each(anyEngine)("the history of a project ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  let now = NOW;
  beforeAll(async () => {
    store = await openTestStore(engine, "history");
    const entries = IDS.map((id) => mirrored({ id, comment: `About ${id}` }));
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, NOW));
  });
  afterAll(() => store.close());

  const decide = async (name: string, decision: Record<string, unknown>) => {
    now += 120_000;
    const decisions = createDecisions({
      database: store,
      clock: { now: () => now },
      statusWrites: null,
      isActivePerson: async () => true,
    });
    const made = { kind: "set", age: 0, ...decision } as never;
    await decisions.apply("docs", [made], { id: name, name });
  };
  const history = async (person: string | null = null) => {
    const { events } = await projectHistory(store, "docs", { person, before: null });
    return events.map(({ by, kind, items, from, to, undoable }) => {
      return `${by} ${kind} ${items}: ${from} → ${to}, ${undoable}`;
    });
  };

  test("has a line per decision, with what can still be undone", async () => {
    await decide("Ada", { id: "decision-1", ids: IDS.slice(0, 2), status: "resolved" });
    await decide("Bea", { id: "decision-2", ids: IDS, status: "dismissed" });
    await decide("Ada", { kind: "assign", id: "decision-3", ids: ["fb_7"], assignee: "bea" });
    expect(await history()).toEqual([
      "Ada set 1:  → bea, 1",
      "Bea set 500: null → dismissed, 500",
      "Ada set 2: pending → resolved, 0",
    ]);
    await decide("Bea", { id: "decision-4", ids: ["fb_0"], status: "pending" });
    await decide("Ada", { kind: "undo", id: "decision-5", of: "decision-2" });
    expect(await history()).toEqual([
      "Ada undo 499: dismissed → null, 0",
      "Bea set 1: dismissed → pending, 1",
      "Ada set 1:  → bea, 1",
      "Bea set 500: null → dismissed, 0",
      "Ada set 2: pending → resolved, 1",
    ]);
    expect(await history("Bea")).toHaveLength(2);
    expect(await history("No\0body")).toEqual([]);
  });

  test("has groups, which can be undone as well", async () => {
    const ids = ["fb_3", "fb_4"];
    await decide("Ada", { kind: "group", id: "decision-group", ids, with: "fb_4" });
    const [event] = (await projectHistory(store, "docs", { person: null, before: null })).events;
    expect(event).toMatchObject({ field: "group", items: 2, from: "", undoable: 2 });
    await decide("Ada", { kind: "undo", id: "decision-apart", of: "decision-group" });
    expect((await history()).slice(0, 2)).toEqual([
      expect.stringMatching(/^Ada undo 2: [\w-]+ → , 0$/),
      expect.stringMatching(/^Ada set 2: {2}→ [\w-]+, 0$/),
    ]);
  });

  test("leaves out changes on the platform that weren't applied", async () => {
    const before = await history();
    const kept = { kind: "kept", at: now, from_value: "resolved", to_value: "pending" };
    await store.query
      .insertInto("feedback_event")
      .values({ project_id: "docs", feedback_id: "fb_2", ...kept })
      .execute();
    expect(await history()).toEqual(before);
  });

  test("continues where a page ended", async () => {
    for (let n = 0; n < 60; n += 1) {
      const status = n % 2 ? "pending" : "resolved";
      await decide("Cy", { id: `decision-cy-${n}`, ids: ["fb_9"], status });
    }
    const first = await projectHistory(store, "docs", { person: null, before: null });
    expect(first.events).toHaveLength(50);
    const rest = await projectHistory(store, "docs", { person: null, before: first.nextBefore });
    expect(rest.events).toHaveLength(17);
    expect(rest.nextBefore).toBeNull();
    expect(rest.events[0]).toMatchObject({ change: "decision-cy-9", subject: "About fb_9" });
  });
});
