import { describe, expect, test } from "vitest";
import type { BudgetStatus } from "../../lib/contract/dashboard.ts";
import { HOUR } from "../../lib/contract/vocabulary.ts";
import { nextDelay } from "../../lib/mirror/pacing.ts";

const now = Date.UTC(2026, 10, 2, 12);
const MINUTE = 60_000;

function budget(given: Partial<BudgetStatus>): BudgetStatus {
  const usual = { limit: 100, reserve: 20, spent: 0, left: 80, freesAt: null, pausedUntil: null };
  return { ...usual, ...given };
}

function minutes(status: Partial<BudgetStatus>, projects = 1): number {
  return nextDelay({ now, status: budget(status), projects }) / MINUTE;
}

describe("a project that is up to date is read again", () => {
  test("after a minute while requests are plenty", () => {
    expect(minutes({})).toBe(1);
    expect(minutes({ spent: 60, left: 20, freesAt: now + 5_000 })).toBe(1);
  });

  test("evenly until requests are free, when few are left", () => {
    const few = { spent: 76, left: 4, freesAt: now + 50 * MINUTE };
    expect(minutes(few)).toBeCloseTo(10, 1);
  });

  test("when one is free, when none is left", () => {
    expect(minutes({ spent: 80, left: 0, freesAt: now + 7 * MINUTE })).toBeCloseTo(7, 1);
    expect(minutes({ limit: 20, left: 0 })).toBeCloseTo(60, 1);
  });

  test("not before the platform's pause ends", () => {
    expect(minutes({ pausedUntil: now + 15 * MINUTE })).toBeCloseTo(15, 1);
  });

  test("n times as seldom where n projects share the budget", () => {
    expect(minutes({}, 3)).toBe(3);
  });

  test("so that the hour is never overspent, whatever the limit", () => {
    for (const allowed of [1, 2, 12, 45, 80]) {
      const sent: number[] = [];
      for (let time = now; time < now + 6 * HOUR; ) {
        const counted = sent.filter((at) => at > time - HOUR);
        expect(counted.length).toBeLessThan(allowed);
        sent.push(time);
        const within = [...counted, time];
        const status = budget({
          limit: allowed,
          reserve: 0,
          spent: within.length,
          left: allowed - within.length,
          freesAt: (within[0] ?? time) + HOUR,
        });
        time += nextDelay({ now: time, status, projects: 1 });
      }
      expect(sent.length).toBeGreaterThan(Math.min(allowed, 60) * 6 * 0.8);
    }
  });
});
