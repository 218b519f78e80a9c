import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as log from "../../lib/log.ts";
import { createLease } from "../../lib/store/lease.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";

describe.each(engines)("a lease on $name", ({ name }) => {
  let database: TestDatabase<StoreSchema>;
  let now: number;

  const leaseOf = (holder: string) =>
    createLease({ database, clock: { now: () => now }, name: "work", holder, duration: 15_000 });

  beforeEach(async () => {
    now = Date.UTC(2026, 10, 2, 12);
    database = await openTestStore(name, "lease");
  });

  afterEach(() => database.close());

  test("has one holder when several ask at the same time", async () => {
    const leases = Array.from({ length: 8 }, (_, index) => leaseOf(`process-${index}`));
    const held = await Promise.all(leases.map((lease) => lease.hold()));
    expect(held.filter(Boolean)).toHaveLength(1);
  });

  test("stays with the holder that renews it, until it is released", async () => {
    const [mine, yours] = [leaseOf("mine"), leaseOf("yours")];
    for (let second = 0; second < 60; second += 5) {
      expect(await mine.hold()).toBe(true);
      expect(await yours.hold()).toBe(false);
      now += 5_000;
    }
    await yours.release();
    expect(await yours.hold()).toBe(false);
    await mine.release();
    expect(await yours.hold()).toBe(true);
    expect(await mine.hold()).toBe(false);
  });

  test("is free if it ends further away than it can last: a clock was ahead", async () => {
    now += 400 * 86_400_000;
    await leaseOf("ahead").hold();
    now -= 400 * 86_400_000;
    const mine = leaseOf("mine");
    expect(await mine.hold()).toBe(true);
    expect(await leaseOf("yours").hold()).toBe(false);
    // A clock that goes back while the lease is held doesn't end its renewal.
    now -= 86_400_000;
    expect(await mine.hold()).toBe(true);
    expect(await leaseOf("yours").hold()).toBe(false);
  });

  test("keeps a former holder from writing, even after it was released", async () => {
    const [former, current] = [leaseOf("former"), leaseOf("current")];
    const write = (lease: typeof former) =>
      database.query.transaction().execute((trx) => lease.confirm(trx));
    await former.hold();
    await write(former);
    now += 15_000;
    await current.hold();
    await expect(write(former)).rejects.toThrow("Another process took over");
    await write(current);
    await current.release();
    await leaseOf("third").hold();
    now += 15_000;
    // Holds it again, but what it began before belongs to the earlier lease.
    const [before, again] = [leaseOf("former"), leaseOf("former")];
    await before.hold();
    await write(before);
    now += 15_000;
    await current.hold();
    now += 15_000;
    await again.hold();
    await write(again);
    await expect(write(before)).rejects.toThrow("Another process took over");
  });

  test("expires when its holder stops, which then learns that it lost it", async () => {
    const info = vi.fn<(detail: object, message: string) => void>();
    vi.spyOn(log, "processLog").mockReturnValue({ info } as unknown as log.Log);
    const [mine, yours] = [leaseOf("mine"), leaseOf("yours")];
    await mine.hold();
    now += 14_999;
    expect(await yours.hold()).toBe(false);
    now += 1;
    expect(await yours.hold()).toBe(true);
    expect(await mine.hold()).toBe(false);
    now += 6_000;
    // A renewal is no news.
    expect(await yours.hold()).toBe(true);
    await yours.release();
    expect(info.mock.calls.map(([, message]) => message)).toEqual(
      ["taken", "taken", "lost", "released"].map((change) => `lease ${change}`),
    );
  });
});
