import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { createSkippedItems } from "../../lib/store/sync/skipped-items.ts";
import {
  entriesOf,
  entry,
  MINUTE,
  type MirrorRig,
  openMirrorRig,
  START,
} from "../support/mirror-rig.ts";
import { type Behaviour, faults } from "../support/misbehaving-platform.ts";
import { isThorough } from "../support/thorough.ts";

// Platforms that break the interface, and what each of them costs in requests.

let rig: MirrorRig;

beforeEach(async () => {
  rig = await openMirrorRig("sqlite", 500);
  rig.lease = 20 * MINUTE;
});

afterEach(() => rig.close());

const requests = () => rig.platform.requests.length;
/** Checks for new items have a start date but no other filter. */
const checks = () =>
  rig.platform.requests.filter(({ query }) => query.has("dateFrom") && !query.has("source")).length;

describe("a platform that always reports more pages", () => {
  test("without a cursor is recognized within three pages and then costs one request per check", async () => {
    rig.platform.always(
      rig.platform.altered((answer) => ({ ...answer, nextCursor: null, hasMore: true })),
    );
    const mirror = rig.start();
    await rig.pass(30_000);
    expect(requests()).toBeLessThanOrEqual(3);
    const { problem } = await mirror.status("docs");
    expect(problem?.message).toMatch(/more pages but no cursor.*may be missing/s);
    await rig.pass(HOUR);
    // 33 checks for new items, one request each, and the slow reading of what can be read.
    expect(checks()).toBeLessThanOrEqual(34);
    expect(requests() - checks()).toBeLessThanOrEqual(3 + 8);
    // Nothing counts as deleted because it wasn't listed.
    await rig.pass(6 * HOUR);
    expect((await mirror.status("docs")).deleted).toBe(0);
  });

  test("with nothing new on them is recognized within three pages and then costs ever fewer requests @thorough", async () => {
    let page = 0;
    rig.platform.always(
      rig.platform.altered((answer) => {
        page += 1;
        return { ...answer, feedback: [entry(1)], nextCursor: `p${page}`, hasMore: true };
      }),
    );
    const mirror = rig.start();
    await rig.pass(8 * MINUTE);
    expect(requests() - checks()).toBeLessThanOrEqual(4);
    const { problem } = await mirror.status("docs");
    expect(problem?.message).toMatch(/nothing new.*may be missing/s);
    const before = requests();
    await rig.pass(HOUR);
    expect(requests() - before).toBeLessThanOrEqual(33 + 5);
    rig.platform.always(null);
    await rig.pass(4 * HOUR);
    expect(await mirror.status("docs")).toMatchObject({ items: 500, problem: null, deleted: 0 });
  });
});

test("a platform that answers each cursor with the newest items is recognized while checks read them, too", async () => {
  const mirror = rig.start();
  await rig.settled(mirror);
  let page = 0;
  rig.platform.always(
    rig.platform.altered((answer) => {
      page += 1;
      const feedback = rig.platform.entries.slice(0, 100);
      return { ...answer, feedback, nextCursor: `p${page}`, hasMore: true };
    }),
  );
  await rig.pass(HOUR);
  const { problem } = await mirror.status("docs");
  expect(problem?.message).toMatch(/nothing new.*may be missing/s);
});

describe("items that are too large", () => {
  const large = (age: number, megabytes: number) =>
    entry(age, {
      comment: `"\\ ${"x".repeat(megabytes * 1_048_576)}`,
      contact: "ana@docs.example",
    });

  test("are skipped and listed, and the sync continues behind them without further requests", async () => {
    rig.platform.entries[150] = large(150, 9);
    rig.platform.entries[151] = large(151, 2);
    const mirror = rig.start();
    const status = await rig.settled(mirror);
    expect(status).toMatchObject({ items: 498, quarantined: 2, problem: null });
    expect(requests()).toBe(5);
    const skippedItems = createSkippedItems(rig.database, { now: () => rig.time });
    const { entries } = await skippedItems.list("docs", { limit: 5, cursor: null });
    expect(entries.map(({ entryId, reason }) => [entryId, reason]).sort()).toEqual([
      ["fb_150", "The item is 9.0 MB; Errata reads items up to 1 MB."],
      ["fb_151", "The item is 2.0 MB; Errata reads items up to 1 MB."],
    ]);
    expect(JSON.stringify(entries)).not.toContain("ana@");
    expect((await rig.stored("fb_152"))?.id).toBe("fb_152");
  });

  // What cuts such an item out of a page is tested with random ones (unit/mirror-oversized).
  test.runIf(isThorough)("are skipped at any position and size", async () => {
    rig.platform.entries[0] = large(0, 33);
    const mirror = rig.start();
    const status = await rig.settled(mirror);
    expect(status).toMatchObject({ items: 499, quarantined: 1, problem: null });
    expect(requests()).toBe(5);
    const skippedItems = createSkippedItems(rig.database, { now: () => rig.time });
    const { entries } = await skippedItems.list("docs", { limit: 5, cursor: null });
    expect(entries[0]).toMatchObject({
      entryId: "fb_0",
      reason: "The item is 33.0 MB; Errata reads items up to 1 MB.",
    });
  });

  test("that make a page over 8 MB together are read in smaller pages", async () => {
    for (let age = 110; age < 120; age += 1) {
      rig.platform.entries[age] = entry(age, { padding: "x".repeat(900_000) });
    }
    const mirror = rig.start();
    const status = await rig.settled(mirror);
    expect(status).toMatchObject({ items: 500, quarantined: 0, problem: null });
    const limits = rig.platform.requests.map(({ query }) => Number(query.get("limit")));
    expect(Math.min(...limits)).toBe(12);
    expect(limits.length).toBeLessThan(30);
    await rig.expectSame();
  });
});

