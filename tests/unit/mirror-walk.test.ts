import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR, SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { PlatformHttpError } from "../../lib/errors.ts";
import { afterFailure } from "../../lib/mirror/failures.ts";
import { splitPart } from "../../lib/mirror/parts.ts";
import { headWindow, nextDue } from "../../lib/mirror/plan.ts";
import { afterPage, afterTrouble, begin, coverageOf } from "../../lib/mirror/walk.ts";
import { initialWalk, type Part, type Walk } from "../../lib/store/sync/state.ts";
import { type SyncRecord, unread } from "../../lib/store/sync/store.ts";

const now = Date.UTC(2026, 10, 2, 12);
const MINUTE = 60_000;
const DAY = 24 * HOUR;

const turn = { nextCursor: "more", hasMore: true, repeated: false, outside: false };
const fresh = { added: 1, changed: 0, previouslyObservedAt: [-1] };
const nothing = { added: 0, changed: 0, previouslyObservedAt: [] };

function record(changes: Partial<SyncRecord> = {}): SyncRecord {
  const walk = initialWalk(now);
  const whole = {
    startedAt: now - HOUR,
    finishedAt: now,
    from: null,
    split: "none",
    pages: 1,
  } as const;
  const walks = {
    head: { ...walk, last: whole, triedAt: now - MINUTE, nextAt: now + MINUTE },
    told: initialWalk(now),
    recent: { ...walk, nextAt: now + 2 * MINUTE },
    full: { ...walk, last: whole, ended: 1, nextAt: now + 3 * MINUTE },
  };
  return { state: unread(now - DAY), walks, entries: 10_000, askedAt: 0, ...changes };
}

describe("what goes on next", () => {
  test("is whatever is due first, and of what is due, what is new", () => {
    expect(nextDue(record(), now, false)).toEqual({ lane: "head", at: now + MINUTE });
    const { lane } = nextDue(record(), now + 5 * MINUTE, false);
    expect(lane).toBe("head");
    const { walks } = record();
    const later = record({ walks: { ...walks, head: { ...walks.head, nextAt: now + HOUR } } });
    expect(nextDue(later, now + 5 * MINUTE, false).lane).toBe("recent");
    expect(nextDue({ ...later, entries: 3_000 }, now + 5 * MINUTE, false).lane).toBe("full");
  });

  test("waits while the project rests, but not for somebody who asks or a new process", () => {
    const resting = record({ state: { ...unread(now), restUntil: now + HOUR } });
    expect(nextDue(resting, now, false).at).toBe(now + HOUR);
    expect(nextDue(resting, now, true).at).toBe(now + MINUTE);
    expect(nextDue({ ...resting, askedAt: now }, now, false)).toEqual({ lane: "head", at: now });
  });

  test("answers many questions at once, and not again what a look since has answered", () => {
    const { walks } = record();
    const head = { ...walks.head, triedAt: now - 1_000 };
    const asked = record({ askedAt: now, walks: { ...walks, head } });
    expect(nextDue(asked, now, false).at).toBe(now + 4_000);
    expect(nextDue({ ...asked, askedAt: now - 2_000 }, now, false).at).toBe(now + MINUTE);
  });
});

describe("a look at what is new asks for", () => {
  const dates = (count: number, apart: number) =>
    Array.from({ length: count }, (_, age) => now - age * apart);

  test("ten minutes before the last look, and the newest that a page has room for", () => {
    expect(headWindow(record(), dates(96, HOUR))).toBe(now - 79 * HOUR);
    expect(headWindow(record(), dates(96, 1_000))).toBe(now - HOUR - 10 * MINUTE);
    expect(headWindow(record(), [])).toBe(now - HOUR - 10 * MINUTE);
  });

  test("no more than a page holds where many have the same date", () => {
    const same = [now, now - DAY, ...Array.from({ length: 94 }, () => now - 2 * DAY)];
    expect(headWindow(record(), same)).toBe(now - DAY);
  });

  test("everything where everything fits, but not while it is read for the first time", () => {
    const few = record({ entries: 80 });
    expect(headWindow(few, dates(80, HOUR))).toBeNull();
    const { walks } = few;
    const first = { ...few, walks: { ...walks, full: { ...walks.full, last: null } } };
    expect(headWindow(first, dates(80, HOUR))).toBe(now - HOUR - 10 * MINUTE);
  });
});

