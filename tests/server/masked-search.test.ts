import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../lib/contract/api/permissions.ts";
import { NO_FILTERS, type ResolvedFilters } from "../../lib/filters/feedback-filters.ts";
import { createReadLimits } from "../../lib/services/read-limits.ts";
import { decodeCursor } from "../../lib/store/cursor.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { feedbackOn, servicesFor } from "../support/feedback-services.ts";

const ITEMS = [
  { id: "typed", comment: "The installer fails. Write to reader@example.org", path: "/install" },
  { id: "wide", comment: "Reader＠example.org, %40 is in the URL", path: "/install" },
  { id: "encoded", comment: "See /u?mail=reader%40example.org", path: "/install" },
  { id: "path", comment: "Broken", path: "/guides/reader@example.org" },
  { id: "code", comment: "Broken", code: "login('reader@example.org')", path: "/install" },
  { id: "word", comment: "The reader view fails", path: "/reader" },
  {
    id: "long",
    comment: `${"This page is quite long. ".repeat(20)}A zebra, says jo.smith@example.net`,
    code: `${"\n".repeat(6_000)}jo.smith@example.net`,
    path: "/zoo",
  },
];

describe.each(engines)("a viewer's search ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  beforeAll(async () => {
    store = await openTestStore(engine, "masked-search");
    const entries = ITEMS.map((item) => mirrored(item));
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, 1));
  });
  afterAll(() => store.close());

  const feedbackOf = (role: Role) =>
    servicesFor(role, {
      feedback: feedbackOn(store),
      readLimits: createReadLimits({ now: () => 0 }),
    }).feedback;

  /** IDs that a person finds, which every other answer must count alike. */
  const found = async (role: Role, filters: Partial<ResolvedFilters>): Promise<string[]> => {
    const feedback = feedbackOf(role);
    const all = { ...NO_FILTERS, ...filters };
    const page = await feedback.page("docs", all, { limit: 50, cursor: null });
    const ids = page.feedback.map(({ id }) => id).sort();
    expect((await feedback.ids("docs", all)).ids.toSorted()).toEqual(ids);
    expect((await feedback.facets("docs", all)).total).toBe(ids.length);
    const { days, undated } = await feedback.activity("docs", all);
    expect(days.reduce((sum, { total }) => sum + total, undated)).toBe(ids.length);
    const pages = await feedback.pages("docs", all, { limit: 50, cursor: null, sort: "page" });
    expect(pages.pages.reduce((sum, { total }) => sum + total, 0)).toBe(ids.length);
    const file = await feedback.export("docs", all, { format: "ndjson" });
    const lines = (await new Response(file).text()).split("\n").filter((line) => line !== "");
    expect(lines.length).toBe(ids.length);
    return ids;
  };

  test("matches no masked part of an address, in any answer", async () => {
    for (const q of ["reader@", "reader@example.org", "eader", "reader%40", "er@e"]) {
      expect(await found("viewer", { q }), q).toEqual(q === "eader" ? ["word"] : []);
      expect((await found("triager", { q })).length, q).toBeGreaterThan(0);
    }
    expect(await found("viewer", { q: "re" })).toEqual(["word"]);
  });

  test("matches everything else of the same items", async () => {
    expect(await found("viewer", { q: "installer fails" })).toEqual(["typed"]);
    expect(await found("viewer", { q: "@example.org" })).toEqual(["code", "path", "typed", "wide"]);
    expect(await found("viewer", { q: "login('r•••@" })).toEqual([]);
    expect(await found("viewer", { q: "login('" })).toEqual(["code"]);
    expect(await found("viewer", { q: "%40example" })).toEqual(["encoded"]);
  });

  test("excludes by no masked part of an address", async () => {
    expect(await found("viewer", { q: "-reader -zebra" })).toEqual([
      ...["code", "encoded", "path", "typed", "wide"],
    ]);
    expect(await found("triager", { q: "-reader -zebra" })).toEqual([]);
    expect(await found("viewer", { q: "broken -reader" })).toEqual(["code", "path"]);
    expect(await found("viewer", { q: "-@example.org -zebra" })).toEqual(["encoded", "word"]);
  });

  test("says where a match is that the row doesn't show, without an address", async () => {
    const match = async (role: Role, q: string) => {
      const options = { limit: 50, cursor: null };
      const { feedback } = await feedbackOf(role).page("docs", { ...NO_FILTERS, q }, options);
      return Object.fromEntries(feedback.map((row) => [row.id, row.match]));
    };
    const said = "… is quite long. A zebra, says";
    expect(await match("viewer", "zebra")).toEqual({
      long: { in: "comment", text: `${said} j•••@example.net` },
    });
    expect(await match("triager", "zebra")).toEqual({
      long: { in: "comment", text: `${said} jo.smith@example.net` },
    });
    expect(await match("viewer", "zoo zebra")).toEqual(await match("viewer", "zebra"));
    // In the page and at the start of the comment, and in the code.
    expect(await match("viewer", "zoo page")).toEqual({ long: null });
    expect(await match("viewer", "broken login('")).toEqual({
      code: { in: "code", text: "login('r•••@example.org')" },
    });
    // Text that a viewer can't read explains nothing.
    expect(await match("triager", "smith")).toMatchObject({ long: { in: "comment" } });
    expect(await match("viewer", "smith")).toEqual({});
  });

  test("by page matches no address, and finds what stands before one", async () => {
    expect(await found("viewer", { path: "/guides/reader*" })).toEqual([]);
    expect(await found("viewer", { path: "/guides/reader@example.org" })).toEqual([]);
    expect(await found("triager", { path: "/guides/reader*" })).toEqual(["path"]);
    expect(await found("viewer", { path: "/guides/*" })).toEqual(["path"]);
  });

  test("gets no address in the cursor of a list of pages", async () => {
    const options = { limit: 1, cursor: null, sort: "page" } as const;
    const { nextCursor } = await feedbackOf("viewer").pages("docs", NO_FILTERS, options);
    expect(decodeCursor(String(nextCursor))).toContain("/guides/r•••@example.org");
  });
});
