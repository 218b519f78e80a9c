import { afterEach, describe, expect, test } from "vitest";
import { migrate } from "../../lib/database/migrate.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback.ts";
import { upsertFeedback } from "../../lib/store/feedback-write.ts";
import { storeMigrations } from "../../lib/store/migrations.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";

describe.each(engines)("a store of the first version ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  afterEach(() => database.close());

  test("is counted and searched after the update, and goes on from there", async () => {
    database = await openTestDatabase<StoreSchema>(engine, "migration");
    const { "0001_first": first } = storeMigrations;
    await migrate(database, "store", first ? { "0001_first": first } : {});
    const old = ["a", "b", "c"].map((id, n) => ({
      ...{ project_id: n < 2 ? "docs" : "api", id, source: "contextual", status: "pending" },
      ...{ path: "/x", page: "/x", comment: `第${n}回 hello`, created_at: n, sort_at: n },
      ...{ helpful: 0, contact: null, code: null, filename: null, lang: null, raw: "{}" },
      ...{ search_text: `第${n}回 hello\n/x\n`, first_seen_at: 1, observed_at: 1 },
    }));
    const untyped = database.query.withTables<{ feedback: Record<string, unknown> }>();
    await untyped.insertInto("feedback").values(old).execute();

    await openStore(database);
    const feedback = createFeedbackStore(database);
    for (const [q, total] of [
      ["hello", 2],
      ["第1", 1],
      ["回", 2],
      ["x", 2],
      ["第2", 0],
    ] as const) {
      const facets = await feedback.facets("docs", { ...NO_FILTERS, q });
      expect([q, facets.total, facets.all]).toEqual([q, total, 2]);
    }
    expect((await feedback.facets("api", NO_FILTERS)).helpful).toMatchObject({ false: 1 });

    const changed = mirrored({ id: "a", path: "/x", comment: "第5回 hello", status: "resolved" });
    await database.query.transaction().execute((trx) => upsertFeedback(trx, "docs", [changed], 2));
    const { status } = await feedback.facets("docs", { ...NO_FILTERS, q: "hello" });
    expect(status).toMatchObject({ pending: 1, resolved: 1 });
    expect((await feedback.facets("docs", { ...NO_FILTERS, q: "第0" })).total).toBe(0);
  });
});
