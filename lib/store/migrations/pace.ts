import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { raw } from "./search-triggers.ts";

const DAY = 86_400_000;

/** Kinds of status changes that migration 0021 counted. Migration 0039 counts fewer. */
const COUNTED = "kind <> 'superseded'";

/**
 * Adds how long items waited for their first decision and for being resolved: `feedback_pace` by item, and
 * `feedback_pace_day`, a histogram per day. Triggers maintain both from the history, so that a decision
 * that is undone doesn't count.
 */
export async function addPace(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTables(db, engine);
  await raw(db, `insert into feedback_pace ${paceOf(engine, COUNTED, "1 = 1")}`);
  await raw(
    db,
    `insert into feedback_pace_day (project_id, day, measure, bucket, items)
    select project_id, day, measure, bucket, count(*) from feedback_pace
    group by project_id, day, measure, bucket`,
  );
  if (engine === "sqlite") await followOnSqlite(db);
  else await followOnPostgres(db);
}

async function createTables(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const whole = bigint(engine);
  const byKey = engine === "sqlite" ? sql`without rowid` : sql``;
  await db.schema
    .createTable("feedback_pace")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("feedback_id", sql`${key}`, (column) => column.notNull())
    .addColumn("measure", sql`${key}`, (column) => column.notNull())
    .addColumn("day", sql`${whole}`, (column) => column.notNull())
    .addColumn("bucket", sql`${whole}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_pace_key", ["project_id", "feedback_id", "measure"])
    .modifyEnd(byKey)
    .execute();
  await db.schema
    .createTable("feedback_pace_day")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("day", sql`${whole}`, (column) => column.notNull())
    .addColumn("measure", sql`${key}`, (column) => column.notNull())
    .addColumn("bucket", sql`${whole}`, (column) => column.notNull())
    .addColumn("items", sql`${whole}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_pace_day_key", ["project_id", "day", "measure", "bucket"])
    .modifyEnd(byKey)
    .execute();
}

/**
 * Reads the rows of `feedback_pace` from the history. The first decision is the first one since the item was
 * last pending; an item that isn't resolved anymore has no resolution.
 * @param counted condition on the kind of a status change
 * @param scope condition on `feedback_event`
 */
export function paceOf(engine: Engine, counted: string, scope: string): string {
  const statuses = `select project_id, feedback_id, id, at, to_value,
      max(case when to_value = 'pending' then id else 0 end) over item as reset, max(id) over item as last
    from feedback_event where field = 'status' and ${counted} and ${scope}
    window item as (partition by project_id, feedback_id)`;
  return `select t.project_id, t.feedback_id, t.measure, t.at / ${DAY}, ${bucketOf(engine)}
    from (
      select project_id, feedback_id, 'decision' as measure, at from (
        select s.*, row_number() over (partition by project_id, feedback_id order by id) as place
        from (${statuses}) s where id > reset
      ) decided where place = 1
      union all
      select project_id, feedback_id, 'resolution', at from (${statuses}) s
      where id = last and to_value = 'resolved'
    ) t
    join feedback f on f.project_id = t.project_id and f.id = t.feedback_id`;
}

/** Buckets grow by a tenth, so that one size fits seconds and months. */
function bucketOf(engine: Engine): string {
  const waited = "t.at - f.first_seen_at";
  return engine === "sqlite"
    ? `cast(10 * ln(1 + max(0, ${waited}) / 1000.0) as integer)`
    : `floor(10 * ln(1 + greatest(0, ${waited}) / 1000.0::float8))::bigint`;
}

/** The SQLite trigger that follows the history. */
export function paceTrigger(counted: string): string {
  const item = "project_id = new.project_id and feedback_id = new.feedback_id";
  return `create trigger feedback_event_paced after insert on feedback_event for each row
    when new.field = 'status' and new.${counted} begin
      delete from feedback_pace where ${item};
      insert into feedback_pace ${paceOf("sqlite", counted, item)};
    end`;
}

async function followOnSqlite(db: Kysely<unknown>): Promise<void> {
  await raw(db, paceTrigger(COUNTED));
  const day = (row: string) =>
    `(project_id, day, measure, bucket) = (${row}.project_id, ${row}.day, ${row}.measure, ${row}.bucket)`;
  await raw(
    db,
    `create trigger feedback_pace_added after insert on feedback_pace for each row begin
      insert into feedback_pace_day (project_id, day, measure, bucket, items)
        select new.project_id, new.day, new.measure, new.bucket, 0
        where not exists (select 1 from feedback_pace_day where ${day("new")});
      update feedback_pace_day set items = items + 1 where ${day("new")};
    end`,
  );
  await raw(
    db,
    `create trigger feedback_pace_removed after delete on feedback_pace for each row begin
      update feedback_pace_day set items = items - 1 where ${day("old")};
    end`,
  );
}

/** The PostgreSQL function that follows the history, once per statement as in `counts.ts`. */
export function paceFunction(counted: string): string {
  const items = `(project_id, feedback_id) in (select project_id, feedback_id from added where field = 'status' and ${counted})`;
  return `function feedback_event_pace() returns trigger language plpgsql as $$
    begin
      delete from feedback_pace where ${items};
      insert into feedback_pace ${paceOf("postgres", counted, items)};
      return null;
    end $$`;
}

async function followOnPostgres(db: Kysely<unknown>): Promise<void> {
  await raw(db, `create ${paceFunction(COUNTED)}`);
  await raw(
    db,
    `create trigger feedback_event_paced after insert on feedback_event
    referencing new table as added for each statement execute function feedback_event_pace()`,
  );
  for (const { event, rows, sign } of [
    { event: "insert", rows: "new table as changed", sign: 1 },
    { event: "delete", rows: "old table as changed", sign: -1 },
  ]) {
    await raw(
      db,
      `create function feedback_pace_${event}() returns trigger language plpgsql as $$
      begin
        insert into feedback_pace_day (project_id, day, measure, bucket, items)
          select project_id, day, measure, bucket, ${sign} * count(*) from changed
          group by project_id, day, measure, bucket
          on conflict (project_id, day, measure, bucket)
            do update set items = feedback_pace_day.items + excluded.items;
        return null;
      end $$`,
    );
    await raw(
      db,
      `create trigger feedback_pace_${event} after ${event} on feedback_pace
      referencing ${rows} for each statement execute function feedback_pace_${event}()`,
    );
  }
}
