import { createHash } from "node:crypto";
import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ExportStatus } from "../../lib/contract/api/sync.ts";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import type { Mirror } from "../../lib/mirror/mirror.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { entry, MINUTE, type MirrorRig, openMirrorRig, START } from "../support/mirror-rig.ts";
import type { ServedEntry } from "../support/misbehaving-platform.ts";
import { isThorough } from "../support/thorough.ts";

// The mirror's own waits advance the clock, so that hours pass in seconds. One engine is enough,
// because the schedule doesn't depend on the database.

let rig: MirrorRig;
let sent: number[];
/** When each entry was on a page that was served. */
let servedAt: Map<string, number[]>;
let mirror: Mirror<ExportStatus>;

beforeEach(async () => {
  rig = await openMirrorRig("sqlite", 0);
  rig.lease = 20 * MINUTE;
  // A minute apart, so that many are within the range of the checks for new items.
  rig.platform.entries = Array.from({ length: 10_000 }, (_, age) => minuteOld(age));
  sent = [];
  servedAt = new Map();
  rig.platform.always((request, response) => {
    const now = rig.time;
    sent.push(now);
    const end = response.end.bind(response);
    const recording = (text: string) => {
      for (const [, id = ""] of text.matchAll(/"id":"(\w+)"/g)) {
        servedAt.set(id, [...(servedAt.get(id) ?? []), now]);
      }
      return end(text);
    };
    rig.platform.behave(request, Object.assign(response, { end: recording }));
  });
});

afterEach(() => rig.close());

const minuteOld = (age: number): ServedEntry =>
  entry(age, { createdAt: new Date(START - age * MINUTE).toISOString() });

/** Sorted by a hash of the ID, unrelated to dates. */
const arbitrary = (held: ServedEntry[]): ServedEntry[] =>
  held
    .map((one) => ({ one, at: hashOf(one.id) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

const hashes = new Map<string, number>();

function hashOf(id: string): number {
  let hash = hashes.get(id);
  if (hash === undefined) {
    hash = createHash("md5").update(id).digest().readUInt32BE();
    hashes.set(id, hash);
  }
  return hash;
}

function mostInAnyHour(times: number[]): number {
  return Math.max(...times.map((end) => times.filter((at) => at > end - HOUR && at <= end).length));
}

/** The longest time between two reads of an entry since `since`, in milliseconds. */
function longestGap(id: string, since: number): number {
  const times = [since, ...(servedAt.get(id) ?? []).filter((at) => at > since), rig.time];
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)));
}

/** Returns the milliseconds on the rig's clock until `check` holds, in steps of `step`. */
async function timeUntil(check: () => Promise<boolean>, step = 5_000): Promise<number> {
  const before = rig.time;
  while (!(await check())) {
    if (rig.time > before + 3 * HOUR) throw new Error("Timed out.");
    await rig.pass(step);
  }
  return rig.time - before;
}

const isFollowing = async () => (await mirror.status("docs")).phase === "following";

const newestFirst = { named: "newest first", order: (held: ServedEntry[]) => held };
const inNoOrder = { named: "in no order", order: arbitrary };

describe.each(isThorough ? [newestFirst, inNoOrder] : [newestFirst])(
  "with the default budget and 10,000 entries, listed $named",
  ({ order }) => {
    test("new items arrive in two minutes and changes within an hour, within the budget", async () => {
      rig.platform.order = order;
      mirror = rig.start();
      await timeUntil(isFollowing, MINUTE);
      expect(rig.time - START).toBeLessThan(2.2 * HOUR);
      await rig.pass(1.2 * HOUR);

      const steady = rig.time;
      const changes = [500, 2_989];
      const delays: number[] = [];
      for (const [round, age] of changes.entries()) {
        const id = `new_${round}`;
        const fresh = entry(-1, { id, createdAt: new Date(rig.time).toISOString() });
        rig.platform.entries.unshift(fresh);
        delays.push(await timeUntil(async () => (await rig.stored(id)) !== undefined));

        const at = rig.platform.entries.findIndex((held) => held.id === `fb_${age}`);
        rig.platform.entries[at] = { ...minuteOld(age), status: "resolved" };
        const noticed = await timeUntil(
          async () => (await rig.stored(`fb_${age}`))?.team_status === "resolved",
          MINUTE,
        );
        expect(noticed, `a change to item ${age}`).toBeLessThan(HOUR);
        await rig.pass(30 * MINUTE);
      }
      expect(Math.max(...delays)).toBeLessThan(2 * MINUTE);
      // Every one of the newest 3,000 items was read at least once an hour.
      const newest = Array.from({ length: 2_990 }, (_, age) => longestGap(`fb_${age}`, steady));
      expect(Math.max(...newest)).toBeLessThan(HOUR);
      expect(mostInAnyHour(sent)).toBeLessThanOrEqual(80);
      // A client that only reacts to 429s would always be at the limit.
      const { budget, newItemsInterval, recentInterval } = await mirror.status("docs");
      expect(budget.remaining).toBeGreaterThan(0);
      expect(newItemsInterval).toBeLessThan(2 * MINUTE);
      expect(recentInterval).toBeLessThan(HOUR);
    });
  },
);

