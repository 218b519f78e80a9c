import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { DAY, HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { createLog } from "../../lib/log.ts";
import { createMirror, type Mirror } from "../../lib/mirror/mirror.ts";
import { createPlatformClient } from "../../lib/platform-client/client.ts";
import { withinProcess } from "../../lib/platform-client/transport.ts";
import { createLease } from "../../lib/store/lease.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createQuarantine } from "../../lib/store/sync/quarantine.ts";
import { createRequestBudget } from "../../lib/store/sync/request-budget.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { NOW, openTestPlatform, type TestPlatform, vote } from "../support/platform.ts";

// The built-in platform and a mirror of it, on one clock that the mirror's waits advance. Imports go
// through a second instance of the platform, like the command line next to a running server.

const MINUTE = 60_000;
/** The first sync of so many uses half of the hourly limit. */
const MANY = 4_000;
const FEW = 1_000;

describe.each(engines)("on $name", (engine) => {
  let platform: TestPlatform;
  let database: TestDatabase<StoreSchema>;
  let mirror: Mirror;
  let sent: number[];
  let goUntil: number;

  async function open(entries: number): Promise<void> {
    const seeded = Array.from({ length: entries }, (_, age) => dated(`fb_${age}`, age * HOUR));
    platform = await openTestPlatform(engine, seeded);
    database = await openTestStore(engine, "change-feed");
    sent = [];
    goUntil = Number.POSITIVE_INFINITY;
    mirror = mirrorOf(platform, database);
  }

  afterEach(async () => {
    goUntil = Number.POSITIVE_INFINITY;
    await mirror.stop();
    await platform.close();
    await database.close();
  });

  function mirrorOf(source: TestPlatform, store: TestDatabase<StoreSchema>): Mirror {
    const { clock } = source;
    const log = createLog("silent", () => []);
    const allowance = () => ({ limit: 100, reserve: 20 });
    const budget = createRequestBudget({ database: store, clock, allowance });
    const client = createPlatformClient({
      ...{ baseUrl: "http://127.0.0.1", budget, clock, log, apiKey: async () => source.key },
      send: withinProcess((request) => {
        sent.push(clock.now());
        return source.handle(request);
      }),
    });
    return createMirror({
      ...{ client, budget, clock, log, projects: () => source.projects() },
      sync: createSyncStore(store),
      quarantine: createQuarantine(store, clock),
      changeFeed: source.pendingChanges,
      platformItems: null,
      lease: createLease({ database: store, clock, name: "mirror", holder: "it", duration: HOUR }),
      delay: async (milliseconds) => {
        do await yieldToEventLoop();
        while (clock.now() >= goUntil);
        clock.advance(Math.max(milliseconds, 10_000));
      },
    });
  }

  /** Advances the clock and runs what becomes due. */
  async function pass(milliseconds: number): Promise<void> {
    goUntil = platform.clock.now() + milliseconds;
    const isOver = () => expect(platform.clock.now()).toBeGreaterThanOrEqual(goUntil);
    await vi.waitFor(isOver, { timeout: 150_000, interval: 1 });
  }

  /** Runs the first sync. */
  async function begin(): Promise<void> {
    mirror.start();
    const isRead = async () => expect((await mirror.status("docs")).phase).toBe("following");
    await vi.waitFor(isRead, { timeout: 150_000, interval: 1 });
    await pass(0);
  }

  /** Imports votes of these ages and returns how long it takes until the store has them all. */
  async function importOf(ages: (number | null)[], name: string): Promise<number> {
    const values = ages.map((age, index) => dated(`${name}_${index}`, age));
    const beside = await platform.again();
    const report = await beside.importEntries(
      "docs",
      values.map((value, index) => ({ line: index + 1, value })),
    );
    expect(report.accepted).toBe(ages.length);
    const before = platform.clock.now();
    while ((await known(name)) < ages.length) {
      if (platform.clock.now() > before + 12 * HOUR) throw new Error("Timed out.");
      await pass(10_000);
    }
    return platform.clock.now() - before;
  }

  async function known(name: string): Promise<number> {
    const { count } = await database.query
      .selectFrom("feedback")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("id", "like", `${name}%`)
      .executeTakeFirstOrThrow();
    return count;
  }

  const spent = (since: number) => sent.filter((at) => at > since).length;

  // When to sync again doesn't depend on the database.
  const onOne = engine.name === "sqlite" ? test : test.skip;

  onOne(
    "imports of any age arrive within two minutes and within the budget",
    async () => {
      await open(MANY);
      await begin();
      await pass(3 * MINUTE);
      // Right after the first sync, which used half of the hourly limit.
      const month = Array.from({ length: 300 }, (_, index) => 100 * DAY + index * 2 * HOUR);
      expect(await importOf(month, "early")).toBeLessThan(2 * MINUTE);
      await pass(3 * HOUR);
      const steady = platform.clock.now();
      const many = Array.from({ length: 700 }, (_, index) => 40 * DAY + index * HOUR);
      expect(await importOf(many, "later")).toBeLessThan(2 * MINUTE);
      expect(spent(steady)).toBeLessThan(22);
      // Covers all dates: a full sync starts right away because the budget allows it.
      await pass(2 * HOUR);
      const everywhere = Array.from({ length: 50 }, (_, index) => index * 3 * DAY);
      expect(await importOf(everywhere, "wide")).toBeLessThan(HOUR);
      expect(mostInAnyHour(sent)).toBeLessThanOrEqual(80);
    },
    180_000,
  );

  onOne(
    "entries without a date arrive with a full sync that starts right away",
    async () => {
      await open(FEW);
      await begin();
      await pass(2 * HOUR);
      expect(await importOf([null, null, 3 * HOUR], "undated")).toBeLessThan(HOUR);
      expect(mostInAnyHour(sent)).toBeLessThanOrEqual(80);
    },
    180_000,
  );

  onOne(
    "an import is synced once, and not again if the first sync included it",
    async () => {
      await open(MANY);
      const old = Array.from({ length: 300 }, (_, index) => 100 * DAY + index * HOUR);
      const values = old.map((age, index) => ({
        line: index + 1,
        value: dated(`before_${index}`, age),
      }));
      await platform.importEntries("docs", values);
      await begin();
      const read = platform.clock.now();
      await pass(HOUR);
      // A check for new items every 105 seconds and a page of the full sync every 409.
      expect(spent(read)).toBeLessThan(46);
      expect(await importOf(old, "once")).toBeLessThan(2 * MINUTE);
      await pass(5 * MINUTE);
      const after = platform.clock.now();
      await pass(HOUR);
      expect(spent(after)).toBeLessThan(46);
      expect((await mirror.status("docs")).deleted).toBe(0);
    },
    180_000,
  );

  test("an import's change to an existing item arrives as quickly", async () => {
    await open(FEW);
    await begin();
    await pass(HOUR);
    const value = { ...dated("fb_900", 900 * HOUR), status: "resolved" as const };
    await platform.importEntries("docs", [{ line: 1, value }]);
    await pass(2 * MINUTE);
    const { team_status: status } = await database.query
      .selectFrom("feedback")
      .select("team_status")
      .where("id", "=", "fb_900")
      .executeTakeFirstOrThrow();
    expect(status).toBe("resolved");
  }, 180_000);
});

function dated(id: string, age: number | null) {
  return vote(id, { createdAt: age === null ? null : new Date(NOW - age).toISOString() });
}

function mostInAnyHour(times: number[]): number {
  return Math.max(...times.map((end) => times.filter((at) => at > end - HOUR && at <= end).length));
}
