import { describe, expect, test } from "vitest";
import { migrate } from "../../lib/database/migrate.ts";
import { storeMigrations } from "../../lib/store/migrations/migrations.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { engines, openTestDatabase } from "../support/databases.ts";

describe.each(engines)("a store of the first version ($name)", (engine) => {
  test("keeps its jobs and feedback, and knows what to look at", async () => {
    const database = await openTestDatabase<StoreSchema>(engine, "migration");
    try {
      const { "0001_first": first } = storeMigrations;
      if (!first) throw new Error("there is no first migration");
      await migrate(database, "store", { "0001_first": first });
      const job = {
        project_id: "docs",
        state: "completed",
        prompt: "Fix it",
        created_at: 1_000,
        settled_at: 2_000,
        platform_job_id: "same",
      };
      const untyped = database.query.withTables<{ job: typeof job & Record<string, unknown> }>();
      await untyped
        .insertInto("job")
        .values([
          { ...job, id: "1", intent_key: "k1", pr_link: "https://git/1" },
          { ...job, id: "2", intent_key: "k2" },
        ])
        .execute();
      const entry = { project_id: "docs", id: "a", source: "agent", status: "resolved", path: "/" };
      await database.query
        .withTables<{ feedback: Record<string, unknown> }>()
        .insertInto("feedback")
        .values({
          ...entry,
          page: "/",
          sort_at: 1,
          search_text: "",
          raw: "{}",
          first_seen_at: 1,
          observed_at: 1,
        })
        .execute();

      await openStore(database);
      const jobs = await database.query.selectFrom("job").selectAll().orderBy("id").execute();
      expect(jobs).toMatchObject([
        { began_at: 1_000, pr_next_at: 0, pr_since: 1_000, resolution: null },
        { began_at: 1_000, pr_next_at: null },
      ]);
      const known = await database.query.selectFrom("job_platform_id").selectAll().execute();
      expect(known).toEqual([{ project_id: "docs", platform_job_id: "same", job_id: "1" }]);
      const feedback = await database.query.selectFrom("feedback").selectAll().execute();
      expect(feedback).toMatchObject([{ team_status: "resolved", platform_status: "resolved" }]);
    } finally {
      await database.close();
    }
  });
});
