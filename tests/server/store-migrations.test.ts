import { sql } from "kysely";
import { expect, test } from "vitest";
import { migrate } from "../../lib/database/migrate.ts";
import { upsertFeedback } from "../../lib/store/feedback/write.ts";
import { storeMigrations } from "../../lib/store/migrations/migrations.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";
import { engines, openTestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { START } from "../support/mirror-rig.ts";

const { "0001_first": first } = storeMigrations;

/** A store as the first version left it. */
async function firstVersion(engine: (typeof engines)[number]) {
  const database = await openTestDatabase<StoreSchema & { sync: Record<string, unknown> }>(
    engine,
    "earlier",
  );
  if (first) await migrate(database, "store", { "0001_first": first });
  const row = {
    ...{ pages_read: 2, started_at: START, restarts: 0, entries: 200, last_success_at: START },
    ...{ next_at: START, error_code: null, error_message: null, error_since: null },
  };
  await database.query
    .insertInto("sync")
    .values([
      { ...row, project_id: "docs", phase: "backfill", cursor: "200", head_at: null },
      { ...row, project_id: "blog", phase: "following", cursor: null, head_at: START - 1 },
    ])
    .execute();
  return database;
}

test.each(engines)("a store of the first version on $name goes on where it was", async (engine) => {
  const database = await firstVersion(engine);
  try {
    await openStore(database);
    await openStore(database);
    const sync = createSyncStore(database);
    const docs = await sync.read("docs", START);
    expect(docs.state).toMatchObject({ phase: "backfill", pagesRead: 2 });
    expect(docs.lanes.full).toMatchObject({ cursor: "200", startedAt: START, parts: [{}] });
    const blog = await sync.read("blog", START);
    expect(blog.state.phase).toBe("following");
    expect(blog.lanes.full).toMatchObject({
      startedAt: null,
      finishedCount: 1,
      lastCompleted: { startedAt: 0 },
    });
    expect(blog.lanes.newItems.lastCompleted?.startedAt).toBe(START - 1);
  } finally {
    await database.close();
  }
});

test.each(engines)("resolutions that counted as undone count again on $name", async (engine) => {
  const database = await openTestDatabase<StoreSchema>(engine, "kept");
  const earlier = Object.entries(storeMigrations).filter(([name]) => name < "0039");
  const pace = () =>
    database.query
      .selectFrom("feedback_pace")
      .select(["feedback_id", "measure"])
      .orderBy("feedback_id")
      .orderBy("measure")
      .execute();
  const perDay = () =>
    database.query
      .selectFrom("feedback_pace_day")
      .select(["measure", sql<number>`sum(items)`.as("items")])
      .groupBy("measure")
      .orderBy("measure")
      .execute();
  try {
    await migrate(database, "store", Object.fromEntries(earlier));
    await database.query.transaction().execute(async (trx) => {
      const items = ["fb_1", "fb_2"].map((id) => mirrored({ id }));
      await upsertFeedback(trx, "docs", items, START);
      const change = { from_value: "pending", change: null, before: null, set_by: "Ada" };
      const event = { ...change, project_id: "docs", at: START + 1 };
      await trx
        .insertInto("feedback_event")
        .values([
          { ...event, feedback_id: "fb_1", kind: "set", to_value: "resolved" },
          { ...event, feedback_id: "fb_1", kind: "kept", to_value: "dismissed" },
          { ...event, feedback_id: "fb_2", kind: "platform", to_value: "dismissed" },
        ])
        .execute();
    });
    expect((await pace()).map(({ measure }) => measure)).toEqual(["decision", "decision"]);
    await openStore(database);
    expect(await pace()).toEqual([
      { feedback_id: "fb_1", measure: "decision" },
      { feedback_id: "fb_1", measure: "resolution" },
      { feedback_id: "fb_2", measure: "decision" },
    ]);
    const days = (await perDay()).map(({ measure, items }) => [measure, Number(items)]);
    expect(days).toEqual([
      ["decision", 2],
      ["resolution", 1],
    ]);
  } finally {
    await database.close();
  }
});
