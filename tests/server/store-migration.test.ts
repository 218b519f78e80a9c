import { afterEach, describe, expect, test } from "vitest";
import { migrate } from "../../lib/database/migrate.ts";
import type { Engine } from "../../lib/database/open.ts";
import { NO_FILTERS } from "../../lib/filters/feedback-filters.ts";
import { createFeedbackStore } from "../../lib/store/feedback/store.ts";
import { upsertFeedback } from "../../lib/store/feedback/write.ts";
import { storeMigrations } from "../../lib/store/migrations/migrations.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { engines, openTestDatabase, type TestDatabase } from "../support/databases.ts";
import { mirrored } from "../support/feedback.ts";
import { INDEX_TEXT, recordedMigrations, runStatements } from "../support/recorded-migrations.ts";
import { isThorough } from "../support/thorough.ts";

const names = Object.keys(storeMigrations);
/** On PostgreSQL, where a database takes ten times as long, every third one. */
const versions = names.slice(0, -1);
const versionsOf = (engine: Engine) =>
  engine === "sqlite" || isThorough ? versions : versions.filter((_, n) => n % 3 === 0);

/** Rows of two projects with the columns that the version had. */
function rowsOf(version: string) {
  return ["a", "b", "c"].map((id, n) => ({
    ...{ project_id: n < 2 ? "docs" : "api", id, source: "contextual" },
    ...(version < "0007" ? { status: "pending" } : { team_status: "pending" }),
    ...{ path: "/x", page: "/x", comment: `第${n}回 hello`, created_at: n, sort_at: n },
    ...{ helpful: 0, contact: null, code: null, filename: null, lang: null, raw: "{}" },
    ...{ search_text: `第${n}回 hello\n/x\n`, first_seen_at: 1, observed_at: 1 },
    ...(version < "0004" ? {} : { platform_status: "pending" }),
  }));
}

describe.each(engines)("a store of an earlier version ($name)", (engine) => {
  let database: TestDatabase<StoreSchema>;
  afterEach(() => database.close());

  test.each(versionsOf(engine.name))(
    "of %s keeps its rows, counts and search when updated",
    async (version) => {
      database = await openTestDatabase<StoreSchema>(engine, "migration");
      await migrate(database, "store", recordedMigrations("store", names, version));
      const old = rowsOf(version);
      await database.query.transaction().execute(async (trx) => {
        const untyped = trx.withTables<{ feedback: Record<string, unknown> }>();
        await untyped.insertInto("feedback").values(old).execute();
        if (version >= "0003" && engine.name === "sqlite") await runStatements(trx, INDEX_TEXT);
      });

      await openStore(database);
      const kept = await database.query.selectFrom("feedback").selectAll().orderBy("id").execute();
      expect(kept).toMatchObject(
        old.map(({ id, comment, sort_at }) => ({
          ...{ id, comment, sort_at, team_status: "pending", platform_status: "pending" },
          deleted_at: null,
        })),
      );
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
      const byRank = { sort: "rank", limit: 9, cursor: null } as const;
      const onPages = async () => (await feedback.pages("docs", NO_FILTERS, byRank)).pages;
      expect(await onPages()).toMatchObject([{ page: "/x", total: 2, open: 2, lastSeenAt: 1 }]);
      const days = async () => (await feedback.activity("docs", NO_FILTERS)).days;
      expect(await days()).toMatchObject([{ day: "1970-01-01", total: 2 }]);

      const changed = mirrored({ id: "a", path: "/x", comment: "第5回 hello", status: "resolved" });
      await database.query
        .transaction()
        .execute((trx) => upsertFeedback(trx, "docs", [changed], 2));
      const { status } = await feedback.facets("docs", { ...NO_FILTERS, q: "hello" });
      expect(status).toMatchObject({ pending: 1, resolved: 1 });
      expect((await feedback.facets("docs", { ...NO_FILTERS, q: "第0" })).total).toBe(0);
      const { createdAt } = changed.entry;
      expect(await onPages()).toMatchObject([
        { total: 2, open: 1, lastSeenAt: Date.parse(String(createdAt)) },
      ]);
      expect(await days()).toMatchObject([{ total: 1 }, { total: 1, status: { resolved: 1 } }]);
    },
  );
});
