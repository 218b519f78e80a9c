import { expect, test } from "vitest";
import {
  EMPTY_SELECTION,
  extendRange,
  type SelectableRows,
  type SelectionState,
  selectIds,
  toggleRow,
} from "../../components/inbox/triage/selection-state.ts";

/** Rows that stand for themselves alone, except those of a group. */
const list = (rows: string, group = ""): SelectableRows => ({
  ids: [...rows],
  itemsOf: (ids) => [...ids].flatMap((id) => (id === group[0] ? [...group] : [id])),
});
const order = list("abcdef");
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
  const shiftClick = (id: string) =>
    extendRange(toggleRow(EMPTY_SELECTION, ["c"]), id, order, null);
  expect(idsOf(shiftClick("e"))).toBe("cde");
  expect(idsOf(shiftClick("a"))).toBe("abc");
  expect(idsOf(extendRange(shiftClick("e"), "d", order, null))).toBe("cd");
});

test("a range whose start left the list keeps its items", () => {
  const first = extendAlong(EMPTY_SELECTION, "abc");
  expect(idsOf(extendRange(first, "f", list("def"), null))).toBe("abcf");
});

test("the row of a group selects all of its items, and none of them the second time", () => {
  const before = selectIds(["a", "y"]);
  const selected = toggleRow(before, ["b", "x", "y"]);
  expect(idsOf(selected)).toBe("abxy");
  expect(idsOf(toggleRow(selected, ["b", "x", "y"]))).toBe("a");
  // One of them alone can be left out.
  expect(idsOf(toggleRow(selected, ["x"]))).toBe("aby");
  const grouped = list("abc", "bxy");
  expect(idsOf(extendRange(EMPTY_SELECTION, "c", grouped, "a"))).toBe("abcxy");
});
