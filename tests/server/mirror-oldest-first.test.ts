import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import {
  entriesOf,
  entry,
  MINUTE,
  type MirrorRig,
  openMirrorRig,
  START,
  until,
} from "../support/mirror-rig.ts";
import { type Behaviour, faults } from "../support/misbehaving-platform.ts";

// Platforms that list their oldest items first, so that new ones are on the last page.

let rig: MirrorRig;

beforeEach(async () => {
  rig = await openMirrorRig("sqlite", 0);
  rig.lease = 20 * MINUTE;
});

afterEach(() => rig.close());

test("a list that is sorted oldest first is read from the newest date range back", async () => {
  rig.platform.entries = Array.from({ length: 6_000 }, (_, age) =>
    entry(age, { createdAt: new Date(START - age * 10 * MINUTE).toISOString() }),
  ).reverse();
  const mirror = rig.start();
  await until(async () => expect((await mirror.status("docs")).items).toBeGreaterThan(2_000));
  await rig.pass(MINUTE);
  const { backfill } = await mirror.status("docs");
  const back = backfill?.readBackTo ?? Number.NaN;
  expect(back).toBeLessThan(START - 10 * 24 * HOUR);
  // The list shows its oldest date, but not how much lies in between.
  const oldestDate = START - 5_999 * 10 * MINUTE;
  expect(backfill).toMatchObject({ oldestDate });
  const newer = rig.platform.entries.filter(
    ({ createdAt }) => Date.parse(String(createdAt)) >= back,
  );
  const rows = await rig.database.query.selectFrom("feedback").select("id").execute();
  const stored = new Set(rows.map(({ id }) => id));
  expect(newer.filter(({ id }) => !stored.has(id))).toEqual([]);
  await rig.pass(4 * HOUR);
  expect((await mirror.status("docs")).phase).toBe("following");
  await rig.expectSame();
});

describe("a platform that also ignores dates", () => {
  /** Answers as if the request asked for no dates. */
  const withoutDates: Behaviour = (request, response) => {
    const query = new URLSearchParams(request.query);
    query.delete("dateFrom");
    query.delete("dateTo");
    rig.platform.behave({ ...request, query }, response);
  };
  const requests = () => rig.platform.requests;
  const cursorsOf = (seen: typeof rig.platform.requests) =>
    seen.map(({ query }) => query.get("cursor"));

  beforeEach(() => {
    rig.platform.entries = entriesOf(1_500).reverse();
    rig.platform.always(withoutDates);
  });

  test("is recognized within three pages, and the first sync reads every page once", async () => {
    const mirror = rig.start();
    await rig.pass(30_000);
    const dated = requests().map(({ query }) => query.has("dateFrom") || query.has("dateTo"));
    expect(dated.slice(0, 4)).toEqual([false, true, false, false]);
    expect(cursorsOf(requests()).slice(1, 4)).toEqual([null, null, "100"]);
    expect(requests()).toHaveLength(2 + 15);
    expect(await mirror.status("docs")).toMatchObject({
      phase: "following",
      items: 1_500,
      problem: null,
    });
    await rig.expectSame();
  });

  test("costs one request per check, which finds new items at the end of the list @thorough", async () => {
    const mirror = rig.start();
    await rig.settled(mirror);
    await rig.pass(5 * MINUTE);
    const status = await mirror.status("docs");
    expect(status).toMatchObject({ ignoresDates: true, problem: null });
    expect(status.newItemsInterval).toBeLessThan(2 * MINUTE);
    rig.platform.entries.push(entry(-1), entry(-2));
    await rig.pass(2 * MINUTE);
    expect((await mirror.status("docs")).items).toBe(1_502);
    // More than a page of new items.
    const more = Array.from({ length: 250 }, (_, age) => entry(-3 - age));
    rig.platform.entries.push(...more);
    await rig.pass(2 * MINUTE);
    expect((await mirror.status("docs")).items).toBe(1_752);
    const before = requests().length;
    await rig.pass(HOUR);
    const checks = requests()
      .slice(before)
      .filter(({ query }) => query.get("cursor") === "1700");
    const fullSyncs = cursorsOf(requests().slice(before)).filter((cursor) => cursor === null);
    expect(checks.length).toBeLessThanOrEqual(33 + fullSyncs.length);
    expect(fullSyncs.length).toBeLessThanOrEqual(3);
    expect(requests().length - before).toBeLessThanOrEqual(33 + 42);
    await rig.expectSame();
  });

  test("finds new items by full syncs while it rejects the cursor of its last page @thorough", async () => {
    const mirror = rig.start();
    await rig.settled(mirror);
    await rig.pass(5 * MINUTE);
    let isFullSync = false;
    rig.platform.always((request, response) => {
      const cursor = request.query.get("cursor");
      // Only a reading of the whole list comes from the page before.
      if (cursor === "1300") isFullSync = true;
      const isRejected = cursor === "1400" && !isFullSync;
      if (cursor === "1400") isFullSync = false;
      (isRejected ? faults.status(400) : withoutDates)(request, response);
    });
    await rig.pass(3 * MINUTE);
    const status = await mirror.status("docs");
    expect(status).toMatchObject({ ignoresDates: true, problem: null });
    expect(status.newItemsInterval).toBe(status.fullSyncInterval);
    expect(status.newItemsInterval).toBeGreaterThan(15 * MINUTE);
    rig.platform.entries.push(entry(-1));
    const before = requests().length;
    await rig.pass(HOUR);
    expect((await mirror.status("docs")).items).toBe(1_501);
    expect(requests().length - before).toBeLessThanOrEqual(33 + 42);
  });

  test("is checked by date again once it filters by date @thorough", async () => {
    const mirror = rig.start();
    await rig.settled(mirror);
    await rig.pass(5 * MINUTE);
    rig.platform.always(null);
    rig.platform.order = (entries) => entries.toReversed();
    // The next full sync notices the order.
    await rig.pass(HOUR);
    const before = requests().length;
    rig.platform.entries.push(entry(-1));
    await rig.pass(2 * MINUTE);
    expect(
      requests()
        .slice(before)
        .some(({ query }) => query.has("dateFrom")),
    ).toBe(true);
    const status = await mirror.status("docs");
    expect(status).toMatchObject({ ignoresDates: false, items: 1_501, problem: null });
  });
});
