import { describe, expect, test } from "vitest";
import {
  layoutOf,
  layoutWords,
  widthProperties,
  withWidth,
} from "../../components/app/list-layout.ts";
import { type Entry, matching } from "../../components/palette/entry.ts";
import { moveItem } from "../../components/views/move-item.ts";
import { listLayout } from "../../lib/contract/api/views.ts";
import { viewAddress, viewName, viewNamed } from "../../lib/filters/view-address.ts";

const GUIDES = { id: "9f3a11c2-6d0f-4c58-8b3e-2f6d3a0f7711", name: "Broken code: guides" };

describe("a saved view", () => {
  test("has an address with its filters, in which periods stay relative", () => {
    const query = "date=last-7-days&path=/guides/*&source=contextual";
    expect(viewAddress("docs", { ...GUIDES, query })).toBe(
      "/docs/feedback?date=last-7-days&source=page-comment&path=/guides/*&view=broken-code-guides-9f3a11c2",
    );
    const open = "/docs/feedback?view=broken-code-guides-9f3a11c2";
    expect(viewAddress("docs", { ...GUIDES, query: "" })).toBe(open);
    // A filter that this version doesn't have, or no longer.
    expect(viewAddress("docs", { ...GUIDES, query: "mood=good&status=none" })).toBe(open);
  });

  test("is named by the words of its name, in any script, and by a part of its ID", () => {
    const { id } = GUIDES;
    expect(viewName({ id, name: "  Données – « 日本語 » " })).toBe("données-日本語-9f3a11c2");
    expect(viewName({ id, name: "!?" })).toBe("9f3a11c2");
    expect(viewName({ id, name: "🙂 ".repeat(9) })).toBe("9f3a11c2");
    const long = viewName({ id, name: "a ".repeat(90) });
    expect(long).toBe(`${"a-".repeat(30)}9f3a11c2`);
    expect(viewName({ id: "view-first", name: "First" })).toBe("first-view-first");
  });

  test("is found by its address, also under an earlier name and by its ID alone", () => {
    const twin = { id: "07b4c2d1-52a8-4a9e-9d07-a1d0b3f7c9e2", name: GUIDES.name };
    const views = [twin, GUIDES, { id: "view-first", name: "First" }];
    const found = (named: string | null) => viewNamed(views, named)?.id;
    expect(found(viewName(GUIDES))).toBe(GUIDES.id);
    expect(found(viewName(twin))).toBe(twin.id);
    expect(found(viewName({ ...GUIDES, name: "Code" }))).toBe(GUIDES.id);
    expect(found("9f3a11c2")).toBe(GUIDES.id);
    expect(found(GUIDES.id)).toBe(GUIDES.id);
    expect(found("view-first")).toBe("view-first");
    expect(found("earlier-view-first")).toBe("view-first");
    for (const other of [null, "", "broken-code-guides", "x9f3a11c2", "9f3a11c3"]) {
      expect(found(other)).toBeUndefined();
    }
  });

  test("moves to another place", () => {
    expect(moveItem(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
    expect(moveItem(["a", "b", "c"], 2, 1)).toEqual(["a", "c", "b"]);
    expect(moveItem(["a"], 3, 0)).toEqual(["a"]);
  });
});

test("a list's layout survives a round trip, without what isn't known", () => {
  const layout = { rows: "comfortable", hidden: ["page", "date"] } as const;
  const words = layoutWords({ rows: layout.rows, hidden: ["date", "page"] });
  expect(words).toBe("comfortable no-page no-date");
  expect(layoutOf(`${words} no-comment huge`)).toEqual(layout);
  expect(layoutWords(layoutOf(undefined))).toBe("comfortable");
  expect(layoutOf(undefined)).not.toHaveProperty("widths");
});

test("a list's layout has the widths of resized columns, within limits", () => {
  const layout = layoutOf("no-job page-240 date-9 status-9999 job-1e2 comment-90");
  expect(layout).toEqual({
    rows: "compact",
    hidden: ["job"],
    widths: { status: 480, page: 240, date: 48 },
  });
  expect(layoutWords(layout)).toBe("compact no-job status-480 page-240 date-48");
  expect(widthProperties(layout)).toEqual({
    "--width-status": "480px",
    "--width-page": "240px",
    "--width-job": "",
    "--width-date": "48px",
  });
  const narrower = withWidth(layout, "page", 99.6);
  expect(narrower.widths).toEqual({ status: 480, page: 100, date: 48 });
  const reset = ["status", "page", "date"] as const;
  expect(reset.reduce((before, column) => withWidth(before, column, null), layout)).toEqual({
    rows: "compact",
    hidden: ["job"],
  });
  expect(listLayout.parse(layout)).toEqual(layout);
  expect(listLayout.safeParse({ ...layout, widths: { comment: 90 } }).success).toBe(false);
  expect(listLayout.safeParse({ ...layout, widths: { page: 9 } }).success).toBe(false);
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
