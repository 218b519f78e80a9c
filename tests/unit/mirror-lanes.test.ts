import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HOUR, SOURCES, STATUSES } from "../../lib/contract/platform/vocabulary.ts";
import { PlatformHttpError } from "../../lib/errors.ts";
import { splitPart } from "../../lib/mirror/export/export-parts.ts";
import { afterFailure } from "../../lib/mirror/export/failures.ts";
import {
  afterCursorProblem,
  afterPage,
  coverageOf,
  startSync,
} from "../../lib/mirror/export/lane-transitions.ts";
import { newItemsFrom, nextDue } from "../../lib/mirror/export/next-step.ts";
import { initialLane, type LaneState, type Part } from "../../lib/store/sync/state.ts";
import { initialSyncState, type SyncRecord } from "../../lib/store/sync/store.ts";
import { fresh, nothing, now, pageEnd } from "../support/page-end.ts";

const MINUTE = 60_000;
const DAY = 24 * HOUR;

function record(changes: Partial<SyncRecord> = {}): SyncRecord {
  const walk = initialLane(now);
  const whole = {
    startedAt: now - HOUR,
    finishedAt: now,
    from: null,
    split: "none",
    pages: 1,
  } as const;
  const lanes = {
    newItems: { ...walk, lastCompleted: whole, lastAttemptAt: now - MINUTE, nextAt: now + MINUTE },
    changed: initialLane(now),
    recent: { ...walk, nextAt: now + 2 * MINUTE },
    full: { ...walk, lastCompleted: whole, finishedCount: 1, nextAt: now + 3 * MINUTE },
  };
  return {
    state: initialSyncState(now - DAY),
    lanes,
    items: 10_000,
    refreshRequestedAt: 0,
    ...changes,
  };
}

describe("the next step", () => {
  test("is the first one due; of several, the check for new items", () => {
    expect(nextDue(record(), now, false)).toEqual({ lane: "newItems", at: now + MINUTE });
    const { lane } = nextDue(record(), now + 5 * MINUTE, false);
    expect(lane).toBe("newItems");
    const { lanes } = record();
    const later = record({
      lanes: { ...lanes, newItems: { ...lanes.newItems, nextAt: now + HOUR } },
    });
    expect(nextDue(later, now + 5 * MINUTE, false).lane).toBe("recent");
    expect(nextDue({ ...later, items: 3_000 }, now + 5 * MINUTE, false).lane).toBe("full");
  });

  test("waits for the retry time, except for a refresh request or a new process", () => {
    const failed = record({ state: { ...initialSyncState(now), retryAt: now + HOUR } });
    expect(nextDue(failed, now, false).at).toBe(now + HOUR);
    expect(nextDue(failed, now, true).at).toBe(now + MINUTE);
    expect(nextDue({ ...failed, refreshRequestedAt: now }, now, false)).toEqual({
      lane: "newItems",
      at: now,
      isManual: true,
    });
  });

  test("combines refresh requests and drops those that a later check has answered", () => {
    const { lanes } = record();
    const head = { ...lanes.newItems, lastAttemptAt: now - 1_000 };
    const asked = record({ refreshRequestedAt: now, lanes: { ...lanes, newItems: head } });
    expect(nextDue(asked, now, false).at).toBe(now + 4_000);
    expect(nextDue({ ...asked, refreshRequestedAt: now - 2_000 }, now, false).at).toBe(
      now + MINUTE,
    );
  });
});

describe("a check for new items covers", () => {
  const dates = (count: number, apart: number) =>
    Array.from({ length: count }, (_, age) => now - age * apart);

  test("ten minutes before the last check, and the newest items that fit on a page", () => {
    expect(newItemsFrom(record(), dates(96, HOUR))).toBe(now - 79 * HOUR);
    expect(newItemsFrom(record(), dates(96, 1_000))).toBe(now - HOUR - 10 * MINUTE);
    expect(newItemsFrom(record(), [])).toBe(now - HOUR - 10 * MINUTE);
  });

  test("no more than a page when many items have the same date", () => {
    const same = [now, now - DAY, ...Array.from({ length: 94 }, () => now - 2 * DAY)];
    expect(newItemsFrom(record(), same)).toBe(now - DAY);
  });

  test("everything if it fits on a page, except during the first sync", () => {
    const few = record({ items: 80 });
    expect(newItemsFrom(few, dates(80, HOUR))).toBeNull();
    const { lanes } = few;
    const first = { ...few, lanes: { ...lanes, full: { ...lanes.full, lastCompleted: null } } };
    expect(newItemsFrom(first, dates(80, HOUR))).toBe(now - HOUR - 10 * MINUTE);
  });
});

