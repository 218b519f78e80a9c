import { hash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ExportStatus } from "../../lib/contract/api/sync.ts";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import type { Mirror } from "../../lib/mirror/mirror.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";
import { entry, MINUTE, type MirrorRig, openMirrorRig, START } from "../support/mirror-rig.ts";
import { type Behaviour, faults, type ServedEntry } from "../support/misbehaving-platform.ts";
import { isThorough } from "../support/thorough.ts";

// Lists that are sorted newest first, on which checks for new items and deletions could end too early.

let rig: MirrorRig;

beforeEach(async () => {
  rig = await openMirrorRig("sqlite", 0);
  rig.lease = 20 * MINUTE;
  rig.platform.order = newestFirst;
});

afterEach(() => rig.close());

/** Every request sorts the list. Dates are all written alike, so that their text sorts as they do. */
const newestFirst = (entries: ServedEntry[]): ServedEntry[] =>
  entries.toSorted((a, b) => Number(textOf(a) < textOf(b)) - Number(textOf(a) > textOf(b)));
const textOf = ({ createdAt }: ServedEntry): string => String(createdAt);
const dated = (id: string, at: number): ServedEntry =>
  entry(0, { id, createdAt: new Date(at).toISOString() });
/** Entries this many milliseconds apart. */
const apart = (count: number, distance: number): ServedEntry[] =>
  Array.from({ length: count }, (_, age) => dated(`fb_${age}`, START - (age + 1) * distance));

/** Returns a mirror that has completed its first sync and the checks of an hour after it. */
async function following(): Promise<Mirror<ExportStatus>> {
  const mirror = rig.start();
  const isFollowing = async () => (await mirror.status("docs")).phase === "following";
  while (!(await isFollowing())) await rig.pass(5 * MINUTE);
  await rig.pass(HOUR);
  return mirror;
}

/** Returns the milliseconds until `check` holds, or `limit` if it doesn't by then. */
async function timeUntil(check: () => Promise<boolean>, limit: number, step = 10_000) {
  const before = rig.time;
  while (!(await check()) && rig.time < before + limit) await rig.pass(step);
  return rig.time - before;
}

/** Returns the milliseconds until a new item is stored. */
function arrival(id: string): Promise<number> {
  rig.platform.entries.unshift(dated(id, rig.time));
  return timeUntil(async () => (await rig.stored(id)) !== undefined, 2 * HOUR);
}

const requestsIn = async (milliseconds: number): Promise<number> => {
  const before = rig.platform.requests.length;
  await rig.pass(milliseconds);
  return rig.platform.requests.length - before;
};

test.each([30, 60, 100, 150, 1_000])(
  "%i items dated in the future hide no new ones, within the budget @thorough",
  async (count) => {
    const future = Date.UTC(2099, 0, 1);
    rig.platform.entries = [
      ...Array.from({ length: count }, (_, index) => dated(`later_${index}`, future + index)),
      ...apart(2_000, MINUTE),
    ];
    const mirror = await following();
    for (const id of ["first", "second", "third"]) {
      await rig.pass(13 * MINUTE);
      const { newItemsInterval } = await mirror.status("docs");
      expect(newItemsInterval).toBeLessThan(4 * MINUTE);
      expect(await arrival(id)).toBeLessThan(newItemsInterval + 10_000);
    }
    expect(await requestsIn(HOUR)).toBeLessThanOrEqual(80);
    expect(await mirror.status("docs")).toMatchObject({ problem: null, deleted: 0 });
  },
);

test("an item that is dated in the future itself is found beside many others", async () => {
  const future = Date.UTC(2099, 0, 1);
  const later = Array.from({ length: 150 }, (_, index) => dated(`later_${index}`, future + index));
  rig.platform.entries = [...later, ...apart(500, MINUTE)];
  await following();
  rig.platform.entries.push(dated("latest", future + 150));
  const isStored = async () => (await rig.stored("latest")) !== undefined;
  expect(await timeUntil(isStored, HOUR)).toBeLessThan(4 * MINUTE);
});

/** Every list starts with this many empty pages. */
const afterEmptyPages =
  (count: number): Behaviour =>
  (request, response) => {
    const [, read] = /^empty(\d+)$/.exec(request.query.get("cursor") ?? "empty0") ?? [];
    if (read === undefined) return rig.platform.behave(request, response);
    if (Number(read) < count) {
      const nextCursor = `empty${Number(read) + 1}`;
      return faults.json({ feedback: [], nextCursor, hasMore: true })(request, response);
    }
    const query = new URLSearchParams(request.query);
    query.delete("cursor");
    rig.platform.behave({ ...request, query }, response);
  };

describe("a list that starts with empty pages", () => {
  test.each([1, 4, 9])(
    "of which checks follow %i, as often as the status says @thorough",
    async (count) => {
      rig.platform.always(afterEmptyPages(count));
      rig.platform.entries = apart(4_000, MINUTE);
      const mirror = await following();
      for (const id of ["first", "second"]) {
        await rig.pass(13 * MINUTE);
        const status = await mirror.status("docs");
        expect(status).toMatchObject({ problem: null, newItemsLate: false });
        expect(status.newItemsInterval).toBeLessThan((count + 1) * 2 * MINUTE);
        expect(await arrival(id)).toBeLessThan(status.newItemsInterval + 10_000);
      }
      expect(await requestsIn(HOUR)).toBeLessThanOrEqual(80);
    },
  );

  test("too many for a check has its new items found by rereading, and the status says when @thorough", async () => {
    rig.platform.always(afterEmptyPages(12));
    rig.platform.entries = apart(4_000, MINUTE);
    const mirror = await following();
    await rig.pass(2 * HOUR);
    for (const id of ["first", "second"]) {
      const status = await mirror.status("docs");
      expect(status.newItemsLate).toBe(true);
      expect(status.newItemsInterval).toBe(status.recentInterval);
      expect(status.problem?.message).toMatch(/nothing new 10 times in a row, so new feedback may/);
      expect(await arrival(id)).toBeLessThan(status.newItemsInterval + MINUTE);
    }
    expect(await requestsIn(HOUR)).toBeLessThanOrEqual(80);
    rig.platform.always(null);
    await rig.pass(HOUR);
    expect(await mirror.status("docs")).toMatchObject({ problem: null, newItemsLate: false });
  });
});

