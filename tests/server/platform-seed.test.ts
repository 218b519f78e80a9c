import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { feedbackEntry } from "../../lib/contract/platform/feedback.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { platformRoom } from "../../lib/platform/schema/schema.ts";
import { addSampleIfEmpty, parcelRelaySample } from "../../lib/platform/seed.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { NOW } from "../support/platform.ts";

describe.each(engines)("the sample on $name", (engine) => {
  let database: TestDatabase<PlatformSchema>;
  let second: Database<PlatformSchema>;
  beforeEach(async () => {
    database = await openTestDatabase<PlatformSchema>(engine, "seed");
    second = openDatabase<PlatformSchema>(database.location);
  });
  afterEach(async () => {
    await second.close();
    await database.close();
  });

  async function openAndSeed(one: Database<PlatformSchema>): Promise<boolean> {
    await migrate(one, platformRoom);
    return addSampleIfEmpty(one, parcelRelaySample, NOW);
  }

  test("is added once by two processes that start at once, complete and valid", async () => {
    const done = await Promise.all([openAndSeed(database), openAndSeed(second)]);
    expect(done.filter(Boolean)).toHaveLength(1);
    expect(await openAndSeed(database)).toBe(false);
    const rows = await database.query.selectFrom("platform_entry").select("entry").execute();
    expect(rows).toHaveLength((await parcelRelaySample.entries(NOW)).length);
    for (const row of rows) feedbackEntry.parse(JSON.parse(row.entry));
    const keys = await database.query.selectFrom("platform_collect_key").selectAll().execute();
    expect(keys).toMatchObject([{ project_id: "docs", origins: '["self"]', disabled_at: null }]);
  });

  test("leaves nothing behind when it fails, and is added the next time", async () => {
    await migrate(database, platformRoom);
    const [entry] = await parcelRelaySample.entries(NOW);
    const broken = { ...parcelRelaySample, entries: async () => (entry ? [entry, entry] : []) };
    await expect(addSampleIfEmpty(database, broken, NOW)).rejects.toThrow();
    const left = await sql`select id from platform_project`.execute(database.query);
    expect(left.rows).toEqual([]);
    expect(await addSampleIfEmpty(database, parcelRelaySample, NOW)).toBe(true);
  });
});
