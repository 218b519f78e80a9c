import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { binaryText } from "./column-types.ts";
import { countedEvents, countFunction, followFunction } from "./counts.ts";
import {
  dayOf,
  firstKind,
  isKind,
  type Kind,
  raw,
  SHIFT,
  triggersOfSqlite,
} from "./search-triggers.ts";
import { indexQueuedText } from "./text-index.ts";

const BEFORE = firstKind("team_status");

/** Whether a row is a vote and nothing else. */
const isBareVote = (row: string) =>
  `case when ${row}helpful is null or coalesce(trim(${row}comment), '') <> '' ` +
  `or coalesce(trim(${row}code), '') <> '' or ${row}reasons is not null then 0 else 1 end`;

/** Noise and bare votes are facets, so that every count can leave them out. */
const KIND: Kind = {
  columns: `${BEFORE.columns}, noise, bare_vote`,
  of: (row) =>
    `${BEFORE.of(row)}, case when ${row}noise is null then 0 else 1 end, ${isBareVote(row)}`,
  differs: [...BEFORE.differs, "noise", "code", "reasons"],
};

/** Items that aren't bare votes, in groups that consist of votes without comments. */
const MOVED = `coalesce(trim(f.comment), '') = '' and f.helpful is not null
  and (coalesce(trim(f.code), '') <> '' or f.reasons is not null)`;
const VOTES = "has_comment = 0 and helpful <> -1";

/**
 * Migration 0028: why an item is suspected noise, the texts that people restored, and facet groups that tell noise
 * and bare votes apart. Items that are stored are scored in the background, as migrations don't know the rules.
 */
export async function addNoise(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await raw(db, "alter table feedback add column noise text");
  await raw(db, "alter table feedback add column noise_key text");
  await raw(
    db,
    "create index feedback_noise on feedback (project_id, noise_key) where noise_key is not null",
  );
  await createTables(db, engine);
  if (engine === "sqlite") await groupOnSqlite(db);
  else await groupOnPostgres(db);
}

