import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FeedStatus } from "../../lib/contract/api/sync.ts";
import type { FeedbackEntry } from "../../lib/contract/platform/feedback.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createLog } from "../../lib/log.ts";
import { createFeedSource } from "../../lib/mirror/feed-source.ts";
import type { FeedbackSource } from "../../lib/mirror/source.ts";
import { removeUntouched } from "../../lib/store/deletion/undone-items.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { repairFutureTimes } from "../../lib/store/future-times.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createFeedStore } from "../../lib/store/sync/feed-store.ts";
import { createSkippedItems } from "../../lib/store/sync/skipped-items.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";
import { verifyStore } from "../../lib/store/verify.ts";
import { createDecisions, type Decisions } from "../../lib/store/write/decisions.ts";
import type { StatusWrites, WriteStatus } from "../../lib/store/write/status-writes.ts";
import { engines, openTestStore, type TestDatabase } from "../support/databases.ts";
import { writingStatuses } from "../support/ledger.ts";
import { openTestPlatform, type TestPlatform, vote } from "../support/platform.ts";

// The built-in platform and what reads its change feed, step by step and on one clock.

const MINUTE = 60_000;
const ADA = { id: "ada", name: "Ada" };

describe.each(engines)("on $name", (engine) => {
  let platform: TestPlatform;
  let database: TestDatabase<StoreSchema>;
  let source: FeedbackSource<FeedStatus>;
  let decisions: Decisions;

  beforeEach(async () => {
    platform = await openTestPlatform(engine, [
      vote("a"),
      vote("b"),
      vote("undated", { createdAt: null }),
    ]);
    database = await openTestStore(engine, "feed");
    source = sourceOf();
    decideWith(platform.setStatuses);
  });

  function decideWith(writeStatus: WriteStatus) {
    const { clock } = platform;
    const statusWrites = writingStatuses(database, clock, writeStatus);
    decisions = createDecisions({ database, clock, statusWrites });
    return statusWrites;
  }

  afterEach(async () => {
    expect(await verifyStore(database)).toEqual([]);
    await platform.close();
    await database.close();
  });

  function sourceOf(
    feed: Pick<TestPlatform, "changes" | "latestRevision"> = platform,
    store = createFeedStore(database),
    statusWrites: StatusWrites | null = null,
  ) {
    const { clock } = platform;
    return createFeedSource({
      feed,
      clock,
      log: createLog("silent", () => []),
      store,
      statusWrites,
      sync: createSyncStore(database),
      skippedItems: createSkippedItems(database, clock),
    });
  }

  // What the database has no part in.
  const onOne = engine.name === "sqlite" ? test : test.skip;

  const step = () => source.step("docs", { projects: [], signal: new AbortController().signal });

  /** Reads until nothing is left, a minute after whatever happened before. */
  async function sync(): Promise<void> {
    platform.clock.advance(MINUTE);
    while (await step());
  }

  const status = () => source.status("docs", { projects: [], storeProblem: null });

  async function add(id: string, fields: Partial<ReturnType<typeof vote>> = {}): Promise<void> {
    await platform.importEntries("docs", [{ line: 1, value: vote(id, fields) }]);
  }

  function decide(ids: string[], to: FeedbackEntry["status"], age = 0) {
    const id = `${ids.join()}-${to}`;
    return decisions.apply("docs", [{ kind: "set", id, ids, status: to, age }], ADA);
  }

  const item = (id: string) =>
    database.query
      .selectFrom("feedback")
      .select(["team_status", "platform_status", "path", "deleted_at"])
      .where("id", "=", id)
      .executeTakeFirst();

  const events = async (id: string) => {
    const rows = await database.query
      .selectFrom("feedback_event")
      .select("kind")
      .where("feedback_id", "=", id)
      .orderBy("id")
      .execute();
    return rows.map(({ kind }) => kind);
  };

  test("every item arrives, and then each change, with or without a date", async () => {
    expect(await status()).toMatchObject({ phase: "backfill", changesLeft: 3, items: 0 });
    await sync();
    expect(await status()).toMatchObject({ phase: "following", changesLeft: 0, items: 3 });
    expect((await status()).lastSuccessAt).toBe(platform.clock.now());
    const many = Array.from({ length: 450 }, (_, index) => ({
      line: index + 1,
      value: vote(`many_${index}`, { createdAt: index % 3 ? "2020-01-01T00:00:00Z" : null }),
    }));
    await platform.importEntries("docs", many);
    await add("a", { path: "/moved" });
    expect(await status()).toMatchObject({ changesLeft: 451, items: 3 });
    await sync();
    expect(await status()).toMatchObject({ changesLeft: 0, items: 453, quarantined: 0 });
    expect(await item("a")).toMatchObject({ path: "/moved" });
  });

  test("a batch that was read before an import's undo doesn't bring its items back", async () => {
    await sync();
    await add("imported");
    source = sourceOf({
      latestRevision: platform.latestRevision,
      changes: async (...given) => {
        const changes = await platform.changes(...given);
        if (changes.some(({ id, entry }) => id === "imported" && entry !== null)) {
          await platform.deleteEntries("docs", ["imported"]);
          await removeUntouched(database.query, "docs", ["imported"]);
        }
        return changes;
      },
    });
    await sync();
    expect(await item("imported")).toBeUndefined();
    expect(await status()).toMatchObject({ changesLeft: 0, items: 3, deleted: 0 });
  });

  onOne(
    "a check that finds nothing only asks for the latest revision, and is remembered",
    async () => {
      const store = createFeedStore(database);
      let reads = 0;
      const read: typeof store.read = (...given) => {
        reads += 1;
        return store.read(...given);
      };
      source = sourceOf(platform, { ...store, read });
      await sync();
      reads = 0;
      platform.clock.advance(MINUTE);
      expect(await step()).toBe(false);
      expect(reads).toBe(0);
      const checkedAt = platform.clock.now();
      platform.clock.advance(MINUTE);
      await add("c");
      expect(await status()).toMatchObject({ changesLeft: 1, lastSuccessAt: checkedAt });
    },
  );

  test("what readers chose arrives beside the item, and changes with it", async () => {
    const { key } = await platform.collectKeys.create("docs", {
      name: "Docs",
      origins: ["https://docs.example.com"],
      paths: [],
    });
    const send = async (reasons: string[], helpful = false) => {
      const request = new Request(`http://127.0.0.1/v1/collect/${key}`, {
        method: "POST",
        body: JSON.stringify({ id: "visit-0001", url: "/a", helpful, reasons }),
        headers: { "content-type": "application/json" },
      });
      const { id } = await (await platform.handle(request)).json();
      await sync();
      return feedback.detail("docs", id);
    };
    const feedback = createFeedbackStore(database);
    expect(await send([])).toMatchObject({ source: "thumbs_only", reasons: [] });
    expect(await send(["Outdated"])).toMatchObject({ source: "contextual", reasons: ["Outdated"] });
    // The entry itself stays the same.
    const last = await send(["Outdated", "Missing"]);
    expect(last).toMatchObject({ reasons: ["Outdated", "Missing"], extra: {} });
    const page = await feedback.page("docs", NO_FILTERS, { limit: 50, cursor: null });
    const row = page.feedback.find(({ id }) => id === last.id);
    expect(row).toMatchObject({ comment: null, reasons: "Outdated, Missing" });
    expect(await feedback.evidence("docs", [last.id])).toMatchObject([
      { reasons: ["Outdated", "Missing"] },
    ]);
  });

  test("a deleted item is marked at once, and unmarked if it comes back", async () => {
    await sync();
    await platform.deleteEntries("docs", ["a", "undated"]);
    await sync();
    expect(await item("a")).toMatchObject({ deleted_at: platform.clock.now() });
    expect(await item("b")).toMatchObject({ deleted_at: null });
    expect(await status()).toMatchObject({ items: 3, deleted: 2 });
    await add("a");
    await sync();
    expect(await item("a")).toMatchObject({ deleted_at: null });
  });

  test("the platform's status counts if it changed after the decision", async () => {
    await sync();
    decisions = createDecisions({ database, clock: platform.clock, statusWrites: null });
    platform.clock.advance(MINUTE);
    await decide(["a"], "dismissed");
    await sync();
    // Nothing was read about the item since; the feed shows that it didn't change.
    await add("a", { status: "resolved" });
    await sync();
    expect(await item("a")).toMatchObject({ team_status: "resolved", platform_status: "resolved" });
    expect(await events("a")).toEqual(["set", "platform"]);
  });

  test("the decision counts if either may be newer, and both are shown", async () => {
    await sync();
    decisions = createDecisions({ database, clock: platform.clock, statusWrites: null });
    await add("a", { status: "resolved" });
    platform.clock.advance(1);
    await decide(["a"], "dismissed");
    await sync();
    const both = { team_status: "dismissed", platform_status: "resolved" };
    expect(await item("a")).toMatchObject(both);
    expect(await events("a")).toEqual(["set", "kept"]);
  });

  test("writing a decision to the platform doesn't end it, whenever the feed is read", async () => {
    await sync();
    const writeStatus = async (...written: Parameters<typeof platform.setStatuses>) => {
      await sync();
      await platform.setStatuses(...written);
      await sync();
    };
    decideWith(writeStatus);
    // Made offline a while ago.
    await decide(["a"], "dismissed", 10 * MINUTE);
    await sync();
    const decided = { team_status: "dismissed", platform_status: "dismissed" };
    expect(await item("a")).toMatchObject(decided);
    await decisions.apply("docs", [{ kind: "undo", id: "u", of: "a-dismissed", age: 0 }], ADA);
    await sync();
    expect(await item("a")).toMatchObject({ team_status: "pending", platform_status: "pending" });
    expect(await events("a")).toEqual(["set", "undo"]);
  });

  test("an earlier status that the team wrote doesn't replace a later decision", async () => {
    await sync();
    const writes: (() => Promise<void>)[] = [];
    const later = async (...written: Parameters<typeof platform.setStatuses>) => {
      writes.push(() => platform.setStatuses(...written));
    };
    decideWith(later);
    await decide(["a"], "resolved");
    await decide(["a"], "dismissed");
    await sync();
    for (const write of writes) {
      await write();
      await sync();
      expect(await item("a")).toMatchObject({ team_status: "dismissed" });
    }
    expect(await item("a")).toMatchObject({ platform_status: "dismissed" });
    expect(await events("a")).toEqual(["set", "set"]);
  });

  test("what a process has left to write to the platform is written with the next reading", async () => {
    await sync();
    decideWith(() => Promise.reject(new Error("killed")));
    await decide(["a"], "resolved");
    expect(await item("a")).toMatchObject({ team_status: "resolved", platform_status: "pending" });
    source = sourceOf(platform, undefined, decideWith(platform.setStatuses));
    await sync();
    const { entry } = (await platform.changes("docs", 0, 9)).find(({ id }) => id === "a") ?? {};
    expect(JSON.parse(entry ?? "{}")).toMatchObject({ status: "resolved" });
    expect(await item("a")).toMatchObject({ platform_status: "resolved" });
  });

  test("a status that another process wrote too late is written again", async () => {
    source = sourceOf(platform, undefined, decideWith(platform.setStatuses));
    await sync();
    await decide(["a"], "resolved");
    await decide(["a"], "dismissed");
    await sync();
    // Chosen before the second decision, and written after it.
    await platform.setStatuses("docs", ["a"], "resolved");
    await sync();
    const { entry } = (await platform.changes("docs", 0, 9)).find(({ id }) => id === "a") ?? {};
    expect(JSON.parse(entry ?? "{}")).toMatchObject({ status: "dismissed" });
    const both = { team_status: "dismissed", platform_status: "dismissed" };
    expect(await item("a")).toMatchObject(both);
  });

  onOne("changes are stored even if the clock was set back", async () => {
    platform.clock.advance(60 * MINUTE);
    await sync();
    platform.clock.advance(-120 * MINUTE);
    await add("a", { path: "/moved" });
    await sync();
    expect(await item("a")).toMatchObject({ path: "/moved" });
    await repairFutureTimes(database, platform.clock.now());
    await decide(["a"], "dismissed");
    platform.clock.advance(MINUTE);
    await add("a", { status: "resolved" });
    source.reset();
    await sync();
    expect(await item("a")).toMatchObject({ team_status: "dismissed" });
  });

  onOne("an older database of the platform is read again from the start", async () => {
    await sync();
    await add("c");
    await add("d");
    await sync();
    const older = await openTestPlatform(engine, [vote("a", { path: "/older" }), vote("b")]);
    try {
      source = sourceOf(older);
      await sync();
      expect(await item("a")).toMatchObject({ path: "/older", deleted_at: null });
      // More than half of the items are missing, so this is probably another platform.
      expect(await status()).toMatchObject({ items: 5, deleted: 0, changesLeft: 0 });
      await older.importEntries("docs", [{ line: 1, value: vote("c") }]);
      await database.query.deleteFrom("sync_lane").execute();
      await sync();
      expect(await item("d")).toMatchObject({ deleted_at: platform.clock.now() });
      expect(await status()).toMatchObject({ items: 5, deleted: 2 });
    } finally {
      await older.close();
    }
  });

  onOne("an entry that can't be read is skipped, and the feed goes on", async () => {
    const bad = { ...vote("bad"), status: 3 };
    const feed = {
      latestRevision: async () => 4,
      changes: async (_: string, after: number) =>
        [bad, vote("good")].map((entry, index) => ({
          revision: after + index + 1,
          id: entry.id,
          isTeamStatus: false,
          reasons: [],
          entry: JSON.stringify(entry),
        })),
    };
    source = sourceOf(feed);
    await sync();
    expect(await status()).toMatchObject({ items: 1, quarantined: 1, changesLeft: 0 });
  });
});
