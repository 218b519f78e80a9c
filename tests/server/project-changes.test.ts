import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { listen } from "../../lib/database/notifications.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createGrouping } from "../../lib/services/grouping.ts";
import { setReviewed } from "../../lib/store/jobs/review.ts";
import { saveReviewComment } from "../../lib/store/jobs/review-comments.ts";
import { createProjectChanges, type ProjectChanges } from "../../lib/store/project-changes.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createDecisions } from "../../lib/store/write/decisions.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored, openLedger } from "../support/ledger.ts";
import { LINK, request } from "../support/ledger-rig.ts";
import { until } from "../support/mirror-rig.ts";
import { ScriptedPlatform } from "../support/scripted-platform.ts";

/** Which parts of a project changed between two revisions. */
function changed(before: string | null, after: string | null): string[] {
  const [origin, ...counts] = String(before).split(".");
  const [newOrigin, ...newCounts] = String(after).split(".");
  if (origin !== newOrigin) return ["everything"];
  return ["feedback", "jobs"].filter((_, part) => counts[part] !== newCounts[part]);
}

describe.each(engines)("changes of a project ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  /** What another server process watches, on a connection of its own. */
  let changes: ProjectChanges;
  let close: () => Promise<void>;
  const onUnavailable = vi.fn();
  const now = 1_000_000;

  beforeAll(async () => {
    database = await openTestStore(engine, "changes");
    const other = openDatabase<StoreSchema>(database.location);
    changes = createProjectChanges(other, onUnavailable);
    close = async () => {
      await changes.stop();
      await other.close();
      await database.close();
    };
    await until(async () => expect(await changes.revision("docs")).not.toBeNull());
  });
  afterAll(() => close());

  /** Runs `work` and returns what the other process noticed, which it does before `marker` arrives. */
  async function noticed(work: () => Promise<unknown>): Promise<Record<string, string[]>> {
    const before = [await changes.revision("docs"), await changes.revision("api")];
    const marker = await changes.revision("marker");
    await work();
    await mirrored(database, "marker", [{ id: `marker${marker}` }]);
    await until(async () => expect(await changes.revision("marker")).not.toBe(marker));
    const [docs, api] = [await changes.revision("docs"), await changes.revision("api")];
    return { docs: changed(before[0] ?? null, docs), api: changed(before[1] ?? null, api) };
  }
  const decide = (status: "pending" | "resolved") =>
    createDecisions({ database, clock: { now: () => now }, statusWrites: null }).apply(
      "docs",
      [{ kind: "set", id: `decision-${status}`, age: 0, ids: ["a"], status }],
      { id: "ana", name: "Ana" },
    );

  test("are noticed by another process, by project and part", async () => {
    const items = [{ id: "a" }, { id: "b" }];
    expect(await noticed(() => mirrored(database, "docs", items))).toEqual({
      docs: ["feedback"],
      api: [],
    });
    expect(await noticed(() => decide("resolved"))).toEqual({ docs: ["feedback"], api: [] });
    const platform = new ScriptedPlatform();
    const jobs = openLedger(database, { client: platform, clock: { now: () => now } });
    expect(await noticed(() => jobs.create("docs", request(), null))).toEqual({
      docs: ["feedback", "jobs"],
      api: [],
    });
    const linked = () => database.query.updateTable("job").set({ pr_link: LINK }).execute();
    expect(await noticed(linked)).toEqual({ docs: ["jobs"], api: [] });
    const { query } = database;
    const job = { project_id: "docs", job_id: "job", person_id: "ana" };
    const comment = { ...job, id: "note", kind: "comment" as const, path: "a.md", quote: "" };
    const said = { ...comment, line: 1, last_line: 1, text: "Why?", created_at: 1 };
    const edited = () => query.updateTable("review_comment").set({ text: "No." }).execute();
    for (const work of [
      () => saveReviewComment(query, said),
      edited,
      () => setReviewed(query, { ...job, version: "a..b" }, 1),
      () => setReviewed(query, { ...job, version: "a..b" }, null),
    ])
      expect(await noticed(work)).toEqual({ docs: ["jobs"], api: [] });
    const remove = () => database.query.deleteFrom("feedback").where("id", "=", "b").execute();
    expect(await noticed(remove)).toEqual({ docs: ["feedback"], api: [] });
  });

  test("don't include what nobody sees, or what was rolled back", async () => {
    await mirrored(database, "docs", [{ id: "a" }], 5);
    const unseen = async () => {
      // The sync read the same item again.
      await mirrored(database, "docs", [{ id: "a" }], 6);
      await database.query.updateTable("job").set({ last_polled_at: 7, asked_at: 7 }).execute();
      const rolledBack = database.query.transaction().execute(async (trx) => {
        await trx.updateTable("feedback").set({ team_status: "dismissed" }).execute();
        throw new Error("rolled back");
      });
      await expect(rolledBack).rejects.toThrow("rolled back");
    };
    expect(await noticed(unseen)).toEqual({ docs: [], api: [] });
  });

  test("of groups are announced once for many items", async () => {
    const comment = "The example in this section no longer compiles";
    const items = Array.from({ length: 120 }, (_, index) => ({ id: `group${index}`, comment }));
    await mirrored(database, "grouped", items);
    let marker = await changes.revision("marker");
    /** Waits until the other process has noticed everything that happened so far. */
    const caughtUp = async () => {
      await mirrored(database, "marker", [{ id: `after ${marker}` }]);
      await until(async () => expect(await changes.revision("marker")).not.toBe(marker));
      marker = await changes.revision("marker");
    };
    await caughtUp();
    const before = Number(String(await changes.revision("grouped")).split(".")[1]);
    const grouping = createGrouping(
      database,
      createLog("silent", () => []),
    );
    grouping.start();
    const count = async () => Number(String(await changes.revision("grouped")).split(".")[1]);
    await until(async () => expect(await count()).toBe(before + 1));
    await grouping.stop();
    await caughtUp();
    expect(await count()).toBe(before + 1);
    const { query } = database;
    const sizes = await query.selectFrom("feedback_group_size").select("items").execute();
    expect(sizes).toEqual([{ items: 120 }]);
  });

  test("reach listeners only while they listen", async () => {
    const listener = vi.fn();
    const other = vi.fn();
    const stop = changes.subscribe(listener);
    await mirrored(database, "docs", [{ id: "c" }]);
    await until(() => expect(listener).toHaveBeenCalled());
    stop();
    listener.mockClear();
    const stopOther = changes.subscribe(other);
    await mirrored(database, "docs", [{ id: "d" }]);
    await until(() => expect(other).toHaveBeenCalled());
    stopOther();
    expect(listener).not.toHaveBeenCalled();
  });

  test.runIf(engine.name === "postgres")(
    "count anew after the connection was lost, because some may be missing",
    async () => {
      const before = await changes.revision("docs");
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`.execute(database.query);
      await until(async () =>
        expect(changed(before, (await changes.revision("docs")) ?? before)).toEqual(["everything"]),
      );
      expect(onUnavailable).toHaveBeenCalledOnce();
      expect(await noticed(() => decide("pending"))).toEqual({ docs: ["feedback"], api: [] });
    },
  );
});

test("notifications that never arrive, as behind a pooler, don't count as listening", async () => {
  const database = await openTestStore("postgres", "listening");
  const elsewhere = await openTestStore("postgres", "notifying");
  const onLost = vi.fn();
  const onListening = vi.fn();
  const stop = listen({
    databaseUrl: database.location.databaseUrl ?? "",
    channel: "errata_change",
    // What it sends itself goes to another database.
    query: elsewhere.query,
    checkTimeout: 50,
    onPayload: vi.fn(),
    onListening,
    onLost,
  });
  await until(() => expect(onLost).toHaveBeenCalledTimes(2));
  expect(onLost.mock.lastCall?.[0].message).toBe("PostgreSQL notifications aren't arriving.");
  expect(onListening).not.toHaveBeenCalled();
  await stop();
  await elsewhere.close();
  await database.close();
});
