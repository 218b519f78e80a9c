import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { HOUR } from "../../lib/contract/vocabulary.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createMirror, type Mirror } from "../../lib/mirror/mirror.ts";
import { createPlatformClient } from "../../lib/platform-client/client.ts";
import { createLease } from "../../lib/store/lease.ts";
import { openStore } from "../../lib/store/open.ts";
import { createRequestBudget } from "../../lib/store/requests.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createSyncStore } from "../../lib/store/sync.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import {
  faults,
  type MisbehavingPlatform,
  type ServedEntry,
  startMisbehavingPlatform,
} from "../support/misbehaving-platform.ts";

const START = Date.UTC(2026, 10, 2, 12);
const MINUTE = 60_000;

const until = <T>(check: () => T | Promise<T>) =>
  vi.waitFor(check, { timeout: 15_000, interval: 5 });

/** The `age`-th newest of the entries there were at the start, an hour apart. */
function entry(age: number, changes: Record<string, unknown> = {}): ServedEntry {
  return {
    id: `fb_${age}`,
    path: "/guides/auth",
    comment: `Comment ${age}`,
    createdAt: new Date(START - (age + 1) * HOUR).toISOString(),
    source: "agent",
    status: "pending",
    ...changes,
  };
}

describe.each(engines)("the mirror on $name", ({ name }) => {
  let database: TestDatabase<StoreSchema>;
  let platform: MisbehavingPlatform;
  let projects: { id: string; name: string }[];
  let allowance: { limit: number; reserve: number };
  let time: number;
  let mirrors: Mirror[];
  // Every look at the clock takes a millisecond, as no two pages are read at the same instant.
  const clock = {
    now: () => {
      time += 1;
      return time;
    },
  };

  beforeEach(async () => {
    time = START;
    mirrors = [];
    projects = [{ id: "docs", name: "Docs" }];
    allowance = { limit: 100, reserve: 20 };
    database = await openTestDatabase<StoreSchema>(name, "mirror");
    await openStore(database);
    platform = await startMisbehavingPlatform(Array.from({ length: 450 }, (_, age) => entry(age)));
  });

  afterEach(async () => {
    await Promise.all(mirrors.map((mirror) => mirror.stop()));
    await platform.close();
    await database.close();
  });

  function startMirror(holder = "this-process", store: Database<StoreSchema> = database): Mirror {
    const log = createLog("silent", () => []);
    const budget = createRequestBudget({ database: store, clock, allowance: () => allowance });
    const client = createPlatformClient({
      ...{ baseUrl: platform.url, send: fetch, budget, clock, log },
      apiKey: async () => holder,
      delay: async () => undefined,
    });
    const mirror = createMirror({
      ...{ client, budget, clock, log, projects: () => projects },
      sync: createSyncStore(store),
      lease: createLease({ database: store, clock, name: "mirror", holder, duration: 15_000 }),
      delay: (_, signal) => wait(2, undefined, { signal }),
    });
    mirrors.push(mirror);
    mirror.start();
    return mirror;
  }

  async function stored(id: string) {
    return database.query
      .selectFrom("feedback")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
  }

  const cursors = () => platform.requests.map(({ query }) => query.get("cursor"));
  const settled = (mirror: Mirror) =>
    until(async () => {
      const status = await mirror.status("docs");
      expect(status.phase).toBe("following");
      expect(status.nextAt).toBeGreaterThan(time);
      return status;
    });
  /** Once the mirror that holds the lease has renewed it. */
  const renewed = () =>
    until(async () => {
      const lease = await database.query.selectFrom("lease").select("until").executeTakeFirst();
      expect(lease?.until).toBeGreaterThan(time + 9_000);
    });
  const seen = (requests: number) =>
    until(() => expect(platform.requests.length).toBeGreaterThanOrEqual(requests));
  /** Long enough for a mirror that wants to send to have sent. */
  const quiet = async () => {
    const before = platform.requests.length;
    await wait(60);
    expect(platform.requests.length).toBe(before);
  };

  test("reads everything in one burst, then a page a minute for what is new or changed", async () => {
    const mirror = startMirror();
    expect(await settled(mirror)).toMatchObject({ entries: 450, pagesRead: 5, problem: null });
    expect(cursors()).toEqual([null, "100", "200", "300", "400"]);
    expect(platform.requests[0]?.query.get("limit")).toBe("100");
    expect(JSON.parse((await stored("fb_449"))?.raw ?? "")).toEqual(entry(449));
    await quiet();

    const createdAt = new Date(time).toISOString();
    platform.entries.unshift(entry(-1, { createdAt }));
    platform.entries[50] = entry(49, { status: "resolved" });
    time += MINUTE;
    await until(async () => expect(await stored("fb_-1")).toBeDefined());
    expect((await stored("fb_49"))?.status).toBe("resolved");
    expect(await settled(mirror)).toMatchObject({ entries: 451, budget: { spent: 6 } });
    const row = await database.query.selectFrom("sync").select("head_at").executeTakeFirst();
    expect(row?.head_at).toBeGreaterThan(START + MINUTE);
    await quiet();
  });

  test("reads as many pages as there is news, also when they come in two hours", async () => {
    allowance = { limit: 8, reserve: 0 };
    const mirror = startMirror();
    await settled(mirror);
    time += 2 * HOUR;
    const news = Array.from({ length: 1_000 }, (_, index) =>
      entry(1_000 + index, { createdAt: new Date(time - index * 1_000).toISOString() }),
    );
    platform.entries.unshift(...news);
    await seen(5 + 8);
    await quiet();
    expect((await mirror.status("docs")).budget.left).toBe(0);
    time += HOUR;
    await until(async () => expect((await mirror.status("docs")).entries).toBe(1_450));
    expect(cursors().slice(5, 15)).toEqual([
      null,
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}00`),
    ]);
  });

  test("goes on where it was when it is stopped in the middle", async () => {
    platform.entries = Array.from({ length: 2_000 }, (_, age) => entry(age));
    const first = startMirror("first-life");
    await seen(5);
    await first.stop();
    expect(platform.requests.length).toBeLessThan(20);
    const second = startMirror("second-life");
    expect(await settled(second)).toMatchObject({ entries: 2_000, pagesRead: 20 });
    expect(platform.requests).toHaveLength(20);
    expect(new Set(cursors()).size).toBe(20);
  });

  test("stores every entry once while new ones push others from page to page", async () => {
    let added = 0;
    platform.always((request, response) => {
      added += 1;
      platform.entries.unshift(entry(-added, { createdAt: new Date(time).toISOString() }));
      platform.behave(request, response);
    });
    const mirror = startMirror();
    await settled(mirror);
    platform.always(null);
    time += MINUTE;
    await until(async () =>
      expect((await mirror.status("docs")).entries).toBe(platform.entries.length),
    );
    const rows = await database.query.selectFrom("feedback").select("id").execute();
    expect(new Set(rows.map(({ id }) => id))).toEqual(
      new Set(platform.entries.map(({ id }) => id)),
    );
  });

  test("stops at the end of the budget, says so, and goes on when requests are free", async () => {
    allowance = { limit: 5, reserve: 2 };
    const mirror = startMirror();
    await seen(3);
    await quiet();
    const status = await mirror.status("docs");
    expect(status).toMatchObject({ phase: "backfill", entries: 300, pagesRead: 3, problem: null });
    expect(status.budget).toMatchObject({ spent: 3, left: 0 });
    expect(Math.abs(status.nextAt - (status.budget.freesAt ?? 0))).toBeLessThan(50);
    await expect(mirror.refresh("docs")).rejects.toMatchObject({ code: "budget_exhausted" });

    time += HOUR;
    expect(await settled(mirror)).toMatchObject({ entries: 450, pagesRead: 5 });
    expect(cursors()).toEqual([null, "100", "200", "300", "400"]);
  });

  test("stops at a refused key, says what to do, and tries again when it is asked to", async () => {
    const mirror = startMirror();
    await settled(mirror);
    platform.always(faults.status(401));
    time += MINUTE;
    await seen(6);
    await until(async () =>
      expect((await mirror.status("docs")).problem).toMatchObject({
        code: "platform_error",
        message: expect.stringContaining("PLATFORM_API_KEY"),
      }),
    );
    time += 14 * MINUTE;
    await quiet();
    expect(await mirror.status("docs")).toMatchObject({ entries: 450 });

    platform.always(null);
    await mirror.refresh("docs");
    await until(async () => expect((await mirror.status("docs")).problem).toBeNull());
    expect(platform.requests).toHaveLength(7);
  });

  test("tries a refused key again when the process starts again", async () => {
    platform.next(faults.status(403));
    const first = startMirror("first-life");
    await until(async () => expect((await first.status("docs")).problem).not.toBeNull());
    await first.stop();
    const second = startMirror("second-life");
    expect(await settled(second)).toMatchObject({ entries: 450, problem: null });
  });

  test("shows an outage since when it lasts, and recovers in the next cycle", async () => {
    platform.always(faults.status(503));
    const mirror = startMirror();
    await seen(3);
    const since = await until(async () => {
      const { problem } = await mirror.status("docs");
      expect(problem?.message).toContain("503");
      return problem?.since;
    });
    time += 2 * MINUTE;
    await seen(6);
    await quiet();
    expect((await mirror.status("docs")).problem?.since).toBe(since);
    platform.always(null);
    time += 10 * MINUTE;
    expect(await settled(mirror)).toMatchObject({ entries: 450, problem: null });
  });

  test("keeps silent while the platform asks for it", async () => {
    platform.next(faults.status(429, { "retry-after": "600" }));
    const mirror = startMirror();
    await seen(1);
    time += 9 * MINUTE;
    await quiet();
    await expect(mirror.refresh("docs")).rejects.toThrow("asked for a pause");
    time += MINUTE;
    expect(await settled(mirror)).toMatchObject({ entries: 450, problem: null });
  });

  test("begins again when a cursor is refused, and loses nothing", async () => {
    platform.next(platform.behave, platform.behave, faults.status(400));
    const mirror = startMirror();
    expect(await settled(mirror)).toMatchObject({ entries: 450, problem: null });
    expect(cursors()).toEqual([null, "100", "200", null, "100", "200", "300", "400"]);
  });

  test("gives up on cursors that go round in circles, and says that something may be missing", async () => {
    const page = (ages: number[], nextCursor: string | null) =>
      faults.json({ feedback: ages.map((age) => entry(age)), nextCursor, hasMore: true });
    const circle: Record<string, ReturnType<typeof page>> = {
      start: page([0, 1], "a"),
      a: page([2], "b"),
      b: page([3], "a"),
    };
    platform.always((request, response) =>
      circle[request.query.get("cursor") ?? "start"]?.(request, response),
    );
    const mirror = startMirror();
    await seen(12);
    await quiet();
    expect(platform.requests).toHaveLength(12);
    expect(await mirror.status("docs")).toMatchObject({
      phase: "backfill",
      entries: 4,
      problem: { code: "cursor_broken", message: expect.stringContaining("may be missing") },
    });
    platform.always(null);
    time += HOUR;
    expect(await settled(mirror)).toMatchObject({ entries: 450, problem: null });
  });

  test("goes on past empty pages and entries that cannot be read", async () => {
    platform.next(
      faults.json({ feedback: [], nextCursor: "1", hasMore: true }),
      faults.json({
        feedback: [{ comment: "no id" }, null, entry(1), entry(1, { status: "resolved" })],
        nextCursor: "2",
        hasMore: true,
      }),
      faults.json({ feedback: [entry(2, { status: "new" })], hasMore: false }),
    );
    const mirror = startMirror();
    expect(await settled(mirror)).toMatchObject({ entries: 2, pagesRead: 3, problem: null });
    expect((await stored("fb_1"))?.status).toBe("resolved");
    expect((await stored("fb_2"))?.status).toBe("new");
  });

  test("takes turns with other processes: one sends, the next goes on when it ends", async () => {
    const elsewhere = openDatabase<StoreSchema>(database.location);
    const [first, second] = [startMirror("first"), startMirror("second", elsewhere)];
    await settled(first);
    for (let step = 0; step < 26; step += 1) {
      time += 5_000;
      await renewed();
    }
    await seen(7);
    await quiet();
    const senders = () => new Set(platform.requests.map(({ headers }) => headers.authorization));
    expect(senders().size).toBe(1);
    expect(platform.requests).toHaveLength(7);

    const [leader, follower] = senders().has("Bearer first") ? [first, second] : [second, first];
    await leader.stop();
    await renewed();
    time += MINUTE;
    await seen(8);
    expect(senders().size).toBe(2);
    expect(new Set(cursors().slice(5))).toEqual(new Set([null]));
    await follower.stop();
    await elsewhere.close();
  });

  test("begins with a project when it appears, and shares the budget among all", async () => {
    projects = [];
    const mirror = startMirror();
    await quiet();
    projects = [
      { id: "docs", name: "Docs" },
      { id: "blog", name: "Blog" },
    ];
    await settled(mirror);
    await until(async () =>
      expect(await mirror.status("blog")).toMatchObject({ entries: 450, phase: "following" }),
    );
    expect(platform.requests).toHaveLength(10);
    const { nextAt, lastSuccessAt } = await mirror.status("docs");
    expect(nextAt - (lastSuccessAt ?? 0)).toBeGreaterThan(1.9 * MINUTE);
  });
});
