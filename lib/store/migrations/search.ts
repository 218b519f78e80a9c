import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import {
  dayOf,
  firstKind,
  isKind,
  raw,
  SHIFT,
  triggersOfPostgres,
  triggersOfSqlite,
} from "./search-triggers.ts";
import { createTextIndex, indexAllText } from "./text-index.ts";

const KIND = firstKind("status");

/**
 * Migration 0003: `feedback_kind` (facet groups) and `feedback_fact` (the feedback index), which
 * triggers on `feedback` maintain in the same transaction.
 */
export async function addSearch(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine);
  if (engine === "sqlite") await fillSqlite(db);
  else await fillPostgres(db);
  await createIndexes(db, engine);
  await raw(
    db,
    `update feedback_kind set entries =
      (select count(*) from feedback_fact f
        where f.project_id = feedback_kind.project_id and f.kind = feedback_kind.kind)`,
  );
  await createTextIndex(db, engine);
  if (engine === "sqlite") await indexAllText(db);
  if (engine === "sqlite") await triggersOfSqlite(db, KIND);
  else await triggersOfPostgres(db, KIND);
  // The feedback index replaces these.
  await db.schema.dropIndex("feedback_by_status").execute();
  await db.schema.dropIndex("feedback_by_page").execute();
  if (engine === "sqlite") await fixStatistics(db);
  else await sql`analyze`.execute(db);
}

/** Rows per value of each index's columns, measured with 100,000 items. */
const STATISTICS = [
  ["feedback", "feedback_by_date", "100000 100000 1 1"],
  ["feedback", "sqlite_autoindex_feedback_1", "100000 100000 1"],
  ["feedback_fact", "sqlite_autoindex_feedback_fact_1", "100000 100000 1"],
  ["feedback_fact", "feedback_fact_by_date", "100000 100000 1 1 1 1"],
  ["feedback_fact", "feedback_fact_by_kind", "100000 100000 3000 1"],
  ["feedback_fact", "feedback_fact_by_day", "100000 100000 500 20 1"],
  ["feedback_fact", "feedback_fact_by_page", "100000 100000 2000 70 1"],
  ["feedback_kind", "sqlite_autoindex_feedback_kind_1", "32 32 8 2 2 1"],
] as const;

/**
 * Sets fixed statistics for SQLite's planner. Statistics of a small store would lead to plans that are
 * slow once it has grown, and nothing runs ANALYZE then.
 */
async function fixStatistics(db: Kysely<unknown>): Promise<void> {
  await raw(db, "analyze");
  for (const [table, index, counts] of STATISTICS) {
    await sql`delete from sqlite_stat1 where tbl = ${table} and idx = ${index}`.execute(db);
    await sql`insert into sqlite_stat1 (tbl, idx, stat) values (${table}, ${index}, ${counts})`.execute(
      db,
    );
  }
  // Measured samples would take precedence over these.
  await raw(db, "drop table if exists sqlite_stat4");
  await raw(db, "analyze sqlite_schema");
}

async function createTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const whole = bigint(engine);
  await db.schema
    .createTable("feedback_kind")
    .addColumn("kind", engine === "sqlite" ? "integer" : sql`bigint`, (column) =>
      engine === "sqlite" ? column.primaryKey() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("helpful", "integer", (column) => column.notNull())
    .addColumn("has_comment", "integer", (column) => column.notNull())
    .addColumn("entries", sql`${whole}`, (column) => column.notNull().defaultTo(0))
    .addUniqueConstraint("feedback_kind_of", [
      "project_id",
      "source",
      "status",
      "helpful",
      "has_comment",
    ])
    .execute();
  const facts = db.schema
    .createTable("feedback_fact")
    .addColumn("key", engine === "sqlite" ? "integer" : sql`bigint`, (column) =>
      engine === "sqlite" ? column.primaryKey() : column.primaryKey().generatedAlwaysAsIdentity(),
    )
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("id", sql`${key}`, (column) => column.notNull())
    .addColumn("kind", sql`${whole}`, (column) => column.notNull())
    .addColumn("sort_at", sql`${whole}`, (column) => column.notNull())
    .addColumn("day", sql`${whole}`, (column) => column.notNull())
    .addColumn("page", sql`${key}`, (column) => column.notNull())
    .addUniqueConstraint("feedback_fact_of", ["project_id", "id"]);
  // SQLite's text index stores no text. PostgreSQL's is on a column.
  const withText =
    engine === "postgres"
      ? facts.addColumn("search_text", "text", (column) => column.notNull())
      : facts;
  await withText.execute();
}

async function createIndexes(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const indexes = {
    feedback_fact_by_date: ["project_id", "sort_at", "id", "kind", "page"],
    feedback_fact_by_kind: ["project_id", "kind", "sort_at"],
    feedback_fact_by_day: ["project_id", "day", "kind", "sort_at"],
    feedback_fact_by_page: ["project_id", "page", "kind", "sort_at"],
  };
  for (const [name, columns] of Object.entries(indexes)) {
    await db.schema.createIndex(name).on("feedback_fact").columns(columns).execute();
  }
  if (engine === "postgres") {
    // Counts use index-only scans while the visibility map is fresh, so inserts must trigger vacuums too.
    await sql`alter table feedback_fact set (autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_vacuum_scale_factor = 0.02)`.execute(db);
  }
}

async function fillSqlite(db: Kysely<unknown>): Promise<void> {
  await raw(
    db,
    `insert into feedback_kind (project_id, ${KIND.columns})
    select distinct f.project_id, ${KIND.of("f.")} from feedback f`,
  );
  await raw(
    db,
    `insert into feedback_fact (key, project_id, id, kind, sort_at, day, page)
    select (k.kind << ${SHIFT}) + row_number() over (partition by k.kind order by f.sort_at, f.id),
      f.project_id, f.id, k.kind, f.sort_at, ${dayOf("f.")}, f.page
    from feedback f join feedback_kind k on ${isKind("f.", KIND)}`,
  );
}

async function fillPostgres(db: Kysely<unknown>): Promise<void> {
  await raw(
    db,
    `insert into feedback_kind (project_id, ${KIND.columns})
    select distinct f.project_id, ${KIND.of("f.")} from feedback f`,
  );
  await raw(
    db,
    `insert into feedback_fact (project_id, id, kind, sort_at, day, page, search_text)
    select f.project_id, f.id, k.kind, f.sort_at, ${dayOf("f.")}, f.page, f.search_text
    from feedback f join feedback_kind k on ${isKind("f.", KIND)}`,
  );
}
