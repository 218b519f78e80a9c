import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSkippedItems, type SkippedItems } from "../../lib/store/sync/skipped-items.ts";
import { initialLane } from "../../lib/store/sync/state.ts";
import { createSyncStore, initialSyncState } from "../../lib/store/sync/store.ts";
import { anyEngine, openTestStore, type TestDatabase } from "../support/databases.ts";

describe.each(anyEngine)("the skipped items on $name", ({ name }) => {
  let database: TestDatabase<StoreSchema>;
  let skippedItems: SkippedItems;

  beforeEach(async () => {
    database = await openTestStore(name, "quarantine");
    skippedItems = createSkippedItems(database, { now: () => 1_000 });
  });

  afterEach(() => database.close());

  /** Adds these texts as rejected entries of one page. */
  async function received(raws: string[], observedAt: number): Promise<void> {
    const rejected = raws.map((raw) => ({
      entryId: null,
      raw,
      reason: "The item isn't an object.",
    }));
    await createSyncStore(database).commitPage(
      "docs",
      { entries: [], rejected, observedAt },
      () => ({
        state: initialSyncState(0),
        lane: "full",
        laneState: initialLane(0),
      }),
    );
  }

  async function pages(limit: number, between = async () => {}): Promise<string[][]> {
    const found: string[][] = [];
    let cursor: string | null = null;
    do {
      const page = await skippedItems.list("docs", { limit, cursor });
      found.push(page.entries.map(({ raw }) => raw));
      cursor = page.nextCursor;
      await between();
    } while (cursor !== null);
    return found;
  }

  test("pages from the newest on, each item once, while items are added and dismissed", async () => {
    const texts = Array.from({ length: 120 }, (_, index) => JSON.stringify(`Text ${index}`));
    // Forty with the same time, because a page's entries are stored together.
    for (let batch = 0; batch < 3; batch += 1) {
      await received(texts.slice(batch * 40, (batch + 1) * 40), batch + 1);
    }
    let round = 10;
    const found = await pages(50, async () => {
      // All are seen again, and a new one is added.
      await received([...texts, JSON.stringify(`New ${round}`)], round++);
    });
    expect(found.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(new Set(found.flat())).toEqual(new Set(texts));
    expect(found[0]?.slice(0, 40).sort()).toEqual(texts.slice(80).sort());
    expect(await skippedItems.count("docs")).toBe(123);
    expect((await pages(123)).map((page) => page.length)).toEqual([123]);
  });

  test("leaves out dismissed items, even during paging", async () => {
    await received(["1", "2", "3"], 1);
    const first = await skippedItems.list("docs", { limit: 2, cursor: null });
    const [one, two] = first.entries;
    await skippedItems.dismiss("docs", one?.id ?? "");
    await skippedItems.dismiss("docs", two?.id ?? "");
    const rest = await skippedItems.list("docs", { limit: 2, cursor: first.nextCursor });
    expect(rest.entries).toHaveLength(1);
    expect(rest.nextCursor).toBeNull();
    expect(await pages(2)).toHaveLength(1);
  });

  test.each(["", "x", "W10", Buffer.from('["a","b"]').toString("base64url"), "[1,2]"])(
    "rejects the cursor %j",
    async (cursor) => {
      await expect(skippedItems.list("docs", { limit: 2, cursor })).rejects.toThrow("cursor");
    },
  );

  test("shows no reader's address, and keeps the text as received", async () => {
    const raw = JSON.stringify({ comment: "Write to anna@example.org" });
    await received([raw], 1);
    const { entries } = await skippedItems.list("docs", { limit: 2, cursor: null });
    expect(entries[0]?.raw).toBe('{"comment":"Write to a•••@example.org"}');
    const kept = await database.query.selectFrom("quarantine").select("raw").execute();
    expect(kept).toEqual([{ raw }]);
  });
});
