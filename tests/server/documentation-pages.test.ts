import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { writePageViews } from "../../lib/store/pages/page-views.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");

/** Days ago of complaints about a page, and others that don't count. */
const COMPLAINTS = [0, 6, 7, 13, 83, 84];

const ITEMS = [
  ...COMPLAINTS.map((days) => ({ path: "/guides/auth", helpful: false, days })),
  { path: "/guides/auth", helpful: true, days: 1 },
  { path: "/guides/auth", source: "agent", days: 14 },
  { path: "/guides/auth", helpful: false, days: null },
  { path: "/reference", comment: "Fine", days: 2 },
  { path: "/u/reader@example.org", helpful: false, days: 2 },
];

describe.each(engines)("documentation pages ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  beforeAll(async () => {
    store = await openTestStore(engine, "documentation-pages");
    const entries = ITEMS.map(({ days, ...item }, n) => {
      const createdAt = days === null ? null : new Date(NOW - days * DAY).toISOString();
      return mirrored({ ...item, id: `fb_${n}`, createdAt });
    });
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, 1));
    const many = [1, 2, 2, 3, 3, 3].map((name, n) =>
      mirrored({
        id: `many_${n}`,
        path: `/view/guides-${name}`,
        createdAt: "2026-11-01T00:00:00Z",
      }),
    );
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "many", many, 1));
  });
  afterAll(() => store.close());

  const pages = (options: { find?: string; trendUntil?: number; masked?: true }) => {
    const { masked, ...query } = options;
    const filters = { ...NO_FILTERS, ...(masked && { masked }) };
    const all = { sort: "page", limit: 50, cursor: null, ...query } as const;
    return createFeedbackStore(store).pages("docs", filters, all);
  };
  const names = async (options: Parameters<typeof pages>[0]) =>
    (await pages(options)).pages.map(({ page }) => page);

  test("have the complaints of each of the last 12 weeks", async () => {
    const found = await pages({ trendUntil: NOW });
    expect(found.pages.map(({ page, trend }) => [page, trend])).toEqual([
      ["/guides/auth", [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2]],
      ["/reference", Array(12).fill(0)],
      ["/u/reader@example.org", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]],
    ]);
    expect((await pages({})).pages.map(({ trend }) => trend)).toEqual([null, null, null]);
    const masked = await pages({ trendUntil: NOW, masked: true });
    expect(masked.pages.at(-1)).toMatchObject({ page: "/u/r•••@example.org" });
    expect(masked.pages.at(-1)?.trend?.at(-1)).toBe(1);
  });

  test.each([
    ["a roll-up", {}],
    ["a roll-up by day", { dateFrom: "2026-01-01", dateTo: "2026-12-31" }],
    ["the index", { q: "guides" }],
  ])("are those with the most feedback if there are too many, by %s", async (_, given) => {
    const filters = { ...NO_FILTERS, ...given };
    const listed = async (most?: number) => {
      const query = { sort: "page", limit: 50, cursor: null, most } as const;
      const found = await createFeedbackStore(store).pages("many", filters, query);
      return [found.pages.map(({ page, total }) => [page, total]), found.total, found.unlisted];
    };
    const all = [
      ["/view/guides-1", 1],
      ["/view/guides-2", 2],
      ["/view/guides-3", 3],
    ];
    expect(await listed()).toEqual([all, 3, 0]);
    expect(await listed(3)).toEqual([all, 3, 0]);
    expect(await listed(2)).toEqual([all.slice(1), 2, 1]);
  });

  test("have their views, by which the impact is weighed", async () => {
    const byImpact = async () => {
      const query = { sort: "impact", limit: 50, cursor: null } as const;
      const found = await createFeedbackStore(store).pages("docs", NO_FILTERS, query);
      return [found.viewsAt, ...found.pages.map(({ page, views }) => [page, views])];
    };
    const upload = (pages: { page: string; views: number }[]) =>
      store.query.transaction().execute((trx) => writePageViews(trx, "docs", { pages }, 7));
    const [auth, reader] = ["/guides/auth", "/u/reader@example.org"];
    expect(await byImpact()).toEqual([null, [auth, null], [reader, null], ["/reference", null]]);
    // Different addresses of a page, and one without feedback.
    const views = [
      { page: "https://docs.example.org/u/reader@example.org/", views: 900 },
      { page: `${reader}.md`, views: 100 },
      { page: "/guides/auth?from=search", views: 10 },
      { page: "/none", views: 5_000 },
    ];
    expect(await upload(views)).toBe(3);
    expect(await byImpact()).toEqual([7, [reader, 1_000], [auth, 10], ["/reference", null]]);
    await upload([]);
    expect((await byImpact())[0]).toBeNull();
  });

  test("have a cautious share of helpful votes", async () => {
    const shares = (await pages({})).pages.map(({ helpfulAtLeast }) => helpfulAtLeast);
    expect(shares).toEqual([expect.closeTo(0.022, 3), null, 0]);
  });

  test("are found by all words of a search, but not by a masked address", async () => {
    expect(await names({ find: "auth guides" })).toEqual(["/guides/auth"]);
    expect(await names({ find: "-guides -reader" })).toEqual(["/reference"]);
    expect(await names({ find: "reader" })).toEqual(["/u/reader@example.org"]);
    expect(await names({ find: "reader", masked: true })).toEqual([]);
    expect(await names({ find: "-reader -guides", masked: true })).toEqual([
      "/reference",
      "/u/r•••@example.org",
    ]);
  });

  test("are listed part by part, whatever number of views was uploaded", async () => {
    const views = Number.MAX_SAFE_INTEGER;
    const huge = ["/guides/auth", "/guides/auth.md", "/reference"].map((page) => ({ page, views }));
    await store.query
      .transaction()
      .execute((trx) => writePageViews(trx, "docs", { pages: huge }, NOW));
    for (const sort of ["views", "impact"] as const) {
      const listed: string[] = [];
      let cursor: string | null = null;
      do {
        const part = await createFeedbackStore(store).pages("docs", NO_FILTERS, {
          sort,
          cursor,
          limit: 1,
        });
        listed.push(...part.pages.map(({ page }) => page));
        cursor = part.nextCursor;
      } while (cursor !== null);
      expect(listed.toSorted(), sort).toEqual(await names({}));
    }
  });

  test("keep one of several uploads at once", async () => {
    const upload = (views: number) =>
      store.query
        .transaction()
        .execute((trx) =>
          writePageViews(trx, "docs", { pages: [{ page: "/reference", views }] }, NOW),
        );
    await Promise.all([1, 2, 3, 4].map(upload));
    const [, reference] = (await pages({})).pages;
    expect(reference?.views).toBeGreaterThan(0);
  });
});