/** Returns the milliseconds until an item that the platform deletes now is marked as deleted. */
function deletion(id: string): Promise<number> {
  const at = rig.platform.entries.findIndex((held) => held.id === id);
  rig.platform.entries.splice(at, 1);
  const isMarked = async () => typeof (await rig.stored(id))?.deleted_at === "number";
  return timeUntil(isMarked, 12 * HOUR, MINUTE);
}

describe("a deletion among the newest 3,000 items is found as soon as the status says", () => {
  test.each([
    ["when they arrived within a day", "fb_2950", 25_000, 100],
    ["when pages hold 50 items at most @thorough", "fb_1000", MINUTE, 50],
  ])("%s", async (_, id, distance, most) => {
    rig.platform.always((request, response) => {
      const query = new URLSearchParams(request.query);
      query.set("limit", String(Math.min(most, Number(query.get("limit")))));
      rig.platform.behave({ ...request, query }, response);
    });
    rig.platform.entries = apart(5_000, distance);
    const mirror = await following();
    const { deletedInterval } = await mirror.status("docs");
    expect(await deletion(id)).toBeLessThan(deletedInterval + 10 * MINUTE);
    expect(await mirror.status("docs")).toMatchObject({ deleted: 1, problem: null });
  });

  test.runIf(isThorough)("while new items keep arriving", async () => {
    rig.platform.entries = apart(5_000, 30_000);
    const mirror = await following();
    await rig.pass(4 * HOUR);
    const { deletedInterval } = await mirror.status("docs");
    expect(deletedInterval).toBeLessThan(3.5 * HOUR);
    const start = rig.time;
    rig.platform.entries = rig.platform.entries.filter((held) => held.id !== "fb_2950");
    const isMarked = async () => typeof (await rig.stored("fb_2950"))?.deleted_at === "number";
    while (!(await isMarked()) && rig.time < start + 6 * HOUR) {
      const fresh = Array.from({ length: 10 }, (_, one) => dated(`${rig.time}_${one}`, rig.time));
      rig.platform.entries.unshift(...fresh);
      await rig.pass(5 * MINUTE);
    }
    expect(rig.time - start).toBeLessThan(deletedInterval + 10 * MINUTE);
  });
});

const ignoreDates: Behaviour = (request, response) => {
  const query = new URLSearchParams(request.query);
  query.delete("dateFrom");
  query.delete("dateTo");
  rig.platform.behave({ ...request, query }, response);
};

test("a platform that ignores dates and doesn't sort its list says when new items show up @thorough", async () => {
  rig.platform.always(ignoreDates);
  rig.platform.order = (entries) =>
    entries
      .map((held) => ({ held, at: hash("sha256", held.id) }))
      .sort((a, b) => (a.at < b.at ? -1 : 1))
      .map(({ held }) => held);
  rig.platform.entries = apart(1_500, HOUR);
  const mirror = await following();
  for (const id of ["first", "second"]) {
    const status = await mirror.status("docs");
    expect(status.newItemsLate).toBe(true);
    expect(status.newItemsInterval).toBe(status.fullSyncInterval);
    expect(status.problem?.message).toMatch(/ignores dates and doesn't sort its list, so new feed/);
    expect(await arrival(id)).toBeLessThan(status.newItemsInterval + MINUTE);
  }
  expect(await requestsIn(HOUR)).toBeLessThanOrEqual(80);
  rig.platform.order = newestFirst;
  await rig.pass(HOUR);
  expect(await mirror.status("docs")).toMatchObject({ problem: null, newItemsLate: false });
});

test("a platform that ignores dates is checked with one request, and deletions are found", async () => {
  rig.platform.always(ignoreDates);
  rig.platform.entries = apart(5_000, MINUTE);
  const mirror = await following();
  for (const id of ["first", "second"]) {
    await rig.pass(13 * MINUTE);
    const { newItemsInterval } = await mirror.status("docs");
    expect(newItemsInterval).toBeLessThan(2 * MINUTE);
    expect(await arrival(id)).toBeLessThan(newItemsInterval + 10_000);
  }
  const { deletedInterval, ...status } = await mirror.status("docs");
  expect(status).toMatchObject({ ignoresDates: true, oldestFirst: false, problem: null });
  expect(await deletion("fb_2000")).toBeLessThan(deletedInterval + 10 * MINUTE);
  const before = rig.platform.requests.length;
  await rig.pass(HOUR);
  const sent = rig.platform.requests.slice(before);
  const checks = sent.filter(({ query }) => query.has("dateFrom") && !query.has("cursor"));
  expect(sent.length).toBeLessThanOrEqual(80);
  expect(checks.length).toBeGreaterThanOrEqual(30);
});

test("knows from what version 1.0.0 stored that dates are ignored", async () => {
  const row = { project_id: "docs", lane: "newItems", state: JSON.stringify({ isPassed: true }) };
  await rig.database.query.insertInto("sync_lane").values(row).execute();
  const { lanes } = await createSyncStore(rig.database).read("docs", START);
  expect(lanes.newItems).toEqual({
    ...initialLane(lanes.newItems.nextAt),
    reachedOlderItems: true,
  });
});