async function createTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  await db.schema
    .createTable("feedback_not_noise")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("noise_key", "text", (column) => column.notNull())
    .addColumn("change", sql`${key}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_not_noise_of", ["project_id", "feedback_id"])
    .execute();
  await db.schema
    .createIndex("feedback_not_noise_by_key")
    .on("feedback_not_noise")
    .columns(["project_id", "noise_key"])
    .execute();
  await db.schema
    .createTable("noise_scan")
    .addColumn("project_id", sql`${key}`, (column) => column.primaryKey())
    .addColumn("rules", "integer", (column) => column.notNull())
    .addColumn("after_id", sql`${key}`)
    .execute();
}

async function groupOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const trigger of ["feedback_added", "feedback_removed", "feedback_changed"]) {
    await raw(db, `drop trigger ${trigger}`);
  }
  await raw(
    db,
    `create table feedback_kind_next (kind integer primary key, project_id text not null,
      source text not null, status text not null, helpful integer not null,
      has_comment integer not null, noise integer not null, bare_vote integer not null,
      entries integer default 0 not null, constraint feedback_kind_of
      unique (project_id, source, status, helpful, has_comment, noise, bare_vote))`,
  );
  await raw(
    db,
    `insert into feedback_kind_next
    select kind, project_id, ${BEFORE.columns}, 0, case when ${VOTES} then 1 else 0 end, entries
    from feedback_kind`,
  );
  await raw(db, "drop table feedback_kind");
  await raw(db, "alter table feedback_kind_next rename to feedback_kind");
  await moveOnSqlite(db);
  await triggersOfSqlite(db, KIND);
  await raw(
    db,
    `create trigger feedback_noise_announced after update on feedback for each row
    when old.noise is not new.noise begin
      update project_change set feedback = feedback + 1 where project_id = new.project_id;
    end`,
  );
  // As migration 0003 does for the other indexes.
  await raw(
    db,
    `insert into sqlite_stat1 (tbl, idx, stat) values
    ('feedback_kind', 'sqlite_autoindex_feedback_kind_1', '48 48 12 3 2 2 1 1'),
    ('feedback', 'feedback_noise', '5000 5000 10')`,
  );
  await raw(db, "analyze sqlite_schema");
}

/** Triggers count by day and page. Keys of the text index start with the group, so they change with it. */
async function moveOnSqlite(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `insert into feedback_fact_gone (key) select a.key from feedback_fact a
      join feedback f on f.project_id = a.project_id and f.id = a.id where ${MOVED}
      and not exists (select 1 from feedback_fact_gone g where g.key = a.key)`,
    `delete from feedback_fact_waiting where key in (select key from feedback_fact_gone)`,
    `delete from feedback_fact where key in (select key from feedback_fact_gone)`,
    `insert into feedback_kind (project_id, ${KIND.columns})
      select distinct f.project_id, ${KIND.of("f.")} from feedback f where ${MOVED}`,
    `insert into feedback_fact (key, project_id, id, kind, sort_at, day, page)
      select (k.kind << ${SHIFT}) + row_number() over (partition by k.kind order by f.sort_at, f.id),
        f.project_id, f.id, k.kind, f.sort_at, ${dayOf("f.")}, f.page
      from feedback f join feedback_kind k on ${isKind("f.", KIND)} where ${MOVED}`,
    `insert into feedback_fact_waiting (key) select a.key from feedback_fact a
      join feedback_kind k on k.kind = a.kind where k.${VOTES} and k.bare_vote = 0`,
    `update feedback_kind set entries =
      (select count(*) from feedback_fact a where a.kind = feedback_kind.kind) where ${VOTES}`,
  ];
  for (const statement of statements) await raw(db, statement);
  await indexQueuedText(db);
}

async function groupOnPostgres(db: Kysely<unknown>): Promise<void> {
  await raw(
    db,
    `alter table feedback_kind add column noise integer not null default 0,
      add column bare_vote integer not null default 0, drop constraint feedback_kind_of`,
  );
  await raw(db, `update feedback_kind set bare_vote = 1 where ${VOTES}`);
  await raw(
    db,
    `alter table feedback_kind add constraint feedback_kind_of
    unique (project_id, ${KIND.columns})`,
  );
  await moveOnPostgres(db);
  await raw(db, `create or replace ${followFunction(KIND)}`);
  for (const { name, rows } of countedEvents(KIND)) {
    await raw(db, `create or replace ${countFunction(name, rows)}`);
  }
  const differs = KIND.differs.map((column) => `old.${column} is distinct from new.${column}`);
  await raw(db, "drop trigger feedback_changed on feedback");
  await raw(
    db,
    `create trigger feedback_changed after update on feedback
    for each row when (${differs.join(" or ")}) execute function feedback_fact_follow()`,
  );
  await raw(
    db,
    `create trigger feedback_noise_announced after update on feedback for each row
    when (old.noise is distinct from new.noise) execute function project_changed('feedback')`,
  );
}

async function moveOnPostgres(db: Kysely<unknown>): Promise<void> {
  const votes = `select kind from feedback_kind where ${VOTES}`;
  const statements = [
    `insert into feedback_kind (project_id, ${KIND.columns})
      select distinct f.project_id, ${KIND.of("f.")} from feedback f where ${MOVED}`,
    `update feedback_fact a set kind = k.kind from feedback f
      join feedback_kind k on ${isKind("f.", KIND)}
      where ${MOVED} and a.project_id = f.project_id and a.id = f.id`,
    `update feedback_kind set entries =
      (select count(*) from feedback_fact a
        where a.project_id = feedback_kind.project_id and a.kind = feedback_kind.kind)
      where ${VOTES}`,
    `delete from feedback_day where kind in (${votes})`,
    `insert into feedback_day (project_id, day, kind, entries)
      select project_id, day, kind, count(*) from feedback_fact where kind in (${votes})
      group by project_id, day, kind`,
    `delete from feedback_page where kind in (${votes})`,
    `insert into feedback_page (project_id, page, kind, entries, last_at)
      select project_id, page, kind, count(*), max(sort_at) from feedback_fact
      where kind in (${votes}) group by project_id, page, kind`,
  ];
  for (const statement of statements) await raw(db, statement);
}
