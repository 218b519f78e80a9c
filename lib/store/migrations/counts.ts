import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { dayOf, firstKind, isKind, type Kind, raw } from "./search-triggers.ts";

const KIND = firstKind("status");

/**
 * Migration 0006: `feedback_day` and `feedback_page`, roll-ups per facet group that triggers maintain, so
 * that charts and rankings read a few thousand rows instead of every item.
 */
export async function addCounts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine);
  await raw(
    db,
    `insert into feedback_day (project_id, day, kind, entries)
    select project_id, day, kind, count(*) from feedback_fact group by project_id, day, kind`,
  );
  await raw(
    db,
    `insert into feedback_page (project_id, page, kind, entries, last_at)
    select project_id, page, kind, count(*), max(sort_at) from feedback_fact
    group by project_id, page, kind`,
  );
  if (engine === "sqlite") await countOnSqlite(db);
  else await countOnPostgres(db);
  if (engine === "postgres") await boundPendingText(db);
}

/** Limits the pending list, which every search reads completely, to 512 KiB. */
async function boundPendingText(db: Kysely<unknown>): Promise<void> {
  await raw(db, "alter index if exists feedback_fact_text set (gin_pending_list_limit = 512)");
}

async function createTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const whole = bigint(engine);
  // All queries use the primary key's order, so that SQLite needs no separate index.
  const byKey = engine === "sqlite" ? sql`without rowid` : sql``;
  await db.schema
    .createTable("feedback_day")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("day", sql`${whole}`, (column) => column.notNull())
    .addColumn("kind", sql`${whole}`, (column) => column.notNull())
    .addColumn("entries", sql`${whole}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_day_key", ["project_id", "day", "kind"])
    .modifyEnd(byKey)
    .execute();
  await db.schema
    .createTable("feedback_page")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("page", sql`${key}`, (column) => column.notNull())
    .addColumn("kind", sql`${whole}`, (column) => column.notNull())
    .addColumn("entries", sql`${whole}`, (column) => column.notNull())
    .addColumn("last_at", sql`${whole}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_page_key", ["project_id", "page", "kind"])
    .modifyEnd(byKey)
    .execute();
}

/** The newest item of a page and facet group, from an index. */
const newest = (of: string) =>
  `select max(f.sort_at) from feedback_fact f
    where f.project_id = ${of}.project_id and f.page = ${of}.page and f.kind = ${of}.kind`;

/** Rows of the feedback index are inserted and deleted but never updated, so that two triggers suffice. */
async function countOnSqlite(db: Kysely<unknown>): Promise<void> {
  const ofDay = (row: string) =>
    `project_id = ${row}.project_id and day = ${row}.day and kind = ${row}.kind`;
  const ofPage = (row: string) =>
    `project_id = ${row}.project_id and page = ${row}.page and kind = ${row}.kind`;
  await raw(
    db,
    `create trigger feedback_fact_added after insert on feedback_fact for each row begin
      insert into feedback_day (project_id, day, kind, entries)
        select new.project_id, new.day, new.kind, 0
        where not exists (select 1 from feedback_day where ${ofDay("new")});
      update feedback_day set entries = entries + 1 where ${ofDay("new")};
      insert into feedback_page (project_id, page, kind, entries, last_at)
        select new.project_id, new.page, new.kind, 0, new.sort_at
        where not exists (select 1 from feedback_page where ${ofPage("new")});
      update feedback_page set entries = entries + 1,
        last_at = case when entries = 0 then new.sort_at else max(last_at, new.sort_at) end
        where ${ofPage("new")};
    end`,
  );
  await raw(
    db,
    `create trigger feedback_fact_removed after delete on feedback_fact for each row begin
      update feedback_day set entries = entries - 1 where ${ofDay("old")};
      update feedback_page set entries = entries - 1, last_at = coalesce((${newest("old")}), last_at)
        where ${ofPage("old")};
    end`,
  );
}

/**
 * Counts once per statement: a row that is updated once for every item of a transaction leaves a
 * version of itself each time, and every later read has to skip those.
 */
async function countOnPostgres(db: Kysely<unknown>): Promise<void> {
  await raw(db, `create or replace ${followFunction(KIND)}`);
  for (const { event, name, tables, rows } of countedEvents(KIND)) {
    await raw(db, `create ${countFunction(name, rows)}`);
    await raw(
      db,
      `create trigger feedback_counted_${name} after ${event} on feedback referencing ${tables}
    for each statement execute function feedback_count_${name}()`,
    );
  }
}

/** The function that keeps `feedback_fact` in step with `feedback` on PostgreSQL. */
export function followFunction(kind: Kind): string {
  return `function feedback_fact_follow() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from feedback_fact where project_id = old.project_id and id = old.id;
      end if;
      if tg_op <> 'DELETE' then
        if not exists (select 1 from feedback_kind k where ${isKind("new.", kind)}) then
          insert into feedback_kind (project_id, ${kind.columns})
            select new.project_id, ${kind.of("new.")} on conflict do nothing;
        end if;
        insert into feedback_fact (project_id, id, kind, sort_at, day, page, search_text)
          select new.project_id, new.id, k.kind, new.sort_at, ${dayOf("new.")}, new.page,
            new.search_text
          from feedback_kind k where ${isKind("new.", kind)};
      end if;
      return null;
    end $$`;
}

/** What each event on `feedback` adds and removes, as a query of rows with 1 or -1 each. */
export function countedEvents(kind: Kind) {
  const rows = (table: "gone" | "added", n: -1 | 1) =>
    `select f.project_id, k.kind, f.page, f.sort_at, ${n} as n
      from ${table} f join feedback_kind k on ${isKind("f.", kind)}`;
  const [gone, added] = ["old table as gone", "new table as added"];
  return [
    { event: "insert", name: "added", tables: added, rows: rows("added", 1) },
    { event: "delete", name: "removed", tables: gone, rows: rows("gone", -1) },
    {
      event: "update",
      name: "changed",
      tables: `${gone} ${added}`,
      rows: `${rows("gone", -1)} union all ${rows("added", 1)}`,
    },
  ];
}

/** A function that counts what a statement did to `feedback`. */
export function countFunction(name: string, rows: string): string {
  // Rows that are the same before and after cancel out.
  const changes = `(select project_id, kind, page, sort_at, ${dayOf("")} as day, sum(n) as n
    from (${rows}) rows group by project_id, kind, page, sort_at having sum(n) <> 0) changes`;
  return `function feedback_count_${name}() returns trigger language plpgsql as $$
    begin
      -- Holds the kinds, always in the same order, until the end of the transaction: nobody else can
      -- change a day or a page of theirs meanwhile, and the newest entry of each is certain.
      update feedback_kind set entries = feedback_kind.entries + counted.n
        from (select k.kind, of_kind.n from feedback_kind k
          join (select kind, sum(n) as n from ${changes} group by kind) of_kind on of_kind.kind = k.kind
          order by k.kind for update of k) counted
        where feedback_kind.kind = counted.kind;
      if not found then return null; end if;
      insert into feedback_day (project_id, day, kind, entries)
        select project_id, day, kind, sum(n) from ${changes} group by project_id, day, kind
        on conflict (project_id, day, kind)
          do update set entries = feedback_day.entries + excluded.entries;
      insert into feedback_page (project_id, page, kind, entries, last_at)
        select project_id, page, kind, sum(n), coalesce((${newest("changes")}), 0)
        from ${changes} group by project_id, page, kind
        on conflict (project_id, page, kind) do update
          set entries = feedback_page.entries + excluded.entries, last_at = excluded.last_at;
      return null;
    end $$`;
}
