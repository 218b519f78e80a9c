import { expect, test } from "vitest";
import {
  EMPTY_SELECTION,
  extendRange,
  type SelectionState,
  selectIds,
  toggleId,
} from "../../components/inbox/triage/selection-state.ts";

const order = ["a", "b", "c", "d", "e", "f"];
const idsOf = ({ ids }: SelectionState) => [...ids].sort().join("");

/** Extends the range step by step along `path`, as Shift and the arrow keys do. */
function extendAlong(before: SelectionState, path: string): SelectionState {
  const steps = [...path];
  return steps.slice(1).reduce((state, id, index) => {
    return extendRange(state, id, order, steps[index] ?? null);
  }, before);
}

test("a range grows and shrinks on both sides of its start", () => {
  expect(idsOf(extendAlong(EMPTY_SELECTION, "bcd"))).toBe("bcd");
  expect(idsOf(extendAlong(EMPTY_SELECTION, "bcdc"))).toBe("bc");
  expect(idsOf(extendAlong(EMPTY_SELECTION, "bcdcba"))).toBe("ab");
});

test("shrinking a range keeps what was selected before it", () => {
  expect(idsOf(extendAlong(selectIds(["c", "f"]), "bcdcb"))).toBe("bcf");
});

test("extending from another row starts a new range", () => {
  const first = extendAlong(EMPTY_SELECTION, "ab");
  expect(idsOf(extendAlong(first, "ef"))).toBe("abef");
  expect(idsOf(extendAlong(extendAlong(first, "ef"), "fe"))).toBe("abe");
});

test("shift-click selects from the last toggled row to the clicked one", () => {
  const shiftClick = (id: string) => extendRange(toggleId(EMPTY_SELECTION, "c"), id, order, null);
  expect(idsOf(shiftClick("e"))).toBe("cde");
  expect(idsOf(shiftClick("a"))).toBe("abc");
  expect(idsOf(extendRange(shiftClick("e"), "d", order, null))).toBe("cd");
});

test("a range whose start left the list keeps its items", () => {
  const first = extendAlong(EMPTY_SELECTION, "abc");
  expect(idsOf(extendRange(first, "f", ["d", "e", "f"], null))).toBe("abcf");
});
