import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DAY } from "../../lib/contract/platform/vocabulary.ts";
import { chunks } from "../../lib/database/chunks.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { sampleEntries } from "../../lib/platform/sample/entries.ts";
import { indexSomeGroups } from "../../lib/similar/index-groups.ts";
import { pendingThemes, topThemes } from "../../lib/similar/themes.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { upsertFeedback } from "../../lib/store/write/write.ts";
import { indexFeedbackText } from "../../lib/store/write/write-lock.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const LINK = "The link to the installation guide at the bottom is broken";
const TOKEN = "The token in the second example of this page has expired";
const PRAISE = "The best documentation that I have read in this year";

describe.each(engines)("themes ($name)", (engine) => {
  let store: TestDatabase<StoreSchema>;
  beforeAll(async () => {
    store = await openTestStore(engine, "themes");
    const add = async (at: number, items: Record<string, unknown>[]) => {
      const createdAt = new Date(at).toISOString();
      const entries = items.map((item) => mirrored({ createdAt, ...item }));
      await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, at));
    };
    await add(NOW - 9 * DAY, [
      { id: "link-1", comment: LINK },
      { id: "link-2", comment: `${LINK}!` },
      { id: "link-3", comment: LINK, status: "resolved" },
      { id: "token-1", comment: TOKEN, helpful: true },
      { id: "praise-1", comment: PRAISE, helpful: true },
      { id: "praise-2", comment: `${PRAISE}!`, helpful: true },
      { id: "praise-3", comment: PRAISE, helpful: false },
      { id: "helped-1", comment: "I sent this to the whole team", helpful: true },
      { id: "helped-2", comment: "I sent this to the whole team.", helpful: true },
      { id: "keys-1", comment: "asdfghjkl asdfgh" },
      { id: "keys-2", comment: "asdfghjkl asdfgh" },
    ]);
    await add(NOW, [
      { id: "token-2", comment: `${TOKEN}.` },
      { id: "token-3", comment: TOKEN },
      { id: "link-4", comment: LINK },
      { id: "alone", comment: "Please say which versions this page is about" },
      { id: "undated-1", comment: "Where is the page about webhooks now", createdAt: null },
      { id: "undated-2", comment: "Where is the page about webhooks now?", createdAt: null },
    ]);
    while (await indexSomeGroups(store.query));
    await store.query
      .updateTable("feedback")
      .set({ noise: "keyboard" })
      .where("id", "like", "keys-%")
      .execute();
    await indexFeedbackText(store.query);
  });
  afterAll(() => store.close());

  const themes = (dates: { dateFrom?: string; dateTo?: string } = {}) =>
    topThemes(store, "docs", { ...NO_FILTERS, ...dates }, NOW);

  test("evidence says which group an item belongs to, and which item is praise", async () => {
    const ids = ["token-1", "token-2", "praise-1", "praise-2", "praise-3", "alone"];
    const evidence = await createFeedbackStore(store).evidence("docs", ids);
    expect(evidence.map(({ isPraise }) => isPraise)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
    ]);
    const [token, sameToken, praise, ...others] = evidence.map(({ groupId }) => groupId);
    expect(sameToken).toBe(token);
    expect(others).toEqual([praise, praise, others.at(-1)]);
    expect(new Set([token, praise]).size).toBe(2);
  });

  test("are what is said more than once in a range of days, without noise and praise", async () => {
    expect(await themes()).toMatchObject([
      { id: "link-1", subject: LINK, items: 4, pending: 3 },
      { id: "token-1", subject: TOKEN, items: 3, pending: 3 },
      { id: "undated-1", subject: expect.stringContaining("webhooks"), items: 2, pending: 2 },
    ]);
    const today = { dateFrom: "2026-11-20", dateTo: "2026-11-21" };
    expect(await themes(today)).toMatchObject([
      { id: "token-2", subject: `${TOKEN}.`, items: 2, pending: 2 },
    ]);
    expect(await themes({ dateTo: "2026-11-20" })).toMatchObject([{ id: "link-1", items: 3 }]);
    expect(await themes({ dateFrom: "2026-12-01" })).toEqual([]);
  });

  test("are the largest of many groups in any range of days", async () => {
    const project = "many";
    const sizes = Array.from({ length: 240 }, (_, n) => 2 + ((n * 7) % 11));
    const items = sizes.flatMap((size, group) =>
      Array.from({ length: size }, (_, n) => ({
        group: `group-${group}`,
        id: `item-${group}-${n}`,
        // The larger half of the groups is older.
        at: NOW - ((group % 2 === 0 ? 0 : 30) + ((group + n) % 5)) * DAY,
      })),
    );
    const entries = items.map(({ id, at }) =>
      mirrored({ id, comment: id, createdAt: new Date(at).toISOString() }),
    );
    await store.query.transaction().execute((trx) => upsertFeedback(trx, project, entries, NOW));
    const members = items.map(({ group, id, at }) => ({
      project_id: project,
      feedback_id: id,
      group_id: group,
      sort_at: at,
      change_id: null,
    }));
    await store.query.insertInto("feedback_group_member").values(members).execute();
    const today = Math.floor(NOW / DAY);
    for (const from of [null, today - 40, today - 20, today - 1, today]) {
      const inRange = items.filter(({ at }) => from === null || at >= from * DAY);
      const largest = [...Map.groupBy(inRange, ({ group }) => group)]
        .map(([group, own]) => ({ group, items: own.length }))
        .filter(({ items }) => items > 1)
        .sort((a, b) => b.items - a.items || (a.group < b.group ? -1 : 1))
        .slice(0, 10);
      const dateFrom = from === null ? null : new Date(from * DAY).toISOString();
      const found = await topThemes(store, project, { ...NO_FILTERS, dateFrom }, NOW);
      expect(
        found.map(({ id, items }) => ({ group: id.replace(/^item-(\d+)-.*/, "group-$1"), items })),
        `from ${from}`,
      ).toEqual(largest);
    }
  });

  test("lead to as many items as they count", async () => {
    const feedback = createFeedbackStore(store);
    for (const { id, items, pending } of await themes({ dateFrom: "2026-11-01" })) {
      const filters = { ...NO_FILTERS, similarTo: id, dateFrom: "2026-11-01" };
      expect((await feedback.facets("docs", filters)).total).toBe(items);
      const open = { ...filters, status: ["pending" as const], noise: false };
      expect((await feedback.facets("docs", open)).total).toBe(pending);
    }
  });

  test("are named by what readers correct, and say where, how often of late, and whose they are", async () => {
    const at = (days: number) => new Date(NOW - days * DAY).toISOString();
    const items = [
      { id: "a", page: "/start", at: at(20), comment: '"relay serve" should be "relay listen".' },
      {
        id: "b",
        page: "/start",
        at: at(9),
        comment: "Step 2: `relay serve` is an unknown command",
      },
      {
        id: "c",
        page: "/cli",
        at: at(2),
        comment: "Please replace `Relay serve` with `relay listen`",
      },
    ];
    const entries = items.map(({ id, page, at: createdAt, comment }) =>
      mirrored({ id, page, path: page, comment, createdAt }),
    );
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "named", entries, NOW));
    while (await indexSomeGroups(store.query));
    const owner = { set_at: 1, change_id: "assigned", set_by_name: null, person_id: "ada" };
    await store.query
      .insertInto("feedback_assignee")
      .values({ project_id: "named", feedback_id: "b", ...owner })
      .execute();
    expect(await topThemes(store, "named", NO_FILTERS, NOW)).toEqual([
      {
        id: "a",
        subject: items[0]?.comment,
        items: 3,
        pending: 3,
        owner: "ada",
        name: { from: "relay serve", to: "relay listen" },
        pages: ["/start", "/cli"],
        pageCount: 2,
        lastWeek: 1,
      },
    ]);
  });

  test("of new items say how many are new, and how many are pending", async () => {
    expect(await pendingThemes(store, "docs", NOW - DAY, NOW)).toMatchObject([
      { id: "token-2", subject: `${TOKEN}.`, items: 2, pending: 3 },
      { id: "undated-1", subject: expect.stringContaining("webhooks"), items: 2, pending: 2 },
      { id: "link-4", subject: LINK, items: 1, pending: 3 },
    ]);
    // Of all items, whatever group has most of them.
    const first = await pendingThemes(store, "docs", null, NOW);
    expect(first.map(({ items, pending }) => [items, pending])).toEqual([
      [3, 3],
      [3, 3],
      [2, 2],
    ]);
  });
});

test("on the sample, what the readers of its five stories report comes first", async () => {
  const store = await openTestStore("sqlite", "stories");
  const received = sampleEntries({ now: NOW }).map((entry) => mirrored({ ...entry }));
  for (const entries of chunks(received, 500)) {
    await store.query.transaction().execute((trx) => upsertFeedback(trx, "docs", entries, NOW));
  }
  await indexFeedbackText(store.query);
  while (await indexSomeGroups(store.query));
  const themes = await pendingThemes(store, "docs", null, NOW);
  const found = themes.map(({ name, items }) => [name?.from, items]);
  // The last two have as many items, so that their random IDs order them.
  expect([...found.slice(0, 3), ...found.slice(3).toSorted()]).toEqual([
    ["relay serve", 11],
    ["returns 201", 8],
    ["Authorisation: Token", 7],
    ["hmac-sha1", 6],
    ["parcels:send", 6],
  ]);
  await store.close();
});
