import { afterAll, beforeAll, expect, test } from "vitest";
import { createVisitStore } from "../../lib/store/people/visits.ts";
import { newItems } from "../../lib/store/reports/new-items.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const HOUR = 3_600_000;

let store: TestDatabase<StoreSchema>;
beforeAll(async () => {
  store = await openTestStore("sqlite", "home");
  const add = (id: string, at: number, fields = {}) =>
    store.query
      .transaction()
      .execute((trx) => upsertFeedback(trx, "docs", [mirrored({ id, ...fields })], at));
  await add("old", NOW - 24 * HOUR, { path: "/reference" });
  await add("earlier", NOW - 24 * HOUR);
  await add("new", NOW, { createdAt: "2020-01-01T00:00:00Z" });
  await add("other", NOW);
  await add("decided", NOW, { status: "resolved" });
  await add("noise", NOW, { comment: "asdfgh" });
  await add("vote", NOW, { comment: null, source: "thumbs_only" });
  await add("praise", NOW, { comment: "Great page, thanks!", helpful: true });
});
afterAll(() => store.close());

test("what is new is what arrived and is pending, and all of it on the first visit", async () => {
  const auth = { page: "/guides/auth", items: 2, pending: 3 };
  const since = await newItems(store, "docs", NOW - HOUR);
  expect(since).toEqual({ total: 2, pageCount: 1, isCapped: false, pages: [auth] });
  const first = await newItems(store, "docs", null);
  expect(first).toMatchObject({
    total: 4,
    pages: [
      { ...auth, items: 3 },
      { page: "/reference", items: 1, pending: 1 },
    ],
  });
  expect(await newItems(store, "docs", NOW)).toMatchObject({ total: 0, pages: [] });
});

test("what was new stays new until the next visit, or until it is marked as seen", async () => {
  const visits = createVisitStore(store.query);
  const since = (at: number, person = "ada") => visits.since("docs", person, at);
  expect(await since(NOW)).toBeNull();
  await visits.shown("docs", "ada", NOW);
  expect(await since(NOW + HOUR)).toBeNull();
  await visits.shown("docs", "ada", NOW + HOUR);
  // The next morning: what came since yesterday's last look is new, also after a reload.
  expect(await since(NOW + 20 * HOUR)).toBe(NOW + HOUR);
  await visits.shown("docs", "ada", NOW + 20 * HOUR);
  expect(await since(NOW + 21 * HOUR)).toBe(NOW + HOUR);
  await visits.caughtUp("docs", "ada", NOW + 21 * HOUR);
  expect(await since(NOW + 22 * HOUR)).toBe(NOW + 21 * HOUR);
  // An earlier page reports late.
  await visits.shown("docs", "ada", NOW);
  await visits.caughtUp("docs", "ada", NOW);
  expect(await since(NOW + 22 * HOUR)).toBe(NOW + 21 * HOUR);
  expect(await since(NOW + 22 * HOUR, "bea")).toBeNull();
  // Two pages report at once.
  await Promise.all([
    visits.caughtUp("docs", "bea", NOW),
    visits.shown("docs", "bea", NOW + 1),
    visits.caughtUp("docs", "bea", NOW - HOUR),
  ]);
  expect(await since(NOW + HOUR, "bea")).toBe(NOW);
});
