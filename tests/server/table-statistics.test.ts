import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { analyzeGrownTables } from "../../lib/store/statistics.ts";
import { openTestStore, type TestDatabase } from "../support/databases.ts";

let store: TestDatabase<StoreSchema>;
afterEach(() => store.close());

test.each([
  ["feedback", "contact <> ''", "feedback_with_contact"],
  ["feedback", "reasons is not null", "feedback_with_reasons"],
  ["feedback_group_member", "feedback_id in ('a', 'b')", "feedback_group_member_1"],
])("rows of %s with %s are read from %s on SQLite", async (table, condition, index) => {
  store = await openTestStore("sqlite", "statistics");
  const { rows } = await sql<{
    detail: string;
  }>`explain query plan select * from ${sql.table(table)}
    where project_id = 'docs' and ${sql.raw(condition)}`.execute(store.query);
  expect(rows).toMatchObject([{ detail: expect.stringContaining(index) }]);
});

test("tables that an import fills are analyzed soon, and those with few rows aren't", async () => {
  store = await openTestStore("postgres", "statistics");
  // A connection hands its counts over when it next has time for it, unless it is told to.
  const fill = (table: string, values: string, rows: number) =>
    store.query.connection().execute(async (connection) => {
      await sql`insert into ${sql.table(table)} select 'docs', 'item-' || n, ${sql.raw(values)}
        from generate_series(1, ${sql.lit(rows)}) as n`.execute(connection);
      await sql`select pg_stat_force_next_flush()`.execute(connection);
    });
  await fill("feedback_not_noise", "'key', 'change'", 9_000);
  await fill("feedback_group_size", "n", 20_000);

  await analyzeGrownTables(store);

  const { rows } = await sql<{ table: string; rows: number }>`
    select distinct tablename as "table", reltuples::int as rows from pg_stats
    join pg_class on relname = tablename where tablename like 'feedback%'`.execute(store.query);
  expect(rows).toEqual([{ table: "feedback_group_size", rows: 20_000 }]);
});
