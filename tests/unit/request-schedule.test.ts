import { describe, expect, test } from "vitest";
import type { BudgetStatus } from "../../lib/contract/api/sync.ts";
import { HOUR } from "../../lib/contract/platform/vocabulary.ts";
import { finishTime } from "../../lib/mirror/export/intervals.ts";
import { newItemsDelay, requestSchedule } from "../../lib/mirror/export/request-schedule.ts";

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
  return newItemsDelay(requestSchedule(budget, projects), budget, projects, now) / MINUTE;
}

describe("a check for new items runs", () => {
  test("within two minutes while enough requests remain", () => {
    expect(minutes({})).toBeCloseTo(1.87, 1);
    expect(minutes({ used: 60, remaining: 20, resetsAt: now + 5_000 })).toBeCloseTo(1.87, 1);
  });

  test("spread evenly until the reset when few requests remain", () => {
    expect(minutes({ used: 76, remaining: 4, resetsAt: now + 50 * MINUTE })).toBeCloseTo(10, 1);
    expect(minutes({ used: 80, remaining: 0, resetsAt: now + 7 * MINUTE })).toBeCloseTo(7, 1);
  });

  test("n times less often for n projects, and at most once a minute", () => {
    expect(minutes({}, 3) / minutes({})).toBeCloseTo(3, 3);
    expect(minutes({ limit: 10_000, remaining: 9_000 })).toBe(1);
  });
});

describe("the hourly budget is divided so that", () => {
  test.each([1, 2, 12, 45, 80, 980])(
    "the lanes together never use more than %i requests",
    (allowed) => {
      const schedule = requestSchedule({ limit: allowed + 20, reserve: 20 }, 1);
      const {
        newItemsInterval,
        recentPageInterval,
        fullPageInterval,
        combinedPageInterval,
        paused,
      } = schedule;
      expect(paused).toBe(false);
      const checks = HOUR / newItemsInterval;
      expect(checks + HOUR / recentPageInterval + HOUR / fullPageInterval).toBeLessThanOrEqual(
        allowed,
      );
      expect(checks + HOUR / combinedPageInterval).toBeLessThanOrEqual(allowed);
      expect(schedule.backgroundShare.limit).toBeGreaterThan(0);
      if (allowed > 2) {
        const shares = schedule.backgroundShare.limit + schedule.manualShare.limit;
        expect(shares + checks).toBeLessThanOrEqual(allowed);
      }
    },
  );

  test("the newest 31 pages are read hourly, and full syncs get a tenth", () => {
    const schedule = requestSchedule({ limit: 100, reserve: 20 }, 1);
    expect(31 * schedule.recentPageInterval).toBeLessThan(57 * MINUTE);
    expect(HOUR / schedule.fullPageInterval).toBeGreaterThan(7);
    expect(schedule).toMatchObject({
      manualShare: { limit: 6 },
      backgroundShare: { limit: 41 },
    });
  });

  test("all requests can be reserved for other clients", () => {
    expect(requestSchedule({ limit: 100, reserve: 100 }, 1).paused).toBe(true);
  });
});

describe("a lane reads everything in its scope again", () => {
  const lane = { nextAt: now, interval: 100_000 };

  test("one page per interval if its share is unspent", () => {
    const end = finishTime({ sent: [], limit: 41, now }, lane, 31, null);
    expect(end - now).toBe(30 * 100_000);
  });

  test("once the requests of a burst are an hour old", () => {
    const sent = Array.from({ length: 41 }, () => now - 10 * MINUTE);
    const end = finishTime({ sent, limit: 41, now }, lane, 31, null);
    expect(end - now).toBe(50 * MINUTE + 30 * 100_000);
  });

  test("while another lane uses the same share", () => {
    const other = { nextAt: now, interval: 400_000 };
    const end = finishTime({ sent: [], limit: 10, now }, lane, 20, other);
    // Eight pages and two of the other lane fit in an hour.
    expect(end - now).toBeGreaterThan(HOUR);
    const alone = finishTime({ sent: [], limit: 10, now }, lane, 20, null);
    expect(end).toBeGreaterThan(alone);
  });
});
