import { expect, test } from "vitest";
import { migrate } from "../../lib/database/migrate.ts";
import { storeMigrations } from "../../lib/store/migrations/migrations.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";
import { engines, openTestDatabase } from "../support/databases.ts";
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