describe("a sync", () => {
  const started = startSync(initialLane(now), {}, now);

  test("follows cursors to the end and is complete then", () => {
    const under = afterPage(started, "full", pageEnd, fresh, now);
    expect(under).toMatchObject({ cursor: "more", pages: 1, lastCompleted: null });
    const over = afterPage(under, "full", { ...pageEnd, hasMore: false }, nothing, now + MINUTE);
    expect(over).toMatchObject({
      startedAt: null,
      finishedCount: 1,
      lastCompleted: { startedAt: now, pages: 2 },
    });
  });

  test("with a broken cursor is split by source and status, then by date, then skipped", () => {
    const broken = afterPage(started, "full", { ...pageEnd, isRepeated: true }, fresh, now);
    const kinds = afterCursorProblem(
      broken,
      "full",
      broken.cursorProblem ?? never(),
      now - DAY,
      now,
    );
    expect(kinds.parts).toHaveLength(SOURCES.length * STATUSES.length);
    expect(kinds).toMatchObject({ split: "filters", cursor: null, cursorProblem: null });

    const again = afterPage(kinds, "full", { ...pageEnd, nextCursor: null }, fresh, now);
    const dates = afterCursorProblem(again, "full", again.cursorProblem ?? never(), now - DAY, now);
    expect(dates.parts.slice(0, 2)).toMatchObject([{ from: now - DAY }, { to: now - DAY }]);
    expect(dates.split).toBe("dates");

    // A date range that breaks before anything new would break at any length.
    const hopeless = {
      ...dates,
      foundNew: false,
      cursorProblem: { description: "failed", mayHaveExpired: false },
    };
    const without = afterCursorProblem(
      hopeless,
      "full",
      hopeless.cursorProblem,
      now - 2 * HOUR,
      now,
    );
    expect(without.parts).toHaveLength(dates.parts.length - 1);
    expect(without).toMatchObject({ incomplete: true, problem: { code: "cursor_broken" } });
  });

  test("that skipped a part isn't complete", () => {
    let walk: LaneState = { ...started, incomplete: true };
    walk = afterPage(walk, "full", { ...pageEnd, hasMore: false }, fresh, now);
    expect(walk).toMatchObject({ finishedCount: 1, lastCompleted: null });
  });

  test("starts its part over once after an expired cursor", () => {
    const problem = { description: "rejected a page cursor (400)", mayHaveExpired: true };
    const again = afterCursorProblem({ ...started, cursor: "old" }, "full", problem, null, now);
    expect(again).toMatchObject({ cursor: null, restarted: true, split: "none" });
    expect(afterCursorProblem(again, "full", problem, null, now).split).toBe("filters");
  });

  test("ends at a page outside of its dates without anything new", () => {
    const windowed = startSync(initialLane(now), { from: now - HOUR }, now);
    const outside = { ...pageEnd, isOutside: true };
    expect(afterPage(windowed, "newItems", outside, fresh, now).cursor).toBe("more");
    expect(afterPage(windowed, "newItems", outside, nothing, now)).toMatchObject({
      finishedCount: 1,
      lastCompleted: null,
    });
  });

  test("ends after twelve pages in a row without anything new to its part", () => {
    let walk = started;
    const known = { ...nothing, previouslyObservedAt: [now + 1] };
    const repeated = { ...pageEnd, readAt: new Set([now + 1]) };
    for (let page = 0; page < 11; page += 1)
      walk = afterPage(walk, "full", repeated, known, now + 2);
    expect(walk.startedAt).toBe(now);
    expect(afterPage(walk, "full", repeated, known, now + 2)).toMatchObject({
      startedAt: null,
      incomplete: true,
    });
  });

  test("goes on through pages that other lanes have just read", () => {
    const known = { ...nothing, previouslyObservedAt: [now + 1, now + 1, now + 3] };
    const overlapping = { ...pageEnd, readAt: new Set([now + 3]) };
    let walk = started;
    for (let page = 0; page < 40; page += 1)
      walk = afterPage(walk, "full", overlapping, known, now + 4);
    expect(walk).toMatchObject({ startedAt: now, misbehaved: 0, problem: null });
  });
});

