import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { anyEngine } from "../support/databases.ts";
import {
  entriesOf,
  entry,
  MINUTE,
  type MirrorRig,
  openMirrorRig,
  START,
  until,
} from "../support/mirror-rig.ts";
import { faults } from "../support/misbehaving-platform.ts";

describe.each(anyEngine)("the mirror on $name", ({ name }) => {
  let rig: MirrorRig;

  beforeEach(async () => {
    rig = await openMirrorRig(name);
  });

  afterEach(() => rig.close());

  /** Waits until the mirror that holds the lease has renewed it. */
  const renewed = (left = 9_000) =>
    until(async () => {
      const lease = await rig.database.query.selectFrom("lease").select("until").executeTakeFirst();
      expect(lease?.until).toBeGreaterThan(rig.time + left);
    });

  test("reads everything in one burst, then checks for new and recently changed items", async () => {
    const mirror = rig.start();
    expect(await rig.settled(mirror)).toMatchObject({ items: 450, pagesRead: 5, problem: null });
    expect(rig.cursors()).toEqual([null, "100", "200", "300", "400"]);
    expect(rig.platform.requests[0]?.query.get("limit")).toBe("100");
    expect(JSON.parse((await rig.stored("fb_449"))?.raw ?? "")).toEqual(entry(449));
    await rig.quiet();

    const createdAt = new Date(rig.time).toISOString();
    rig.platform.entries.unshift(entry(-1, { createdAt }));
    rig.platform.entries[50] = entry(49, { status: "resolved" });
    rig.time += MINUTE;
    await until(async () => expect(await rig.stored("fb_-1")).toBeDefined());
    expect((await rig.stored("fb_49"))?.team_status).toBe("resolved");
    expect(await rig.settled(mirror)).toMatchObject({ items: 451, budget: { used: 6 } });
    const window = rig.platform.requests[5]?.query.get("dateFrom") ?? "";
    expect(Date.parse(window)).toBeLessThan(START - 9 * MINUTE);
    await rig.quiet();
    rig.time = (await mirror.status("docs")).nextRequestAt;
    await rig.seen(7);
    await rig.quiet();
  });

  test("reads as many pages as there are new items, even over two hours", async () => {
    const mirror = rig.start();
    await rig.settled(mirror);
    rig.allowance = { limit: 8, reserve: 0 };
    rig.time += 2 * HOUR;
    const added = Array.from({ length: 1_000 }, (_, index) =>
      entry(1_000 + index, { createdAt: new Date(rig.time - index * 1_000).toISOString() }),
    );
    rig.platform.entries.unshift(...added);
    await rig.seen(5 + 8);
    await rig.quiet();
    expect((await mirror.status("docs")).budget.remaining).toBe(0);
    await rig.idle();
    rig.time += HOUR;
    await until(async () => {
      rig.time += 10 * MINUTE;
      expect((await mirror.status("docs")).items).toBe(1_450);
    });
    const checks = rig.platform.requests.filter(({ query }) => query.has("dateFrom"));
    expect(checks.slice(0, 10).map(({ query }) => query.get("cursor"))).toEqual([
      null,
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}00`),
    ]);
  });

  test("continues from its cursor after a stop during a sync", async () => {
    rig.platform.entries = entriesOf(2_000);
    const first = rig.start("first-life");
    await rig.seen(5);
    await first.stop();
    expect(rig.platform.requests.length).toBeLessThan(20);
    const second = rig.start("second-life");
    expect(await rig.settled(second)).toMatchObject({ items: 2_000, pagesRead: 20 });
    expect(rig.platform.requests).toHaveLength(20);
    expect(new Set(rig.cursors()).size).toBe(20);
  });

  test("stores every entry once while new ones shift the pages", async () => {
    let added = 0;
    rig.platform.always((request, response) => {
      added += 1;
      rig.platform.entries.unshift(entry(-added, { createdAt: new Date(rig.time).toISOString() }));
      rig.platform.behave(request, response);
    });
    const mirror = rig.start();
    await rig.settled(mirror);
    rig.platform.always(null);
    rig.time += MINUTE;
    await until(async () =>
      expect((await mirror.status("docs")).items).toBe(rig.platform.entries.length),
    );
    const rows = await rig.database.query.selectFrom("feedback").select("id").execute();
    expect(new Set(rows.map(({ id }) => id))).toEqual(
      new Set(rig.platform.entries.map(({ id }) => id)),
    );
  });

  test("stops at the hourly limit, shows it, and continues when requests are available", async () => {
    rig.allowance = { limit: 3, reserve: 2 };
    const mirror = rig.start();
    await rig.seen(1);
    await rig.quiet();
    const status = await until(async () => {
      const current = await mirror.status("docs");
      expect(current.pagesRead).toBe(1);
      return current;
    });
    expect(status).toMatchObject({ phase: "backfill", items: 100, pagesRead: 1, problem: null });
    expect(status.budget).toMatchObject({ used: 1, remaining: 0 });
    expect(Math.abs(status.nextRequestAt - (status.budget.resetsAt ?? 0))).toBeLessThan(50);
    await expect(mirror.refresh("docs")).rejects.toMatchObject({ code: "budget_exhausted" });
    await rig.idle();

    rig.allowance = { limit: 100, reserve: 20 };
    rig.time += HOUR;
    expect(await rig.settled(mirror)).toMatchObject({ items: 450, pagesRead: 5 });
    expect(rig.cursors()).toEqual([null, "100", "200", "300", "400"]);
  });

  test("uses a raised limit from the next start on, and not before", async () => {
    rig.allowance = { limit: 3, reserve: 0 };
    const mirror = rig.start("earlier");
    await rig.seen(1);
    await rig.idle();
    await mirror.stop();
    const sent = rig.platform.requests.length;
    const again = rig.start("unchanged");
    await rig.idle();
    await rig.quiet();
    await again.stop();
    expect(rig.platform.requests).toHaveLength(sent);

    rig.allowance = { limit: 100, reserve: 20 };
    const raised = rig.start("raised");
    expect(await rig.settled(raised)).toMatchObject({ items: 450, pagesRead: 5 });
    expect((await raised.status("docs")).nextRequestAt - rig.time).toBeLessThan(2 * MINUTE);
  });

  test("stops at a rejected key, says what to do, and retries on request", async () => {
    const mirror = rig.start();
    await rig.settled(mirror);
    rig.platform.always(faults.status(401));
    rig.time += MINUTE;
    await rig.seen(6);
    await until(async () =>
      expect((await mirror.status("docs")).problem).toMatchObject({
        code: "key_rejected",
        message: expect.stringContaining("PLATFORM_API_KEY"),
      }),
    );
    rig.time += MINUTE / 2;
    await rig.quiet();
    expect(await mirror.status("docs")).toMatchObject({ items: 450 });
    expect(rig.platform.requests).toHaveLength(6);

    rig.platform.always(null);
    await mirror.refresh("docs");
    await until(async () => expect((await mirror.status("docs")).problem).toBeNull());
  });

  test("retries a rejected key after a restart", async () => {
    rig.platform.next(faults.status(403));
    const first = rig.start("first-life");
    await until(async () => expect((await first.status("docs")).problem).not.toBeNull());
    await first.stop();
    const second = rig.start("second-life");
    expect(await rig.settled(second)).toMatchObject({ items: 450, problem: null });
  });

  test("shows when an outage started, and recovers in the next cycle", async () => {
    rig.platform.always(faults.status(503));
    const mirror = rig.start();
    await rig.seen(3);
    const since = await until(async () => {
      const { problem } = await mirror.status("docs");
      expect(problem?.message).toContain("503");
      return problem?.since;
    });
    rig.time += 2 * MINUTE;
    await rig.seen(6);
    await rig.quiet();
    expect((await mirror.status("docs")).problem?.since).toBe(since);
    rig.platform.always(null);
    rig.time += 10 * MINUTE;
    expect(await rig.settled(mirror)).toMatchObject({ items: 450, problem: null });
  });

  test("sends nothing while the platform asks for a pause", async () => {
    rig.platform.next(faults.status(429, { "retry-after": "600" }));
    const mirror = rig.start();
    await until(async () =>
      expect((await mirror.status("docs")).budget.pausedUntil).toBeGreaterThan(START),
    );
    rig.time += 9 * MINUTE;
    await rig.quiet();
    await expect(mirror.refresh("docs")).rejects.toThrow("asked for a pause");
    expect(rig.platform.requests).toHaveLength(1);
    // Twice the pause, because the clock may have moved before the 429 was recorded.
    rig.time += 20 * MINUTE;
    expect(await rig.settled(mirror)).toMatchObject({ items: 450, problem: null });
  });

  test("starts over when a cursor is rejected, and loses nothing", async () => {
    rig.platform.next(rig.platform.behave, rig.platform.behave, faults.status(400));
    const mirror = rig.start();
    expect(await rig.settled(mirror)).toMatchObject({ items: 450, problem: null });
    expect(rig.cursors()).toEqual([null, "100", "200", null, "100", "200", "300", "400"]);
  });

  test("gives up on circular cursors and says that something may be missing", async () => {
    const page = (ages: number[], nextCursor: string | null) =>
      faults.json({ feedback: ages.map((age) => entry(age)), nextCursor, hasMore: true });
    const circle: Record<string, ReturnType<typeof page>> = {
      start: page([0, 1], "a"),
      a: page([2], "b"),
      b: page([3], "a"),
    };
    rig.platform.always((request, response) =>
      circle[request.query.get("cursor") ?? "start"]?.(request, response),
    );
    const mirror = rig.start();
    const { problem } = await until(async () => {
      const status = await mirror.status("docs");
      expect(status.backfill?.resumesAt).toBeGreaterThan(rig.time);
      return status;
    });
    expect(problem).toMatchObject({
      code: "cursor_broken",
      message: expect.stringContaining("may be missing"),
    });
    expect(rig.platform.requests.length).toBeLessThan(72);
    await rig.quiet();
    expect(await mirror.status("docs")).toMatchObject({ phase: "backfill", items: 4 });
    rig.platform.always(null);
    rig.time += HOUR;
    expect(await rig.settled(mirror)).toMatchObject({ items: 450, problem: null });
  });

  test("continues past empty pages and invalid entries", async () => {
    rig.platform.next(
      faults.json({ feedback: [], nextCursor: "1", hasMore: true }),
      faults.json({
        feedback: [{ comment: "no id" }, null, entry(1), entry(1, { status: "resolved" })],
        nextCursor: "2",
        hasMore: true,
      }),
      faults.json({ feedback: [entry(2, { status: "new" })], hasMore: false }),
    );
    const mirror = rig.start();
    expect(await rig.settled(mirror)).toMatchObject({ items: 2, pagesRead: 3, problem: null });
    expect((await rig.stored("fb_1"))?.team_status).toBe("resolved");
    expect((await rig.stored("fb_2"))?.team_status).toBe("new");
  });

  test("shares the lease: one process sends, the next continues when it stops", async () => {
    // The clock moves minutes within milliseconds, so that a short lease could end during one statement.
    rig.lease = 10 * MINUTE;
    const elsewhere = rig.again();
    const [first, second] = [rig.start("first"), rig.start("second", elsewhere)];
    await rig.settled(first);
    for (let step = 0; step < 36; step += 1) {
      rig.time += 5_000;
      await rig.settled(first);
    }
    await rig.seen(7);
    await rig.quiet();
    const senders = () =>
      new Set(rig.platform.requests.map(({ headers }) => headers.authorization));
    expect(senders().size).toBe(1);
    expect(rig.platform.requests).toHaveLength(7);

    const [leader, follower] = senders().has("Bearer first") ? [first, second] : [second, first];
    await leader.stop();
    await renewed();
    rig.time += 2 * MINUTE;
    await rig.seen(8);
    expect(senders().size).toBe(2);
    expect(rig.cursors()).toHaveLength(5);
    await follower.stop();
  });

  test("starts to sync an added project, and shares the budget among all", async () => {
    rig.projects = [];
    const mirror = rig.start();
    await rig.quiet();
    rig.projects = [
      { id: "docs", name: "Docs" },
      { id: "blog", name: "Blog" },
    ];
    await rig.settled(mirror);
    await until(async () =>
      expect(await mirror.status("blog")).toMatchObject({ items: 450, phase: "following" }),
    );
    expect(rig.platform.requests).toHaveLength(10);
    expect(await mirror.status("docs")).toMatchObject({ projects: 2, newItemsInterval: 223_672 });
    rig.time += MINUTE;
    await until(async () => {
      const { nextRequestAt, lastSuccessAt } = await mirror.status("docs");
      expect(nextRequestAt - (lastSuccessAt ?? 0)).toBeGreaterThan(223_000);
    });
  });
});
