import "server-only";
import type { Engine } from "../../database/open.ts";
import type { TableFamily } from "../../database/schema.ts";
import { bigint, key, table } from "../../database/table.ts";

/** The two waits that are measured: until the first decision, and until an item is resolved. */
export type WaitMeasure = "decision" | "resolution";

const DAY = 86_400_000;

/** Changes of a status that were applied. A `kept` change is the platform's and older than the team's decision. */
const APPLIED = "kind in ('set', 'undo', 'platform')";

/**
 * Reads the rows of `wait_time` from the history. The first decision is the first one since the item was last pending; an
 * item that isn't resolved anymore has no resolution.
 * @param scope condition on `feedback_event`
 */
function waitTimesOf(engine: Engine, scope: string): string {
  const statuses = `select project_id, feedback_id, id, at, to_value,
      max(case when to_value = 'pending' then id else 0 end) over item as reset, max(id) over item as last
    from feedback_event where field = 'status' and ${APPLIED} and ${scope}
    window item as (partition by project_id, feedback_id)`;
  return `select t.project_id, t.feedback_id, t.measure, t.at / ${DAY}, ${bucketOf(engine)}
    from (
      select project_id, feedback_id, 'decision' as measure, at from (
        select s.*, row_number() over (partition by project_id, feedback_id order by id) as place
        from (${statuses}) as s where id > reset
      ) as decided where place = 1
      union all
      select project_id, feedback_id, 'resolution', at from (${statuses}) as s
      where id = last and to_value = 'resolved'
    ) as t
    join feedback as f on f.project_id = t.project_id and f.id = t.feedback_id`;
}

/** Buckets grow by a tenth, so that one size fits seconds and months. */
function bucketOf(engine: Engine): string {
  const waited = "t.at - f.first_seen_at";
  return engine === "sqlite"
    ? `cast(10 * ln(1 + max(0, ${waited}) / 1000.0) as integer)`
    : `floor(10 * ln(1 + greatest(0, ${waited}) / 1000.0::float8))::bigint`;
}

const COLUMNS = "project_id, day, measure, bucket";
const isDay = (row: "new" | "old") => `(${COLUMNS}) = (${COLUMNS.replace(/\w+/g, `${row}.$&`)})`;
const isItem = "project_id = new.project_id and feedback_id = new.feedback_id";

const onSqlite = [
  `create trigger feedback_event_waited after insert on feedback_event for each row
    when new.field = 'status' and new.${APPLIED} begin
    delete from wait_time where ${isItem};
    insert into wait_time ${waitTimesOf("sqlite", isItem)};
  end`,
  `create trigger wait_time_added after insert on wait_time for each row begin
    insert into wait_time_day (${COLUMNS}, items)
      select new.project_id, new.day, new.measure, new.bucket, 0
      where not exists (select 1 from wait_time_day where ${isDay("new")});
    update wait_time_day set items = items + 1 where ${isDay("new")};
  end`,
  `create trigger wait_time_removed after delete on wait_time for each row begin
    update wait_time_day set items = items - 1 where ${isDay("old")};
  end`,
];

/** Counts once per statement, as the feedback index does. */
function countOnPostgres(event: "insert" | "delete", table: "new" | "old", sign: 1 | -1): string[] {
  return [
    `create function wait_time_${event}() returns trigger language plpgsql as $$
    begin
      insert into wait_time_day (${COLUMNS}, items)
        select ${COLUMNS}, ${sign} * count(*) from changed group by ${COLUMNS}
        on conflict (${COLUMNS}) do update set items = wait_time_day.items + excluded.items;
      return null;
    end $$`,
    `create trigger wait_time_${event} after ${event} on wait_time
      referencing ${table} table as changed for each statement execute function wait_time_${event}()`,
  ];
}

const changedItems = `(project_id, feedback_id) in
  (select project_id, feedback_id from added where field = 'status' and ${APPLIED})`;

const onPostgres = [
  `create function feedback_event_waited() returns trigger language plpgsql as $$
  begin
    delete from wait_time where ${changedItems};
    insert into wait_time ${waitTimesOf("postgres", changedItems)};
    return null;
  end $$`,
  `create trigger feedback_event_waited after insert on feedback_event
    referencing new table as added for each statement execute function feedback_event_waited()`,
  ...countOnPostgres("insert", "new", 1),
  ...countOnPostgres("delete", "old", -1),
];

/**
 * How long items waited for their first decision and for being resolved, and a histogram of that per day. Triggers read
 * both from the history, so that a decision that is undone doesn't count.
 */
export const waitTimes = {
  tables: {
    /** How long an item waited. Triggers on the history maintain it. */
    wait_time: table({
      project_id: key,
      feedback_id: key,
      measure: key.of<WaitMeasure>(),
      /** The UTC day of the decision, as in the feedback index. */
      day: bigint,
      /** The wait since the item was first seen: the tenth natural logarithm of seconds and one. */
      bucket: bigint,
    }).key("project_id", "feedback_id", "measure").clustered,
    /** Number of items per day, measure, and bucket of `wait_time`. Triggers maintain it. */
    wait_time_day: table({
      project_id: key,
      day: bigint,
      measure: key.of<WaitMeasure>(),
      bucket: bigint,
      /** Zero when the last item moved elsewhere. */
      items: bigint,
    }).key("project_id", "day", "measure", "bucket").clustered,
  },
  indexes: ["create index wait_time_by_day on wait_time (project_id, measure, day, feedback_id)"],
  triggers: [{ sqlite: onSqlite, postgres: onPostgres }],
} satisfies TableFamily;
