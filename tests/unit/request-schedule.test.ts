import { describe, expect, test } from "vitest";
import type { BudgetStatus } from "../../lib/contract/api/sync.ts";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { headDelay, requestSchedule } from "../../lib/mirror/request-schedule.ts";

const now = Date.UTC(2026, 10, 2, 12);
const MINUTE = 60_000;

function minutes(status: Partial<BudgetStatus>, projects = 1): number {
  const usual = {
    limit: 100,
    reserve: 20,
    used: 0,
    remaining: 80,
    resetsAt: null,
    pausedUntil: null,
  };
  const budget = { ...usual, ...status };
  return headDelay(requestSchedule(budget, projects), budget, projects, now) / MINUTE;
}

describe("a look at what is new comes", () => {
  test("within two minutes while requests are plenty", () => {
    expect(minutes({})).toBeCloseTo(1.74, 1);
    expect(minutes({ used: 60, remaining: 20, resetsAt: now + 5_000 })).toBeCloseTo(1.74, 1);
  });

  test("evenly until requests are free, when few are left", () => {
    expect(minutes({ used: 76, remaining: 4, resetsAt: now + 50 * MINUTE })).toBeCloseTo(10, 1);
    expect(minutes({ used: 80, remaining: 0, resetsAt: now + 7 * MINUTE })).toBeCloseTo(7, 1);
  });

  test("n times as seldom where n projects share the budget, and never every other second", () => {
    expect(minutes({}, 3) / minutes({})).toBeCloseTo(3, 3);
    expect(minutes({ limit: 10_000, remaining: 9_000 })).toBe(1);
  });
});

describe("the hour is divided so that", () => {
  test.each([1, 2, 12, 45, 80, 980])(
    "of %i requests the lanes together ask for no more",
    (allowed) => {
      const pace = requestSchedule({ limit: allowed + 20, reserve: 20 }, 1);
      const { headEvery, recentPageEvery, fullPageEvery, wholePageEvery, resting } = pace;
      expect(resting).toBe(false);
      const head = HOUR / headEvery;
      expect(head + HOUR / recentPageEvery + HOUR / fullPageEvery).toBeLessThanOrEqual(allowed);
      expect(head + HOUR / wholePageEvery).toBeLessThanOrEqual(allowed);
      expect(pace.sweeping.most).toBeGreaterThan(0);
      if (allowed > 2) expect(pace.sweeping.most + head).toBeLessThanOrEqual(allowed);
    },
  );

  test("31 pages of the newest are read within the hour, and more than a tenth is for the rest", () => {
    const pace = requestSchedule({ limit: 100, reserve: 20 }, 1);
    expect(31 * pace.recentPageEvery).toBeLessThan(54 * MINUTE);
    expect(HOUR / pace.fullPageEvery).toBeGreaterThan(8);
    expect(pace).toMatchObject({ sweeping: { most: 45 }, backfilling: { most: 72 } });
  });

  test("all of it may be left to others", () => {
    expect(requestSchedule({ limit: 100, reserve: 100 }, 1).resting).toBe(true);
  });
});
