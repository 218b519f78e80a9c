import { describe, expect, test } from "vitest";
import { type Result, toastAfterResponse } from "../../components/inbox/triage/result.ts";
import type { DecisionResult } from "../../lib/contract/api/decisions.ts";
import type { Decision, SetDecision } from "../../lib/item-fields/decision.ts";
import {
  afterDecision,
  afterResult,
  afterUndo,
  EMPTY_UNDO_STACK,
  parseUndoStack,
} from "../../lib/outbox/undo-stack.ts";

const SET: SetDecision = {
  kind: "set",
  id: "decision-1",
  ids: ["a", "b", "c"],
  status: "resolved",
  madeAt: 0,
};
const UNDO: Decision = {
  kind: "undo",
  id: "undo-1",
  of: SET.id,
  previous: {},
  count: 3,
  madeAt: 1,
};
const previous = { a: "pending", b: "pending", c: "pending" };
const MADE = afterDecision(EMPTY_UNDO_STACK, { decision: SET, previous, count: 3 });
const SHOWN: Result = { kind: "set", of: SET.id, change: SET, count: 3 };
const applied = (id: string, changed: number, skippedIds: string[] = []): DecisionResult => ({
  id,
  outcome: "applied",
  changed,
  skipped: skippedIds.length,
  skippedIds,
});

describe("the undo stack after the server's answer", () => {
  test("keeps of a decision what it changed, so that undo and redo leave the rest alone", () => {
    const answer = { changed: 1, skippedIds: ["b", "c"] };
    const expected = { decision: { ...SET, ids: ["a"] }, previous: { a: "pending" }, count: 1 };
    expect(afterResult(MADE, SET.id, answer).undo).toEqual([expected]);
    expect(afterResult(afterUndo(MADE), SET.id, answer).redo).toEqual([expected]);
  });

  test("forgets a decision that changed nothing", () => {
    const answer = { changed: 0, skippedIds: SET.ids };
    expect(afterResult(MADE, SET.id, answer)).toEqual(EMPTY_UNDO_STACK);
    expect(afterResult(MADE, "another", answer)).toEqual(MADE);
  });

  test("isn't read if an older version stored it without counts", () => {
    expect(parseUndoStack(JSON.stringify(MADE))).toEqual(MADE);
    const stored = JSON.stringify({ undo: [{ decision: SET, previous }], redo: [] });
    expect(parseUndoStack(stored)).toEqual(EMPTY_UNDO_STACK);
  });
});

describe("what is shown after the server's answer", () => {
  test("says that a decision came too late, and adds up several of them", () => {
    const first = toastAfterResponse(SHOWN, SET, applied(SET.id, 1, ["b", "c"]), MADE);
    expect(first).toEqual({ kind: "superseded", count: 2 });
    const other: SetDecision = { ...SET, id: "decision-2", ids: ["d"] };
    const second = toastAfterResponse(first, other, applied(other.id, 0, ["d"]), MADE);
    expect(second).toEqual({ kind: "superseded", count: 3 });
  });

  test("leaves it to the undo to say so if the decision is undone by then", () => {
    const shown: Result = { kind: "undone", count: 3, skipped: 0, next: null };
    const undone = afterUndo(MADE);
    expect(toastAfterResponse(shown, SET, applied(SET.id, 1, ["b", "c"]), undone)).toBe(shown);
    const corrected = toastAfterResponse(shown, UNDO, applied(UNDO.id, 1), undone);
    expect(corrected).toEqual({ kind: "undone", count: 1, skipped: 2, next: null });
  });

  test("corrects the number of items, and nothing else", () => {
    expect(toastAfterResponse(SHOWN, SET, applied(SET.id, 3), MADE)).toBe(SHOWN);
    expect(toastAfterResponse(SHOWN, SET, applied(SET.id, 2), MADE)).toEqual({
      ...SHOWN,
      count: 2,
    });
    expect(toastAfterResponse(SHOWN, SET, applied(SET.id, 0), MADE)).toEqual({
      kind: "unchanged",
      change: SET,
    });
    const other: Result = { kind: "nothing", action: "redo" };
    expect(toastAfterResponse(other, SET, applied(SET.id, 2), MADE)).toBe(other);
    expect(toastAfterResponse(null, SET, applied(SET.id, 2), MADE)).toBe(null);
  });
});
