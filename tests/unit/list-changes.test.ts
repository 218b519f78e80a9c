import { describe, expect, test } from "vitest";
import {
  ItemChanged,
  withMoved,
  withRemoved,
  withReplaced,
} from "../../components/settings/list-changes.ts";
import type { Label } from "../../lib/contract/api/settings.ts";

const label = (id: string, values: Partial<Label> = {}): Label => ({
  id,
  name: id.toUpperCase(),
  color: "gray",
  ...values,
});
const gone = (id: string) => label(id, { removed: true });
const ids = (all: Label[]) => all.map(({ id }) => id).join("");

describe("a change of one item", () => {
  test("leaves what others changed as it is", () => {
    const now = [label("a", { name: "Renamed" }), label("b"), label("new")];
    const after = label("b", { color: "red" });
    expect(withReplaced(now, "label", { before: label("b"), after })).toEqual([
      now[0],
      after,
      now[2],
    ]);
    expect(withRemoved(now, "b")).toEqual([now[0], gone("b"), now[2]]);
  });

  test("is refused if someone else changed or removed the same item", () => {
    const after = label("a", { name: "Mine" });
    const attempt = (now: Label[]) => {
      try {
        return withReplaced(now, "label", { before: label("a"), after });
      } catch (error) {
        return error;
      }
    };
    // The order of an item's fields doesn't matter.
    expect(attempt([{ color: "gray", name: "A", id: "a" }])).toEqual([after]);
    for (const theirs of [label("a", { name: "Their\u202Es" }), label("a", { color: "red" })]) {
      expect(attempt([theirs])).toMatchObject({ now: theirs });
    }
    expect(String(attempt([label("a", { name: "Their\u202Es" })]))).toContain(
      "Someone else changed this label: it's now “Theirs”. Save again to replace it.",
    );
    for (const now of [[], [gone("a")]]) {
      expect(attempt(now)).toBeInstanceOf(ItemChanged);
      expect(attempt(now)).toMatchObject({ now: null, message: /removed this label/ });
    }
  });

  test("moves it past what was removed, and nowhere at the ends", () => {
    const all = [label("a"), gone("x"), label("b"), label("c")];
    expect(ids(withMoved(all, "b", -1))).toBe("bxac");
    expect(ids(withMoved(all, "a", 1))).toBe("bxac");
    for (const [id, by] of [
      ["a", -1],
      ["c", 1],
      ["x", 1],
      ["none", 1],
    ] as const) {
      expect(withMoved(all, id, by)).toEqual(all);
    }
  });
});