test("new items keep arriving within the interval shown during a first sync that takes hours @thorough", async () => {
  rig.platform.entries = Array.from({ length: 15_000 }, (_, age) => minuteOld(age));
  mirror = rig.start();
  await rig.pass(20 * MINUTE);
  const { backfill, items, budget, newItemsInterval } = await mirror.status("docs");
  expect(items).toBe(4_100);
  expect(budget.remaining).toBeGreaterThan(0);
  expect(backfill).toMatchObject({ pages: 41, pagesPerHour: 41, items });
  expect(backfill?.readBackTo).toBe(START - 4_099 * MINUTE);
  expect(backfill?.resumesAt).toBeGreaterThan(rig.time + 20 * MINUTE);
  expect(backfill?.oldestDate).toBeNull();
  expect(newItemsInterval).toBeLessThan(2 * MINUTE);
  const delays: number[] = [];
  for (let round = 0; round < 20; round += 1) {
    const createdAt = new Date(rig.time).toISOString();
    rig.platform.entries.unshift(entry(-1, { id: `new_${round}`, createdAt }));
    delays.push(await timeUntil(async () => (await rig.stored(`new_${round}`)) !== undefined));
    await rig.pass(37_000 * (round % 4));
  }
  // The clock moves in steps of five seconds.
  expect(Math.max(...delays)).toBeLessThan(newItemsInterval + 10_000);
  await timeUntil(isFollowing, MINUTE);
  await rig.expectSame();
  expect(mostInAnyHour(sent)).toBeLessThanOrEqual(80);
  expect(rig.time - START).toBeLessThan(3.6 * HOUR);
});

test.runIf(isThorough)(
  "a change right after the first sync shows up within the interval shown",
  async () => {
    rig.platform.entries = Array.from({ length: 4_050 }, (_, age) => minuteOld(age));
    mirror = rig.start();
    await timeUntil(isFollowing, MINUTE);
    const { recentInterval, deletedInterval } = await mirror.status("docs");
    // The first sync has just spent the requests that changes need.
    expect(recentInterval).toBeGreaterThan(1.5 * HOUR);
    const changes = [90, 1_500, 2_950];
    for (const age of changes)
      rig.platform.entries[age] = { ...minuteOld(age), status: "resolved" };
    const removed = rig.platform.entries.splice(1_000, 1)[0]?.id ?? "";
    const start = rig.time;
    const waits = new Map<string, number>();
    const isFound: Record<string, () => Promise<boolean>> = {
      ...Object.fromEntries(
        changes.map((age) => [
          `fb_${age}`,
          async () => (await rig.stored(`fb_${age}`))?.team_status === "resolved",
        ]),
      ),
      removed: async () => typeof (await rig.stored(removed))?.deleted_at === "number",
    };
    while (waits.size < 4 && rig.time < start + 6 * HOUR) {
      await rig.pass(4 * MINUTE);
      for (const [name, check] of Object.entries(isFound)) {
        if (!waits.has(name) && (await check())) waits.set(name, rig.time - start);
      }
    }
    for (const age of changes)
      expect(waits.get(`fb_${age}`)).toBeLessThan(recentInterval + 10 * MINUTE);
    expect(waits.get("removed")).toBeLessThan(deletedInterval + 10 * MINUTE);
    // Later, changes arrive within an hour, and the status says so.
    expect((await mirror.status("docs")).recentInterval).toBeLessThan(HOUR);
  },
);

