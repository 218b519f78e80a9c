import { describe, expect, test } from "vitest";
import { LINK_GRACE, nextPollAfterFailure, nextPollAt } from "../../lib/jobs/schedule.ts";

const MINUTE = 60_000;
const job = { status: "active", prLink: null, beganAt: 0, followedUp: false, settledAt: null };
const gapAt = (age: number) => (nextPollAt(job, age) ?? Number.NaN) - age;

describe("a job is asked about", () => {
  test("every second while it is young, then at gaps that grow to half a minute", () => {
    expect([0, MINUTE, 2 * MINUTE].map(gapAt)).toEqual([1_000, 1_000, 1_000]);
    expect(gapAt(10 * MINUTE)).toBe(5_000);
    expect([60 * MINUTE, 6_000 * MINUTE].map(gapAt)).toEqual([30_000, 30_000]);
    expect(Number.isInteger(gapAt(123_457))).toBe(true);
  });

  test("under a status that nobody documented as well", () => {
    expect(nextPollAt({ ...job, status: "reviewing" }, 0)).toBe(1_000);
  });

  test("no more once it has settled, but for a link that may be a moment late", () => {
    const settled = { ...job, settledAt: 0 };
    expect(nextPollAt({ ...settled, status: "failed" }, 1)).toBeNull();
    expect(nextPollAt({ ...settled, status: "archived" }, 1)).toBeNull();
    const completed = { ...settled, status: "completed" };
    expect(nextPollAt({ ...completed, prLink: "https://x" }, 1)).toBeNull();
    expect(nextPollAt(completed, LINK_GRACE - 1)).not.toBeNull();
    expect(nextPollAt(completed, LINK_GRACE)).toBeNull();
  });

  test("at doubling gaps while the platform fails, and not before it wants to be asked", () => {
    const instants = [1_000];
    for (let tries = 0; tries < 8; tries += 1) {
      instants.push(nextPollAfterFailure(0, instants.at(-1) ?? 0, undefined));
    }
    const gaps = instants.slice(1).map((instant, index) => instant - (instants[index] ?? 0));
    expect(gaps).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]);
    expect(nextPollAfterFailure(0, 1_000, 90_000)).toBe(91_000);
  });
});