test.each([429, 503])(
  "a platform that answers %i and asks for a second's pause again and again doesn't use up the hour",
  async (status) => {
    const mirror = rig.start();
    await rig.settled(mirror);
    await rig.pass(HOUR);
    const before = requests();
    rig.platform.always(faults.status(status, { "retry-after": "0" }));
    await rig.pass(10 * MINUTE);
    expect(requests() - before).toBeLessThanOrEqual(8);
    expect((await mirror.status("docs")).budget.remaining).toBeGreaterThan(0);
  },
);

test("a page with more unreadable items than are kept empties no list", async () => {
  const mirror = rig.start();
  await rig.settled(mirror);
  const feedback = Array.from({ length: 1_500 }, (_, age) => ({ id: `bad_${age}`, path: "/x" }));
  rig.platform.next(faults.json({ feedback, nextCursor: null, hasMore: false }));
  await rig.pass(3 * MINUTE);
  expect((await mirror.status("docs")).quarantined).toBe(1_000);
});

describe("checks that people request", () => {
  test("spend at most six requests an hour, and say when the next one is possible", async () => {
    const mirror = rig.start();
    await rig.settled(mirror);
    const before = requests();
    const start = rig.time;
    let answered = "";
    for (let press = 0; press < 75; press += 1) {
      await mirror.refresh("docs").catch((error: Error) => {
        answered = error.message;
      });
      await rig.pass(8_000);
    }
    const elapsed = rig.time - start;
    const scheduled = Math.ceil(elapsed / 110_000) + Math.ceil(elapsed / 80_000);
    expect(requests() - before).toBeLessThanOrEqual(6 + scheduled);
    expect(answered).toMatch(/6 an hour. You can sync again in \d+ minutes/);
    const { manualChecks, newItemsInterval, budget } = await mirror.status("docs");
    expect(manualChecks).toMatchObject({ limit: 6, remaining: 0 });
    expect(manualChecks.availableAt).toBeGreaterThan(rig.time);
    expect(newItemsInterval).toBeLessThan(2 * MINUTE);
    expect(budget.remaining).toBeGreaterThan(0);
    await rig.pass(HOUR);
    expect((await mirror.status("docs")).manualChecks).toMatchObject({
      remaining: 6,
      availableAt: null,
    });
  });
});

/** Two full export pages with this many empty ones between them. */
const emptyBetween =
  (count: number): Behaviour =>
  (request, response) => {
    const page = Number(request.query.get("cursor") ?? 0);
    const { entries } = rig.platform;
    const hasMore = page <= count;
    const full = page === 0 ? entries.slice(0, 100) : entries.slice(100, 200);
    const feedback = page === 0 || !hasMore ? full : [];
    const nextCursor = hasMore ? String(page + 1) : null;
    faults.json({ feedback, nextCursor, hasMore })(request, response);
  };

test("13 empty pages are followed to the items behind them, within the budget", async () => {
  rig.platform.always(emptyBetween(13));
  const mirror = rig.start();
  await rig.pass(HOUR);
  expect(requests()).toBeLessThanOrEqual(80);
  expect(await mirror.status("docs")).toMatchObject({ items: 200, deleted: 0 });
});

