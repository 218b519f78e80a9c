import { describe, expect, test } from "vitest";
import { DAY, HOUR } from "../../lib/contract/vocabulary.ts";
import { PlatformHttpError } from "../../lib/errors.ts";
import { afterFailure, afterPage, unread } from "../../lib/mirror/passes.ts";
import type { SyncState } from "../../lib/store/sync.ts";

const now = Date.UTC(2026, 10, 2, 12);
const DELAY = 60_000;

const following: SyncState = {
  ...unread(now - HOUR),
  phase: "following",
  startedAt: now - 1_000,
  headAt: now - 61_000,
  backfilledAt: now - HOUR,
};

/** The state after a page of 100 that names a next one, reaching back to `reachesBackTo`. */
function stateAfter(
  state: SyncState,
  page: { reachesBackTo?: number | null; added?: number; changed?: number; size?: number },
): SyncState {
  const { reachesBackTo = now - 30_000, added = 0, changed = 0, size = 100 } = page;
  const entries = Array.from({ length: size }, (_, index) => ({
    entry: { id: `fb_${index}`, path: "", source: "agent", status: "pending" },
    raw: "{}",
  }));
  const next = { nextCursor: "more", hasMore: true, repeated: false, unreadable: 0 };
  return afterPage(state, { ...next, entries, reachesBackTo }, { added, changed }, now, DELAY);
}

const goesOn = { cursor: "more", nextAt: now };
const isDone = { cursor: null, nextAt: now + DELAY };

describe("a look at what is new", () => {
  test("goes on while pages bring news from after the last look", () => {
    expect(stateAfter(following, { added: 1 })).toMatchObject(goesOn);
    expect(stateAfter(following, { changed: 1 })).toMatchObject(goesOn);
    expect(stateAfter(following, { added: 1, reachesBackTo: null })).toMatchObject(goesOn);
  });

  test("reaches a little further back than the last look, for entries that come late", () => {
    expect(stateAfter(following, { added: 1, reachesBackTo: now - 9 * 60_000 })).toMatchObject(
      goesOn,
    );
    expect(stateAfter(following, { added: 1, reachesBackTo: now - HOUR })).toMatchObject(isDone);
  });

  test("ends at a page without news, but not at an empty one", () => {
    expect(stateAfter(following, {})).toMatchObject(isDone);
    expect(stateAfter(following, { size: 0 })).toMatchObject(goesOn);
  });

  test("goes on past a page of nothing but news, however old its dates are", () => {
    expect(stateAfter(following, { added: 100, reachesBackTo: now - DAY })).toMatchObject(goesOn);
  });

  test("covers what came in while it was reading, the next time", () => {
    expect(stateAfter(following, {}).headAt).toBe(following.startedAt);
  });
});

test("a backfill goes on to the end, whatever its pages bring", () => {
  expect(stateAfter(unread(now - HOUR), { reachesBackTo: now - DAY })).toMatchObject(goesOn);
});

test("a problem that goes on keeps its beginning, and another one has its own", () => {
  const failed = (state: SyncState, status: number, at: number) =>
    afterFailure(state, new PlatformHttpError("It failed.", status, ""), at, DELAY);
  const first = failed(following, 503, now);
  expect(first).toMatchObject({ nextAt: now + DELAY, problem: { since: now } });
  const later = failed(first, 503, now + 4 * DELAY);
  expect(later).toMatchObject({ nextAt: now + 8 * DELAY, problem: { since: now } });
  expect(failed(later, 503, now + HOUR).nextAt).toBe(now + HOUR + 5 * DELAY);
});
