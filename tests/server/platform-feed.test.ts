import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type EntryChange, lockRevision, saveRevision } from "../../lib/platform/feed.ts";
import type { EmbeddedPlatform } from "../../lib/platform/platform.ts";
import { engines } from "../support/databases.ts";
import { openTestPlatform, type TestPlatform, vote } from "../support/platform.ts";

describe.each(engines)("on $name", (engine) => {
  let platform: TestPlatform;

  beforeEach(async () => {
    platform = await openTestPlatform(engine, [vote("a"), vote("b")]);
  });

  afterEach(() => platform.close());

  function add(ids: readonly string[], fields = {}, to: EmbeddedPlatform = platform) {
    const items = ids.map((id, index) => ({ line: index + 1, value: vote(id, fields) }));
    return to.importEntries("docs", items);
  }

  test("every new, updated, and deleted entry is a change with a revision of its own", async () => {
    const ids = async (after: number) =>
      (await platform.changes("docs", after, 100)).map(({ id, revision }) => `${revision} ${id}`);
    expect(await ids(0)).toEqual(["1 a", "2 b"]);
    await add(["c", "a", "d"]);
    expect(await ids(2)).toEqual(["3 c", "4 d"]);
    await add(["a"], { path: "/other" });
    await platform.setStatuses("docs", ["b", "c", "unknown"], "resolved");
    await platform.setStatuses("docs", ["b"], "resolved");
    const changes = await platform.changes("docs", 4, 100);
    expect(changes.map(({ id, isTeamStatus }) => [id, isTeamStatus])).toEqual([
      ["a", false],
      ["b", true],
      ["c", true],
    ]);
    expect(JSON.parse(changes[0]?.entry ?? "")).toMatchObject({ path: "/other" });
    expect(JSON.parse(changes[1]?.entry ?? "")).toMatchObject({ status: "resolved" });

    // Importing the same status changes nothing; another one is no longer the team's.
    await add(["b"], { status: "resolved" });
    expect(await ids(7)).toEqual([]);
    await add(["c"], { status: "dismissed" });
    expect(await platform.changes("docs", 7, 100)).toMatchObject([
      { id: "c", isTeamStatus: false },
    ]);

    await platform.deleteEntries("docs", ["a", "unknown"]);
    expect(await platform.changes("docs", 8, 100)).toMatchObject([{ id: "a", entry: null }]);
    await add(["a"]);
    expect(await ids(8)).toEqual(["10 a"]);
    expect(await platform.latestRevision("docs")).toBe(10);
    expect(await ids(0)).toEqual(["4 d", "6 b", "8 c", "10 a"]);
    expect(await platform.changes("docs", 0, 2)).toMatchObject([{ id: "d" }, { id: "b" }]);
  });

  test("a transaction that commits late isn't skipped by a reader", async () => {
    const read: EntryChange[] = [];
    const readOn = async () => {
      read.push(...(await platform.changes("docs", read.at(-1)?.revision ?? 0, 100)));
    };
    await readOn();
    const other = await platform.again();
    const started = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const slow = platform.database.query.transaction().execute(async (trx) => {
      const last = await lockRevision(trx, "docs");
      await trx
        .insertInto("platform_entry")
        .values({
          project_id: "docs",
          id: "slow",
          source: "agent",
          status: "pending",
          sort_at: 0,
          entry: JSON.stringify(vote("slow")),
          revision: last + 1,
        })
        .execute();
      await saveRevision(trx, "docs", last + 1);
      started.resolve();
      await held.promise;
    });
    await started.promise;
    const quick = add(["quick"], {}, other);
    const status = other.setStatuses("docs", ["b"], "resolved");
    // Time enough for both to commit, if they didn't wait for the first.
    for (let turn = 0; turn < 50; turn += 1) {
      await yieldToEventLoop();
      await readOn();
    }
    held.resolve();
    await Promise.all([slow, quick, status]);
    await readOn();
    expect(read.map(({ id }) => id).sort()).toEqual(["a", "b", "b", "quick", "slow"]);
  });

  test("a reader sees every change of writers that work at the same time", async () => {
    const writers = await Promise.all([platform.again(), platform.again(), platform.again()]);
    const seen = new Map<string, EntryChange>();
    let [after, writing] = [0, true];
    const readOn = async () => {
      const changes = await platform.changes("docs", after, 7);
      for (const change of changes) seen.set(change.id, change);
      after = changes.at(-1)?.revision ?? after;
      return changes.length;
    };
    const reading = (async () => {
      while (writing) if ((await readOn()) === 0) await yieldToEventLoop();
    })();
    await Promise.all(
      writers.map(async (writer, index) => {
        for (let round = 0; round < 15; round += 1) {
          await add([`w${index}_${round}`, `shared_${round}`], { path: `/${index}` }, writer);
          await writer.setStatuses(
            "docs",
            [`shared_${round}`, "a"],
            round % 2 ? "pending" : "resolved",
          );
          if (round % 5 === 0) await writer.deleteEntries("docs", [`w${index}_${round}`]);
        }
      }),
    );
    writing = false;
    await reading;
    while ((await readOn()) > 0);
    const current = await platform.database.query
      .selectFrom("platform_entry")
      .select(["id", "entry", "revision"])
      .execute();
    const kept = [...seen.values()].filter(({ entry }) => entry !== null);
    expect(new Map(kept.map(({ id, entry }) => [id, entry]))).toEqual(
      new Map(current.map(({ id, entry }) => [id, entry])),
    );
    expect(seen.size - kept.length).toBe(9);
    expect(new Set(current.map(({ revision }) => revision)).size).toBe(current.length);
  });
});