test("split parts together cover the original part exactly once", () => {
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

test("two lanes miss together only what both could have met", () => {
  const walk = { startedAt: now, finishedAt: now, from: null, split: "none", pages: 1 } as const;
  const later = { ...walk, startedAt: now + HOUR };
  expect(coverageOf(walk, later)).toEqual({
    since: now,
    from: null,
    documentedOnly: false,
    datedOnly: false,
  });
  const windowed = coverageOf(
    { ...walk, from: now - 3 * DAY, split: "filters" },
    { ...later, from: now - 2 * DAY, split: "dates" },
  );
  expect(windowed).toEqual({
    since: now,
    from: now - DAY,
    documentedOnly: true,
    datedOnly: true,
  });
  const seen = coverageOf(
    { ...walk, from: now - 3 * DAY, oldestSeen: now - 3 * DAY + HOUR },
    { ...later, from: now - 2 * DAY, oldestSeen: now - 5 * DAY },
  );
  expect(seen).toMatchObject({ from: now - 2 * DAY });
});

describe("a failure", () => {
  const failing = (state = initialSyncState(now), walk = startSync(initialLane(now), {}, now)) => ({
    state,
    lane: "full" as const,
    laneState: walk,
  });
  const failed = (step: ReturnType<typeof failing>, status: number, at: number) => {
    const problem = { code: "platform_error", message: "It failed.", since: at };
    const error = new PlatformHttpError("It failed.", status, "");
    return afterFailure(step, error, problem, { requestedAt: at, now: at });
  };

  test("that continues keeps its start time and is retried less and less often", () => {
    const first = failed(failing(), 503, now).state;
    expect(first).toMatchObject({ retryAt: now + MINUTE, problem: { since: now } });
    const later = failed(failing(first), 503, now + 4 * MINUTE).state;
    expect(later).toMatchObject({ retryAt: now + 8 * MINUTE, problem: { since: now } });
    expect(failed(failing(later), 503, now + HOUR).state.retryAt).toBe(now + HOUR + 5 * MINUTE);
  });

  test.each([401, 403, 404])("with %i is retried after 1, 5, and 15 minutes", (status) => {
    let step = failing();
    let at = now;
    for (const wait of [1, 5, 15]) {
      const { state } = failed(step, status, at);
      expect(state.retryAt - at).toBe(wait * MINUTE);
      step = failing(state);
      at = state.retryAt;
    }
    // An outage of any length says nothing about the first rejection after it.
    const outage = failed(failing(), 503, now).state;
    const first = failed(failing(outage), status, now + HOUR).state;
    expect(first.retryAt).toBe(now + HOUR + MINUTE);
  });

  test.each([403, 404])("with %i says what to do when it happens again", (status) => {
    const first = failed(failing(), status, now).state;
    expect(first.problem?.message).toBe(`The platform rejected a request (${status}).`);
    const second = failed(failing(first), status, now + MINUTE).state;
    expect(second.problem?.message).toBe("It failed.");
  });

  test("on one page, while others succeed, belongs to that lane and finally splits it", () => {
    let step = failing({ ...initialSyncState(now), lastSuccessAt: now + HOUR });
    step.laneState = { ...step.laneState, cursor: "poisoned", failingSince: now };
    for (let times = 0; times < 3; times += 1) {
      expect(step.laneState.cursorProblem).toBeNull();
      const next = failed(step, 500, now + times);
      step = { ...failing(next.state), laneState: next.laneState };
    }
    expect(step.laneState.cursorProblem?.description).toContain("failed 3 times");
    expect(step.state.problem).toBeNull();
  });
});

function never(): never {
  throw new Error("There was no cursor problem.");
}
