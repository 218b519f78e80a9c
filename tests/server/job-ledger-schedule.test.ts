import { describe, expect, test } from "vitest";
import { LINK_GRACE_MS } from "../../lib/contract/api/job-states.ts";
import { nextPollAfterFailure, nextPollAt, nextPollWhileMissing } from "../../lib/jobs/schedule.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const job = {
  status: "active",
  prLink: null,
  beganAt: 0,
  followedUp: false,
  settledAt: null,
  changedAt: 0,
};
/** The times at which a job is polled, until it isn't polled anymore. */
function instants(next: (now: number) => number | null): number[] {
  const found: number[] = [];
  for (let at = next(0); at !== null; at = next(at)) found.push(at);
  return found;
}
const longestGap = (found: number[]) =>
  Math.max(...found.map((at, index) => at - (found[index - 1] ?? 0)));
const gapAt = (age: number) => (nextPollAt(job, age) ?? Number.NaN) - age;

describe("a job is asked about", () => {
  test("every second while it is young, then at gaps that grow to half a minute", () => {
    expect([0, MINUTE, 2 * MINUTE].map(gapAt)).toEqual([1_000, 1_000, 1_000]);
    expect(gapAt(10 * MINUTE)).toBe(5_000);
    expect([60 * MINUTE, 6_000 * MINUTE].map(gapAt)).toEqual([30_000, 30_000]);
    expect(Number.isInteger(gapAt(123_457))).toBe(true);
  });

  test("at growing gaps under a status that isn't documented, until it hasn't changed for a day", () => {
    const reviewing = { ...job, status: "reviewing" };
    const asked = instants((now) => nextPollAt(reviewing, now));
    expect(asked.slice(0, 3)).toEqual([1_000, 2_000, 3_000]);
    expect(asked.length).toBeLessThan(130);
    expect(longestGap(asked)).toBe(60 * MINUTE);
    expect(asked.at(-1)).toBeGreaterThanOrEqual(DAY);
    // A word that changes at every poll is polled like `active`.
    expect(nextPollAt({ ...reviewing, changedAt: DAY }, DAY)).toBe(DAY + 30_000);
    expect(nextPollAt({ ...reviewing, beganAt: DAY }, DAY)).toBe(DAY + 1_000);
  });

  test("at gaps that double to an hour while the platform doesn't know it, for a day", () => {
    const asked = instants((now) => nextPollWhileMissing(0, now));
    expect(asked.slice(0, 5).map((at) => at / 1_000)).toEqual([10, 20, 40, 80, 160]);
    expect(longestGap(asked)).toBe(60 * MINUTE);
    expect(asked.at(-1)).toBe(DAY);
    expect(asked.length).toBeLessThan(40);
  });

  test("no more once it has settled, but for a link that may be a moment late", () => {
    const settled = { ...job, settledAt: 0 };
    expect(nextPollAt({ ...settled, status: "failed" }, 1)).toBeNull();
    expect(nextPollAt({ ...settled, status: "archived" }, 1)).toBeNull();
    const completed = { ...settled, status: "completed" };
    expect(nextPollAt({ ...completed, prLink: "https://x" }, 1)).toBeNull();
    expect(nextPollAt(completed, LINK_GRACE_MS - 1)).not.toBeNull();
    expect(nextPollAt(completed, LINK_GRACE_MS)).toBeNull();
  });

  test("at doubling gaps while the platform fails, and not before it wants to be asked", () => {
    const failures = [1_000];
    for (let tries = 0; tries < 8; tries += 1) {
      failures.push(nextPollAfterFailure(0, failures.at(-1) ?? 0, undefined));
    }
    const gaps = failures.slice(1).map((instant, index) => instant - (failures[index] ?? 0));
    expect(gaps).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(nextPollAfterFailure(0, 1_000, 90_000)).toBe(91_000);
    expect(nextPollAfterFailure(0, 600 * MINUTE, undefined)).toBe(610 * MINUTE);
    expect(nextPollAfterFailure(0, 6_000 * MINUTE, undefined)).toBe(6_015 * MINUTE);
  });
});
