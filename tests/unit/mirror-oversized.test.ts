import fc from "fast-check";
import { expect, test } from "vitest";
import { PlatformResponseTooLarge } from "../../lib/errors.ts";
import { afterFailure } from "../../lib/mirror/export/failures.ts";
import { afterPage, isUnreliable, startSync } from "../../lib/mirror/export/lane-transitions.ts";
import { withoutOversized } from "../../lib/platform-client/oversized.ts";
import { createStringShortener } from "../../lib/platform-client/shorten-strings.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { initialSyncState, type SyncStep } from "../../lib/store/sync/store.ts";
import { fresh, nothing, now, pageEnd } from "../support/page-end.ts";
import { rounds } from "../support/rounds.ts";

const LARGE = 'é\\"{[,'.repeat(200_000);

test("entries over 1 MB are cut out of a page, and nothing else", () => {
  const entry = fc.record(
    { id: fc.string(), comment: fc.string(), nested: fc.jsonValue(), large: fc.boolean() },
    { requiredKeys: ["large"] },
  );
  fc.assert(
    fc.property(
      fc.array(entry, { maxLength: 6 }),
      fc.jsonValue(),
      fc.nat(2),
      (given, other, indent) => {
        const feedback = given.map(({ large, ...rest }) => (large ? { ...rest, LARGE } : rest));
        const page = { before: other, feedback, nextCursor: 'c"]}', hasMore: true };
        const { text, oversized } = withoutOversized(
          Buffer.from(JSON.stringify(page, null, indent)),
        );
        const kept = feedback.map((one) => ("LARGE" in one ? null : one));
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify({ ...page, feedback: kept })));
        const cut = given.filter(({ large }) => large);
        expect(oversized.map(({ entryId }) => entryId)).toEqual(cut.map(({ id }) => id ?? null));
        for (const { size } of oversized) expect(size).toBeGreaterThan(1_048_576);
      },
    ),
    rounds(8),
  );
});

test.each([
  "",
  "[]",
  "{",
  '{"feedback":',
  '{"feedback":[',
  '{"feedback":["',
  '{"feedback":[{"id":',
])("text that isn't a page is left alone: %s", (text) => {
  expect(withoutOversized(Buffer.from(text))).toEqual({ text, oversized: [] });
});

test("long strings are shortened in text that arrives in chunks, and the structure stays", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", '"', "\\", "é", "\u0001", "{", ","),
    maxLength: 40,
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1 }), fc.integer({ min: 1, max: 9 }), (texts, size) => {
      const json = Buffer.from(JSON.stringify(texts));
      const { shorten, cuts } = createStringShortener(12);
      const chunks = Array.from({ length: Math.ceil(json.length / size) }, (_, index) =>
        shorten(json.subarray(index * size, (index + 1) * size)),
      );
      const shortened = Buffer.concat(chunks);
      const isLong = (each: string) => Buffer.byteLength(JSON.stringify(each)) - 2 > 12;
      // A cut \\u0001 isn't JSON anymore, but each string ends where it should.
      const readable = shortened.toString("latin1").replaceAll(/\\./g, "--");
      expect(JSON.parse(readable)).toHaveLength(texts.length);
      expect(cuts.length).toBeLessThanOrEqual(texts.filter(isLong).length);
      const removed = cuts.reduce((sum, cut) => sum + cut.removed, 0);
      expect(shortened.length + removed).toBe(json.length);
      if (!texts.some(isLong)) expect(shortened).toEqual(json);
    }),
  );
});

test("a page that is too large is requested with half as many entries, down to one", () => {
  const error = new PlatformResponseTooLarge("Too large.");
  const problem = { code: "platform_unreachable", message: "Too large.", since: now };
  let step: SyncStep = {
    state: initialSyncState(now),
    lane: "full",
    laneState: { ...startSync(initialLane(now), {}, now), cursor: "c" },
  };
  const limits: number[] = [];
  while (!step.state.problem) {
    step = afterFailure(step, error, problem, { requestedAt: now, now });
    limits.push(step.laneState.limit);
  }
  expect(limits).toEqual([50, 25, 12, 6, 3, 1, 1]);
  expect(step.state.retryAt).toBeGreaterThan(now);
});

test("a platform is unreliable after three pages that break the interface, until a sync completes", () => {
  let laneState = startSync(initialLane(now), {}, now);
  laneState = afterPage(laneState, "full", pageEnd, fresh, now);
  expect(laneState.misbehaved).toBe(0);
  for (let count = 1; count <= 3; count += 1) {
    expect(isUnreliable(laneState)).toBe(false);
    laneState = afterPage(laneState, "full", pageEnd, nothing, now);
  }
  expect(isUnreliable(laneState)).toBe(true);
  expect(laneState.problem?.message).toContain("nothing new 3 times in a row");
  const again = startSync(laneState, {}, now);
  expect(isUnreliable(again)).toBe(true);
  expect(isUnreliable(afterPage(again, "full", { ...pageEnd, hasMore: false }, fresh, now))).toBe(
    false,
  );
});

test("a check for new items never splits, and reads one page of an unreliable platform", () => {
  const started = startSync(initialLane(now), { from: now }, now);
  const noCursor = { ...pageEnd, nextCursor: null };
  const ended = afterPage(started, "newItems", noCursor, fresh, now);
  expect(ended).toMatchObject({ startedAt: null, incompleteCount: 1, cursorProblem: null });
  const distrusted = { ...started, misbehaved: 3 };
  expect(afterPage(distrusted, "newItems", pageEnd, fresh, now).startedAt).toBeNull();
});

test("how far back a sync has read is known while the list is sorted newest first", () => {
  const started = startSync(initialLane(now), {}, now);
  const first = afterPage(started, "full", { ...pageEnd, dates: [now, now - 5] }, fresh, now);
  expect(first.readBackTo).toBe(now - 5);
  const second = afterPage(first, "full", { ...pageEnd, dates: [now - 5, now - 9] }, fresh, now);
  expect(second.readBackTo).toBe(now - 9);
  const mixed = afterPage(second, "full", { ...pageEnd, dates: [now - 20, now - 11] }, fresh, now);
  expect(mixed.readBackTo).toBeNull();
});

test("a first sync of a list sorted oldest first continues with date ranges, the newest first", () => {
  const DAY = 86_400_000;
  const started = startSync(initialLane(now), {}, now);
  const dates = [now - 10 * DAY, now - 9 * DAY];
  const ranges = afterPage(started, "full", { ...pageEnd, dates }, fresh, now);
  expect(ranges.parts).toEqual([
    { from: now - DAY },
    { from: now - 2 * DAY, to: now - DAY },
    { from: now - 4 * DAY, to: now - 2 * DAY },
    { from: now - 8 * DAY, to: now - 4 * DAY },
    { from: now - 16 * DAY, to: now - 8 * DAY },
    { to: now - 16 * DAY },
  ]);
  expect(ranges).toMatchObject({ cursor: null, split: "dates", readBackTo: null });
  expect(ranges.oldestDate).toBe(now - 10 * DAY);
  const next = afterPage(
    ranges,
    "full",
    { ...pageEnd, hasMore: false, dates: [now - 5] },
    fresh,
    now,
  );
  expect(next.readBackTo).toBe(now - DAY);
});
