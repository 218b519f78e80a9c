import { expect, test } from "vitest";
import {
  extended,
  NOTHING_SELECTED,
  type Selected,
  selecting,
  toggled,
} from "../../components/inbox/triage/selection-state.ts";

const order = ["a", "b", "c", "d", "e", "f"];
const idsOf = ({ ids }: Selected) => [...ids].sort().join("");

/** Steps over rows by key, each from where the one before ended. */
function stepped(before: Selected, path: string): Selected {
  const steps = [...path];
  return steps.slice(1).reduce((selected, id, index) => {
    return extended(selected, id, order, steps[index] ?? null);
  }, before);
}

test("a range grows and shrinks with the steps, to both sides of where it began", () => {
  expect(idsOf(stepped(NOTHING_SELECTED, "bcd"))).toBe("bcd");
  expect(idsOf(stepped(NOTHING_SELECTED, "bcdc"))).toBe("bc");
  expect(idsOf(stepped(NOTHING_SELECTED, "bcdcba"))).toBe("ab");
});

test("a range gives back what was not selected before it, and nothing else", () => {
  expect(idsOf(stepped(selecting(["c", "f"]), "bcdcb"))).toBe("bcf");
});

test("steps from elsewhere begin another range", () => {
  const first = stepped(NOTHING_SELECTED, "ab");
  expect(idsOf(stepped(first, "ef"))).toBe("abef");
  expect(idsOf(stepped(stepped(first, "ef"), "fe"))).toBe("abe");
});

test("a range reaches from the row that was toggled last to the one that is clicked", () => {
  const clicked = (id: string) => extended(toggled(NOTHING_SELECTED, "c"), id, order, null);
  expect(idsOf(clicked("e"))).toBe("cde");
  expect(idsOf(clicked("a"))).toBe("abc");
  expect(idsOf(extended(clicked("e"), "d", order, null))).toBe("cd");
});

test("a range whose beginning is not in the list any more keeps what it had", () => {
  const first = stepped(NOTHING_SELECTED, "abc");
  expect(idsOf(extended(first, "f", ["d", "e", "f"], null))).toBe("abcf");
});