describe("a walk", () => {
  const begun = begin(initialWalk(now), {}, now);

  test("follows cursors to the end, and is whole then", () => {
    const under = afterPage(begun, "full", turn, fresh, now);
    expect(under).toMatchObject({ cursor: "more", pages: 1, last: null });
    const over = afterPage(under, "full", { ...turn, hasMore: false }, nothing, now + MINUTE);
    expect(over).toMatchObject({ startedAt: null, ended: 1, last: { startedAt: now, pages: 2 } });
  });

  test("whose cursor breaks is cut by source and status, then by dates, then given up", () => {
    const broken = afterPage(begun, "full", { ...turn, repeated: true }, fresh, now);
    const kinds = afterTrouble(broken, broken.trouble ?? never(), now - DAY, now);
    expect(kinds.parts).toHaveLength(SOURCES.length * STATUSES.length);
    expect(kinds).toMatchObject({ split: "kinds", cursor: null, trouble: null });

    const again = afterPage(kinds, "full", { ...turn, nextCursor: null }, fresh, now);
    const dates = afterTrouble(again, again.trouble ?? never(), now - DAY, now);
    expect(dates.parts.slice(0, 2)).toMatchObject([{ from: now - DAY }, { to: now - DAY }]);
    expect(dates.split).toBe("dates");

    // A window that breaks without having brought anything new breaks however narrow it is.
    const hopeless = { ...dates, progress: false, trouble: { what: "failed", mayBeAge: false } };
    const without = afterTrouble(hopeless, hopeless.trouble, now - 2 * HOUR, now);
    expect(without.parts).toHaveLength(dates.parts.length - 1);
    expect(without).toMatchObject({ incomplete: true, problem: { code: "cursor_broken" } });
  });

  test("that was given up in part says nothing of what it missed", () => {
    let walk: Walk = { ...begun, incomplete: true };
    walk = afterPage(walk, "full", { ...turn, hasMore: false }, fresh, now);
    expect(walk).toMatchObject({ ended: 1, last: null });
  });

  test("that a refused cursor of its own age ended begins its part again, once", () => {
    const trouble = { what: "refused a page's cursor (400)", mayBeAge: true };
    const again = afterTrouble({ ...begun, cursor: "old" }, trouble, null, now);
    expect(again).toMatchObject({ cursor: null, again: true, split: "none" });
    expect(afterTrouble(again, trouble, null, now).split).toBe("kinds");
  });

  test("ends at a page of what it did not ask for, where that brings nothing new", () => {
    const windowed = begin(initialWalk(now), { from: now - HOUR }, now);
    const outside = { ...turn, outside: true };
    expect(afterPage(windowed, "head", outside, fresh, now).cursor).toBe("more");
    expect(afterPage(windowed, "head", outside, nothing, now)).toMatchObject({
      ended: 1,
      last: null,
    });
  });

  test("ends where fifty pages in a row bring nothing that its part had not met", () => {
    let walk = begun;
    const known = { ...nothing, previouslyObservedAt: [now + 1] };
    for (let page = 0; page < 49; page += 1) walk = afterPage(walk, "full", turn, known, now + 2);
    expect(walk.startedAt).toBe(now);
    expect(afterPage(walk, "full", turn, known, now + 2)).toMatchObject({
      startedAt: null,
      incomplete: true,
    });
  });
});

test("the parts that take another's place hold together what it held, and nothing twice", () => {
  const instant = fc.integer({ min: now - 900 * DAY, max: now });
  const holds = (part: Part, entry: { source: string; status: string; date: number }) =>
    (part.source ?? entry.source) === entry.source &&
    (part.status ?? entry.status) === entry.status &&
    entry.date >= (part.from ?? Number.NEGATIVE_INFINITY) &&
    entry.date < (part.to ?? Number.POSITIVE_INFINITY);
  const entries = fc.record({
    source: fc.constantFrom(...SOURCES),
    status: fc.constantFrom(...STATUSES),
    date: instant,
  });
  fc.assert(
    fc.property(entries, fc.array(instant, { maxLength: 12 }), (entry, middles) => {
      let parts: Part[] = [{}];
      for (const middle of [0, ...middles]) {
        const at = parts.findIndex((part) => holds(part, entry));
        const cut = splitPart(parts[at] ?? {}, middle, now);
        if (cut) parts = parts.toSpliced(at, 1, ...cut.parts);
        expect(parts.filter((part) => holds(part, entry))).toHaveLength(1);
      }
    }),
  );
});

test("two walks miss together only what both could have met", () => {
  const walk = { startedAt: now, finishedAt: now, from: null, split: "none", pages: 1 } as const;
  const later = { ...walk, startedAt: now + HOUR };
  expect(coverageOf(walk, later)).toEqual({
    ...{ since: now, from: null, documentedOnly: false, datedOnly: false },
  });
  const windowed = coverageOf(
    { ...walk, from: now - 3 * DAY, split: "kinds" },
    { ...later, from: now - 2 * DAY, split: "dates" },
  );
  expect(windowed).toEqual({
    ...{ since: now, from: now - DAY, documentedOnly: true, datedOnly: true },
  });
});

describe("a failure", () => {
  const failing = (state = unread(now), walk = begin(initialWalk(now), {}, now)) => ({
    state,
    lane: "full" as const,
    walk,
  });
  const failed = (step: ReturnType<typeof failing>, status: number, at: number) => {
    const problem = { code: "platform_error", message: "It failed.", since: at };
    const error = new PlatformHttpError("It failed.", status, "");
    return afterFailure(step, error, problem, { askedAt: at, now: at });
  };

  test("that goes on keeps its beginning, and is looked at more and more seldom", () => {
    const first = failed(failing(), 503, now).state;
    expect(first).toMatchObject({ restUntil: now + MINUTE, problem: { since: now } });
    const later = failed(failing(first), 503, now + 4 * MINUTE).state;
    expect(later).toMatchObject({ restUntil: now + 8 * MINUTE, problem: { since: now } });
    expect(failed(failing(later), 503, now + HOUR).state.restUntil).toBe(now + HOUR + 5 * MINUTE);
    expect(failed(failing(), 401, now).state.restUntil).toBe(now + 15 * MINUTE);
  });

  test("at one page, while others come, is that page's alone, and gets another way in the end", () => {
    let step = failing({ ...unread(now), lastSuccessAt: now + HOUR });
    step.walk = { ...step.walk, cursor: "poisoned", failingSince: now };
    for (let times = 0; times < 3; times += 1) {
      expect(step.walk.trouble).toBeNull();
      const next = failed(step, 500, now + times);
      step = { ...failing(next.state), walk: next.walk };
    }
    expect(step.walk.trouble?.what).toContain("failed 3 times");
    expect(step.state.problem).toBeNull();
  });
});

function never(): never {
  throw new Error("There was no trouble.");
}
