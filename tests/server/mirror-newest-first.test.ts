import { afterEach, beforeEach, expect, test } from "vitest";
import type { ExportStatus } from "../../lib/contract/api/sync.ts";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import type { Mirror } from "../../lib/mirror/mirror.ts";
import { entry, MINUTE, type MirrorRig, openMirrorRig, START } from "../support/mirror-rig.ts";
import type { ServedEntry } from "../support/misbehaving-platform.ts";

// Lists that are sorted newest first, on which checks for new items and deletions could end too early.

let rig: MirrorRig;

beforeEach(async () => {
  rig = await openMirrorRig("sqlite", 0);
  rig.lease = 20 * MINUTE;
  rig.platform.order = newestFirst;
});

afterEach(() => rig.close());

const newestFirst = (entries: ServedEntry[]): ServedEntry[] =>
  entries.toSorted((a, b) => dateOf(b) - dateOf(a));
const dateOf = ({ createdAt }: ServedEntry): number => Date.parse(String(createdAt));
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
  "%i items dated in the future hide no new ones, within the budget",
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
