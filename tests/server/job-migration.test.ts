import { describe, expect, test } from "vitest";
import { migrate } from "../../lib/database/migrate.ts";
import { storeMigrations } from "../../lib/store/migrations/migrations.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { engines, openTestDatabase } from "../support/databases.ts";

describe.each(engines)("a store of the first version ($name)", (engine) => {
  test("keeps its jobs and feedback, and schedules pull request checks", async () => {
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
        {
          began_at: 1_000,
          pr_next_at: 0,
          pr_since: 1_000,
          outcome: null,
          state: "sent",
          platform_status: "completed",
        },
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

  test("keeps our states and the platform's words apart afterwards", async () => {
    const database = await openTestDatabase<StoreSchema>(engine, "states");
    try {
      const before = Object.entries(storeMigrations).filter(([name]) => name < "0007");
      await migrate(database, "store", Object.fromEntries(before));
      const rows = [
        ["intent", null],
        ["waiting", null],
        ["sending", null],
        ["unknown", null],
        ["refused", null],
        ["cancelled", null],
        ["not_created", null],
        ["refused", "p-1"],
        ["active", "p-2"],
      ] as const;
      const untyped = database.query.withTables<{
        job: Record<string, unknown>;
        job_event: Record<string, unknown>;
      }>();
      await untyped
        .insertInto("job")
        .values(
          rows.map(([state, platform_job_id], index) => ({
            id: String(index),
            project_id: "docs",
            intent_key: String(index),
            state,
            platform_job_id,
            prompt: "Fix it",
            created_at: 1,
            resolution: index === 0 ? "set_aside" : null,
          })),
        )
        .execute();
      await untyped
        .insertInto("job_event")
        .values({
          project_id: "docs",
          job_id: "0",
          at: 1,
          kind: "resolution",
          detail: JSON.stringify({ outcome: "set_aside", by: "Ada" }),
        })
        .execute();

      await openStore(database);
      const jobs = await database.query.selectFrom("job").selectAll().orderBy("id").execute();
      expect(jobs.map(({ state, platform_status }) => [state, platform_status])).toEqual([
        ["queued", null],
        ["scheduled", null],
        ["sending", null],
        ["unconfirmed", null],
        ["rejected", null],
        ["canceled", null],
        ["not_created", null],
        ["sent", "refused"],
        ["sent", "active"],
      ]);
      expect(jobs[0]?.outcome).toBe("handled");
      const events = await database.query.selectFrom("job_event").selectAll().execute();
      expect(events).toMatchObject([
        { kind: "outcome", detail: JSON.stringify({ outcome: "handled", by: "Ada" }) },
      ]);
    } finally {
      await database.close();
    }
  });
});