test.runIf(isThorough)(
  "with more than 3,000 items, everything else shows up within the intervals shown",
  async () => {
    rig.platform.entries = Array.from({ length: 4_050 }, (_, age) => minuteOld(age));
    mirror = rig.start();
    await timeUntil(async () => (await mirror.status("docs")).phase === "following");
    await rig.pass(1.2 * HOUR);
    const { recentInterval, fullSyncInterval, deletedInterval } = await mirror.status("docs");
    const { entries } = rig.platform;
    const start = rig.time;
    entries[3_900] = { ...minuteOld(3_900), status: "resolved" };
    entries.push(entry(-1, { id: "undated", createdAt: null }));
    const gone = [3_500, 1_000].map((age) => entries.splice(age, 1)[0]?.id ?? "");
    const isDeleted = async (id = "") => typeof (await rig.stored(id))?.deleted_at === "number";
    const expected = [
      { within: fullSyncInterval, isHere: async () => (await rig.stored("undated")) !== undefined },
      {
        within: fullSyncInterval,
        isHere: async () => (await rig.stored("fb_3900"))?.team_status === "resolved",
      },
      { within: deletedInterval, isHere: () => isDeleted(gone[1]) },
      {
        within: (deletedInterval / recentInterval) * fullSyncInterval,
        isHere: () => isDeleted(gone[0]),
      },
    ];
    for (const { within, isHere } of expected.toSorted((a, b) => a.within - b.within)) {
      await rig.pass(Math.max(0, start + within + 10 * MINUTE - rig.time));
      expect(await isHere(), isHere.toString()).toBe(true);
    }
    expect((await mirror.status("docs")).problem).toBeNull();
  },
);

test("two projects double every interval, and the status says so @thorough", async () => {
  rig.platform.entries = rig.platform.entries.slice(0, 3_000);
  mirror = rig.start();
  await timeUntil(isFollowing, MINUTE);
  const alone = await mirror.status("docs");
  rig.projects = [
    { id: "docs", name: "Docs" },
    { id: "blog", name: "Blog" },
  ];
  const together = await mirror.status("docs");
  expect(together.newItemsInterval / alone.newItemsInterval).toBeCloseTo(2, 2);
  // Also depends on what this project's share has spent.
  expect(together.recentInterval / alone.recentInterval).toBeGreaterThan(1.5);
  await timeUntil(async () => (await mirror.status("blog")).phase === "following");
  await rig.pass(1.2 * HOUR);
  rig.platform.entries.unshift(entry(-1, { createdAt: new Date(rig.time).toISOString() }));
  expect(await timeUntil(async () => (await mirror.status("docs")).items > 3_000)).toBeLessThan(
    4 * MINUTE,
  );
  expect(mostInAnyHour(sent)).toBeLessThanOrEqual(80);
});

test("sync is paused when all requests are reserved for other clients", async () => {
  rig.allowance = { limit: 100, reserve: 100 };
  mirror = rig.start();
  await rig.pass(2 * HOUR);
  expect(sent).toEqual([]);
  const status = await mirror.status("docs");
  expect(status).toMatchObject({ paused: true, problem: null, items: 0 });
  expect(status.nextRequestAt).toBeGreaterThan(rig.time);
  await expect(mirror.refresh("docs")).rejects.toThrow("PLATFORM_RESERVE");
});

/** Works in the inbox: filters, searches, scrolls, and opens items. */
async function person(feedback: ReturnType<typeof createFeedbackStore>, number: number) {
  const filters =
    number % 2 === 0
      ? { ...NO_FILTERS, q: `Comment ${number}` }
      : { ...NO_FILTERS, helpful: false };
  const { feedback: rows, nextCursor } = await feedback.page("docs", filters, {
    limit: 50,
    cursor: null,
  });
  if (nextCursor) await feedback.page("docs", filters, { limit: 50, cursor: nextCursor });
  await feedback.facets("docs", filters);
  const [first] = rows;
  if (first) await feedback.detail("docs", first.id);
  await mirror.status("docs");
}

test.runIf(isThorough)("twenty people working for ten minutes cost no requests", async () => {
  rig.platform.entries = rig.platform.entries.slice(0, 1_000);
  const tenMinutes = async (people: number): Promise<number> => {
    const feedback = createFeedbackStore(rig.database);
    const [before, end] = [sent.length, rig.time + 10 * MINUTE];
    while (rig.time < end) {
      await Promise.all(Array.from({ length: people }, (_, index) => person(feedback, index)));
      await rig.pass(30_000);
      await yieldToEventLoop();
    }
    return sent.length - before;
  };
  mirror = rig.start();
  await timeUntil(isFollowing, MINUTE);
  await rig.pass(2 * HOUR);
  const without = await tenMinutes(0);
  const withPeople = await tenMinutes(20);
  // A request may fall just inside or outside of the ten minutes.
  expect(Math.abs(withPeople - without)).toBeLessThanOrEqual(2);
  expect(mostInAnyHour(sent)).toBeLessThanOrEqual(80);
});
