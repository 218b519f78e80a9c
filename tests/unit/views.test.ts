import { describe, expect, test } from "vitest";
import { layoutOf, layoutWords } from "../../components/app/list-layout.ts";
import { type Entry, matching } from "../../components/palette/entry.ts";
import { moved } from "../../components/views/moved.ts";
import { viewAddress } from "../../lib/filters/view-address.ts";

describe("a saved view", () => {
  test("has an address with its filters, in which periods stay relative", () => {
    const query = "date=last-7-days&path=/guides/*";
    expect(viewAddress("docs", { id: "v1", query })).toBe(
      "/docs/feedback?date=last-7-days&path=/guides/*&view=v1",
    );
    expect(viewAddress("docs", { id: "v1", query: "" })).toBe("/docs/feedback?view=v1");
    // A filter that this version doesn't have, or no longer.
    expect(viewAddress("docs", { id: "v1", query: "mood=good&status=none" })).toBe(
      "/docs/feedback?view=v1",
    );
  });

  test("moves to another place", () => {
    expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moved(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
    expect(moved(["a"], 3, 0)).toEqual(["a"]);
  });
});

test("a list's layout survives a round trip, without what isn't known", () => {
  const layout = { rows: "comfortable", hidden: ["page", "date"] } as const;
  const words = layoutWords({ rows: layout.rows, hidden: ["date", "page"] });
  expect(words).toBe("comfortable no-page no-date");
  expect(layoutOf(`${words} no-comment huge`)).toEqual(layout);
  expect(layoutWords(layoutOf(undefined))).toBe("");
});

describe("the palette", () => {
  const entry = (name: string, words?: string): Entry => {
    return { id: `command:${name}`, group: "Commands", name, words, open: "/" };
  };
  const names = (typed: string) =>
    matching(
      [entry("Go to inbox", "pending"), entry("Invite"), entry("Show the inbox"), entry("Pages")],
      typed,
    ).map(({ name }) => name);

  test("finds all typed words in any order, beginnings of names first", () => {
    expect(names("in")).toEqual(["Invite", "Go to inbox", "Show the inbox"]);
    expect(names("INBOX go")).toEqual(["Go to inbox"]);
    expect(names("pend")).toEqual(["Go to inbox"]);
    expect(names("inbox pages")).toEqual([]);
  });
});
