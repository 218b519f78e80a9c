import "server-only";
import { sql } from "kysely";
import type { StoreDatabase, StoreQuery } from "./schema/schema.ts";

/** Changed rows of a table that are too few to mislead the planner. */
const FEW_ROWS = 10_000;

/**
 * Analyzes the tables of which more than half has changed since they were last analyzed, such as after an import or a
 * migration. PostgreSQL does so by itself, but up to a minute later, and until then it can take an index for items by
 * ID in which it has to read all of them. SQLite has fixed statistics.
 */
export async function analyzeGrownTables({
  engine,
  query,
}: Pick<StoreDatabase, "engine" | "query">): Promise<void> {
  if (engine === "sqlite") return;
  for (const table of await grownTables(query)) {
    // Another process may be at it.
    await sql`analyze (skip_locked) ${sql.table(table)}`.execute(query);
  }
}

async function grownTables(query: StoreQuery): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables where schemaname = current_schema()
      and n_mod_since_analyze > ${FEW_ROWS} and n_mod_since_analyze > n_live_tup / 2`.execute(
    query,
  );
  return rows.map(({ name }) => name);
}
