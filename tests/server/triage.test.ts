import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { InvalidRequest, NotFound } from "../../lib/errors.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { triageServices } from "../../lib/services/triage-services.ts";
import { createFeedbackStore, type FeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import type { WriteStatus } from "../../lib/store/write/status-writes.ts";
import { createTriage, type Triage } from "../../lib/store/write/triage.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";
import { forgetJobs, mirrored, writingStatuses } from "../support/ledger.ts";

const PROJECT = "docs";

describe.each(anyEngine)("the team's status ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  let feedback: FeedbackStore;
  let triage: Triage;
  let now: number;

  beforeAll(async () => {
    database = await openTestStore(engine, "triage");
    feedback = createFeedbackStore(database);
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await forgetJobs(database);
    await database.query.deleteFrom("feedback").execute();
    await mirrored(database, PROJECT, [
      { id: "a" },
      { id: "b" },
      { id: "c", status: "in_progress" },
    ]);
    now = 1_000;
    triage = open(null);
  });

  const clock = { now: () => now };
  const open = (writeStatus: WriteStatus | null) =>
    createTriage({
      database,
      clock,
      statusWrites: writeStatus && writingStatuses(database, clock, writeStatus),
    });
  const read = (id: string, status: string) => {
    now += 1_000;
    return mirrored(database, PROJECT, [{ id, status }], now);
  };
  const statuses = async () => {
    const page = await feedback.page(PROJECT, NO_FILTERS, { limit: 9, cursor: null });
    const pairs = page.feedback.map((row) => [row.id, `${row.status}/${row.platformStatus}`]);
    return Object.fromEntries(pairs) as Record<string, string>;
  };
  const everything = async () => ({
    feedback: await database.query.selectFrom("feedback").selectAll().orderBy("id").execute(),
    states: await database.query
      .selectFrom("feedback_state")
      .selectAll()
      .orderBy("feedback_id")
      .execute(),
  });

  test("is shown beside the platform's, and is what lists and counts go by", async () => {
    const { changed } = await triage.setStatus(PROJECT, ["a", "c", "nowhere"], "resolved");
    expect(changed).toBe(2);
    expect(await statuses()).toEqual({
      a: "resolved/pending",
      b: "pending/pending",
      c: "resolved/in_progress",
    });
    const { status } = await feedback.facets(PROJECT, NO_FILTERS);
    expect(status).toMatchObject({ resolved: 2, pending: 1 });
    expect(await triage.setStatus("other", ["a"], "dismissed")).toEqual({ changed: 0, undo: null });
  });

  test("stays until the platform changes its own status", async () => {
    await triage.setStatus(PROJECT, ["a"], "resolved");
    await read("a", "pending");
    expect((await statuses()).a).toBe("resolved/pending");
    await read("a", "dismissed");
    expect((await statuses()).a).toBe("dismissed/dismissed");
    const { history } = await feedback.detail(PROJECT, "a");
    expect(history.map(({ kind, from, to }) => [kind, from, to])).toEqual([
      ["set", "pending", "resolved"],
      ["platform", "resolved", "dismissed"],
    ]);
  });

  test("stands beside the platform's if that one may have changed first, and can be found", async () => {
    // Requested before the decision and stored afterwards, and requested after it without a reading
    // in between: the platform may have changed before or after the decision.
    await triage.setStatus(PROJECT, ["a"], "dismissed", { id: "ana", name: "Ana" });
    await read("a", "resolved");
    expect((await statuses()).a).toBe("dismissed/resolved");
    const { history } = await feedback.detail(PROJECT, "a");
    expect(history.map(({ kind, from, to, by }) => [kind, from, to, by])).toEqual([
      ["set", "pending", "dismissed", "Ana"],
      ["kept", "dismissed", "resolved", "Ana"],
    ]);
    const differing = await feedback.page(
      PROJECT,
      { ...NO_FILTERS, differs: true },
      { limit: 9, cursor: null },
    );
    expect(differing.feedback.map(({ id }) => id)).toEqual(["a"]);
    expect((await feedback.facets(PROJECT, { ...NO_FILTERS, differs: false })).total).toBe(2);
    // The next change was read with a reading after the decision in between, so it is newer.
    await read("a", "in_progress");
    expect((await statuses()).a).toBe("in_progress/in_progress");
  });

  test("is the platform's again if a decision is undone that the platform changed under", async () => {
    const { undo } = await triage.setStatus(PROJECT, ["a"], "dismissed");
    await read("a", "resolved");
    await triage.undo(PROJECT, undo ?? "");
    expect((await statuses()).a).toBe("resolved/resolved");
  });

  test("undo restores the exact status before", async () => {
    await triage.setStatus(PROJECT, ["a"], "in_progress");
    const before = await everything();
    now += 5;
    const { undo } = await triage.setStatus(PROJECT, ["a", "b", "c"], "resolved");
    expect(await triage.undo(PROJECT, undo ?? "")).toEqual({ restored: 3, left: 0 });
    expect(await everything()).toEqual(before);
    expect(await triage.undo(PROJECT, undo ?? "")).toEqual({ restored: 0, left: 3 });
  });

  test("undo skips items that someone or the platform changed since", async () => {
    const { undo } = await triage.setStatus(PROJECT, ["a", "b", "c"], "resolved");
    await triage.setStatus(PROJECT, ["b"], "dismissed");
    await read("c", "in_progress");
    await read("c", "pending");
    expect(await triage.undo(PROJECT, undo ?? "")).toEqual({ restored: 1, left: 2 });
    expect(await statuses()).toEqual({
      a: "pending/pending",
      b: "dismissed/pending",
      c: "pending/pending",
    });
    await expect(triage.undo("other", undo ?? "")).rejects.toThrow(NotFound);
  });

  test("is written to the platform where possible, and undone there too", async () => {
    const written: string[] = [];
    const through = open(async (_project, ids, status) => {
      written.push(`${ids.toSorted().join(",")}: ${status}`);
    });
    const stale = now;
    now += 1;
    const { undo } = await through.setStatus(PROJECT, ["a", "c"], "resolved");
    expect(await statuses()).toMatchObject({ a: "resolved/resolved", c: "resolved/resolved" });
    // A page that was asked for before the change and arrives after it.
    await mirrored(database, PROJECT, [{ id: "a", status: "pending" }], stale);
    expect((await statuses()).a).toBe("resolved/resolved");
    await through.undo(PROJECT, undo ?? "");
    expect(await statuses()).toMatchObject({ a: "pending/pending", c: "in_progress/in_progress" });
    expect(written).toEqual(["a,c: resolved", "a: pending", "c: in_progress"]);
    const { history } = await feedback.detail(PROJECT, "a");
    expect(history.map(({ kind }) => kind)).toEqual(["set", "undo"]);
  });

  test("stays if the platform can't take it now, which gets the later status once it can", async () => {
    const written: string[] = [];
    let isDown = true;
    const failing = open(async (_project, ids, status) => {
      if (isDown) throw new Error("away");
      written.push(`${ids.join(",")}: ${status}`);
    });
    await failing.setStatus(PROJECT, ["a"], "resolved");
    expect((await statuses()).a).toBe("resolved/pending");
    isDown = false;
    await failing.setStatus(PROJECT, ["a"], "dismissed");
    expect((await statuses()).a).toBe("dismissed/dismissed");
    expect(written).toEqual(["a: dismissed"]);
  });

  test("of two changes at once, the platform gets the one that the team has", async () => {
    const platform = new Map<string, string>();
    const begun = Promise.withResolvers<void>();
    const may = Promise.withResolvers<void>();
    const slow = open(async (_project, ids, status) => {
      begun.resolve();
      await may.promise;
      for (const id of ids) platform.set(id, status);
    });
    const one = slow.setStatus(PROJECT, ["a"], "resolved");
    await begun.promise;
    const other = slow.setStatus(PROJECT, ["a"], "pending");
    await expect.poll(async () => (await statuses()).a).toBe("pending/pending");
    may.resolve();
    await Promise.all([one, other]);
    expect(platform.get("a")).toBe("pending");
    expect((await statuses()).a).toBe("pending/pending");
  });

  test("changes thousands of items at once, and rejects invalid IDs", async () => {
    const many = Array.from({ length: 1_200 }, (_, index) => ({ id: `m${index}` }));
    await mirrored(database, PROJECT, many);
    const ids = many.map(({ id }) => id);
    const { setStatus } = triageServices(triage, feedback);
    const set = (selected: string[], status: string) =>
      setStatus(PROJECT, { ids: selected }, status, { id: "ana", name: "Ana" });
    const { changed, undo } = await set([...ids, "m1"], "dismissed");
    expect(changed).toBe(1_200);
    expect((await triage.undo(PROJECT, undo ?? "")).restored).toBe(1_200);
    await expect(set([], "resolved")).rejects.toThrow(InvalidRequest);
    await expect(set(["a"], "done")).rejects.toThrow(InvalidRequest);
  });
});
