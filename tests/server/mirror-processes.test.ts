import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { crashRounds, kill, startSync } from "../support/crash.ts";
import { anyEngine, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { entriesOf, until } from "../support/mirror-rig.ts";
import { startMisbehavingPlatform } from "../support/misbehaving-platform.ts";
import { isThorough } from "../support/thorough.ts";

describe.each(anyEngine)("on $name", ({ name }) => {
  let database: TestDatabase<StoreSchema>;

  beforeEach(async () => {
    database = await openTestDatabase<StoreSchema>(name, "processes");
  });

  afterEach(() => database.close());

  test("a process killed in the middle of reading loses and doubles nothing", async () => {
    const rounds = isThorough ? 5 : 3;
    const {
      slowestStart: _,
      pagesBeforeLast,
      ...report
    } = await crashRounds(database.location, rounds);
    expect(report).toEqual({
      rounds,
      damaged: 0,
      misfound: 0,
      ahead: 0,
      lost: 0,
      uncounted: 0,
    });
    // The kills did happen in the middle of a sync.
    expect(pagesBeforeLast).toBeGreaterThan(0);
  });

  test("two processes send as much as one would, and only one of them sends @thorough", async () => {
    await migrateStore(database);
    const platform = await startMisbehavingPlatform(entriesOf(3_000));
    let [open, most] = [0, 0];
    platform.always((request, response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        platform.behave(request, response);
      }, 5);
    });
    // Nobody dies here. A short lease would change hands whenever its process has to wait for a core.
    const settings = { limit: 40, lease: 60_000 };
    const starts = [1, 2].map(() => startSync(database.location, platform.url, settings));
    const processes = (await Promise.all(starts)).map(({ child }) => child);
    const senders = () =>
      new Set(platform.requests.map(({ headers }) => headers.authorization)).size;
    try {
      // A first sync may use 20 of 40 requests; the others are for checks for new items.
      await until(() => expect(platform.requests.length).toBe(20));
      await wait(1_000);
      expect(platform.requests).toHaveLength(20);
      expect(senders()).toBe(1);
      expect(most).toBe(1);

      const { holder } = await database.query
        .selectFrom("lease")
        .select("holder")
        .executeTakeFirstOrThrow();
      expect(platform.requests[0]?.headers.authorization).toBe(`Bearer ${holder}`);
    } finally {
      await Promise.all(processes.map(kill));
      await platform.close();
    }
  });

  test("when the sending process dies, the other continues from its cursor", async () => {
    await migrateStore(database);
    const platform = await startMisbehavingPlatform(entriesOf(2_000));
    // The sixth page doesn't arrive while the first process lives.
    platform.always((request, response) => {
      if (platform.requests.length < 6) platform.behave(request, response);
    });
    const first = await startSync(database.location, platform.url, { lease: 3_000 });
    await until(() => expect(platform.requests.length).toBeGreaterThanOrEqual(6));
    const second = await startSync(database.location, platform.url, { lease: 3_000 });
    try {
      await kill(first.child);
      platform.always(null);
      await until(async () => {
        const row = await database.query.selectFrom("sync").selectAll().executeTakeFirst();
        expect(row).toMatchObject({ phase: "following", entries: 2_000 });
      });
      const keys = new Set(platform.requests.map(({ headers }) => headers.authorization));
      expect(keys.size).toBe(2);
      // At most one export page was requested twice. Checks for new items don't count.
      const fullSyncRequests = platform.requests.filter(({ query }) => !query.has("dateFrom"));
      expect(fullSyncRequests.length).toBeLessThanOrEqual(21);
    } finally {
      await kill(second.child);
      await platform.close();
    }
  });
});