test("empty pages without an end are given up after 50 @thorough", async () => {
  rig.platform.always(emptyBetween(1_000));
  const mirror = rig.start();
  await rig.pass(5 * MINUTE);
  expect(requests() - checks()).toBeLessThanOrEqual(10);
  await rig.pass(5 * HOUR);
  const { problem, phase } = await mirror.status("docs");
  expect(phase).toBe("backfill");
  expect(problem?.message).toMatch(/nothing new 50 times.*may be missing/s);
});

test("a list that lost most items counts only when it is still short a day later", async () => {
  const mirror = rig.start();
  await rig.settled(mirror);
  const nothing = faults.json({ feedback: [], nextCursor: null, hasMore: false });
  rig.platform.always((request, response) =>
    (request.query.has("dateFrom") ? rig.platform.behave : nothing)(request, response),
  );
  await rig.pass(30 * MINUTE);
  const short = await mirror.status("docs");
  expect(short).toMatchObject({ deleted: 0, items: 500 });
  expect(short.problem?.message).toMatch(/far fewer items than before/);
  const { since = 0, dueAt } = short.problem ?? {};
  expect(dueAt).toBe(since + 24 * HOUR);
  rig.platform.always(null);
  await rig.pass(30 * MINUTE);
  expect(await mirror.status("docs")).toMatchObject({ deleted: 0, problem: null });
  // The day starts again, because the list was complete in between.
  rig.platform.entries.length = 100;
  await rig.pass(30 * MINUTE);
  rig.time += 22 * HOUR;
  await rig.pass(20 * MINUTE);
  expect((await mirror.status("docs")).deleted).toBe(0);
  rig.time += 2 * HOUR;
  await rig.pass(20 * MINUTE);
  expect(await mirror.status("docs")).toMatchObject({ deleted: 400, problem: null });
});

test("an empty list after one that ended early deletes nothing", async () => {
  const mirror = rig.start();
  await rig.settled(mirror);
  const none = { feedback: [], nextCursor: null, hasMore: false };
  let isCut = true;
  rig.platform.always(
    rig.platform.altered((answer, entries) => {
      if (!isCut) return none;
      return entries.some(({ id }) => id === "fb_400") ? none : answer;
    }),
  );
  const lastFullSync = async () => (await mirror.status("docs")).lastFullSyncAt;
  const complete = await lastFullSync();
  while ((await lastFullSync()) === complete) await rig.pass(MINUTE);
  isCut = false;
  await rig.pass(30 * MINUTE);
  const { deleted, problem } = await mirror.status("docs");
  expect(deleted).toBe(0);
  expect(problem?.message).toMatch(/far fewer items than before/);
});

test("a platform whose clock is ahead gets one request per check for new items", async () => {
  const ahead = (time: number) => ({ createdAt: new Date(time + 10 * HOUR).toISOString() });
  const arrived = Array.from({ length: 500 }, (_, age) => entry(age, ahead(START - age * 90_000)));
  rig.platform.entries.splice(0, 500, ...arrived);
  const mirror = rig.start();
  await rig.settled(mirror);
  await rig.pass(5 * MINUTE);
  const before = checks();
  for (let count = 0; count < 20; count += 1) {
    rig.platform.entries.unshift(entry(1_000 + count, ahead(rig.time)));
    await rig.pass(90_000);
  }
  // Half an hour of checks, which the status promises every two minutes.
  expect(checks() - before).toBeLessThanOrEqual(20);
  // The last item arrives by the next check.
  const { newItemsInterval } = await mirror.status("docs");
  expect(newItemsInterval).toBeLessThan(2 * MINUTE);
  await rig.pass(newItemsInterval);
  expect(await mirror.status("docs")).toMatchObject({ items: 520 });
});

test("a project that the platform doesn't have takes no share from the others", async () => {
  rig.platform.entries = entriesOf(50);
  rig.projects = [
    { id: "docs", name: "Docs" },
    { id: "typo", name: "Typo" },
  ];
  rig.platform.always((request, response) =>
    (request.path.includes("typo") ? faults.status(404) : rig.platform.behave)(request, response),
  );
  const mirror = rig.start();
  await rig.pass(2 * MINUTE);
  expect((await mirror.status("typo")).problem?.message).toContain('"typo" doesn\'t exist');
  const { projects, newItemsInterval } = await mirror.status("docs");
  expect(projects).toBe(1);
  expect(newItemsInterval).toBeLessThan(2 * MINUTE);
  const before = requests();
  await rig.pass(12 * HOUR);
  const wasted = rig.platform.requests.slice(before).filter(({ path }) => path.includes("typo"));
  expect(wasted.length).toBeLessThanOrEqual(7);
});
