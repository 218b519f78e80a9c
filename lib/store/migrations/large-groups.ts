import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { joined, left } from "./groups.ts";
import { raw } from "./search-triggers.ts";

/** The sizes that the filter offers. */
const SIZES = [2, 5, 10, 25];
const sizes = SIZES.map((size) => `select ${size} as minimum`).join(" union all ");

const changeCounts = (row: "old" | "new", change: "+ 1" | "- 1") =>
  `update feedback_large_group set items = items ${change}
    where project_id = ${row}.project_id and kind = ${row}.kind
      and minimum <= (select items from feedback_group_size
        where project_id = ${row}.project_id and group_id = ${row}.group_id);`;

/**
 * What happens to the counts when a member comes or goes, or its facet group changes. Comes before the change of its
 * group's size, which adds or removes all of the group's members that are there.
 */
const counted = changeCounts("new", "+ 1");
const uncounted = changeCounts("old", "- 1");

/** Adds all members of a group to the counts, or removes them. */
const changeAll = (size: "old" | "new", sign: "+" | "-") =>
  `update feedback_large_group set items = feedback_large_group.items ${sign} m.items
    from (select kind, count(*) as items from feedback_group_member
      where project_id = new.project_id and group_id = new.group_id group by kind) as m
    where feedback_large_group.project_id = new.project_id and feedback_large_group.kind = m.kind
      and feedback_large_group.minimum = ${size}.items;`;

const passes = (size: "old" | "new") => `${size}.items in (${SIZES.join(", ")})`;
const grew = `new.items = old.items + 1 and ${passes("new")}`;
const shrank = `new.items = old.items - 1 and ${passes("old")}`;

const rowsOf = (project: string, kind: string) =>
  `insert into feedback_large_group (project_id, kind, minimum, items)
    select ${project}, ${kind}, minimum, 0 from (${sizes}) as sizes`;

/**
 * Migration 0044: `feedback_large_group`, what large groups have per facet group, so that they are counted without
 * reading every member. Triggers maintain it.
 */
export async function addLargeGroups(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const whole = bigint(engine);
  await db.schema
    .createTable("feedback_large_group")
    .addColumn("project_id", sql`${binaryText(engine)}`, (column) => column.notNull())
    .addColumn("kind", sql`${whole}`, (column) => column.notNull())
    .addColumn("minimum", "integer", (column) => column.notNull())
    .addColumn("items", sql`${whole}`, (column) => column.notNull())
    .addPrimaryKeyConstraint("feedback_large_group_key", ["project_id", "kind", "minimum"])
    .modifyEnd(engine === "sqlite" ? sql`without rowid` : sql``)
    .execute();
  await raw(
    db,
    `insert into feedback_large_group (project_id, kind, minimum, items)
    select k.project_id, k.kind, sizes.minimum, coalesce(found.items, 0)
    from feedback_kind as k cross join (${sizes}) as sizes
    left join (
      select m.project_id, m.kind, sizes.minimum, count(*) as items
      from feedback_group_size as s join (${sizes}) as sizes on s.items >= sizes.minimum
      join feedback_group_member as m on m.project_id = s.project_id and m.group_id = s.group_id
      group by m.project_id, m.kind, sizes.minimum
    ) as found on found.project_id = k.project_id and found.kind = k.kind
      and found.minimum = sizes.minimum`,
  );
  if (engine === "sqlite") await followOnSqlite(db);
  else await followOnPostgres(db);
}

async function followOnSqlite(db: Kysely<unknown>): Promise<void> {
  const trigger = (name: string, event: string, body: string) =>
    raw(db, `create trigger ${name} ${event} begin ${body} end`);
  await trigger(
    "feedback_large_group_kind_added",
    "after insert on feedback_kind for each row",
    `${rowsOf("new.project_id", "new.kind")};`,
  );
  const onSizes = "after update of items on feedback_group_size for each row";
  await trigger("feedback_large_group_grew", `${onSizes} when ${grew}`, changeAll("new", "+"));
  await trigger("feedback_large_group_shrank", `${onSizes} when ${shrank}`, changeAll("old", "-"));
  // In one trigger each, as several would run in any order.
  for (const name of ["joined", "left", "moved"]) {
    await raw(db, `drop trigger feedback_group_${name}`);
  }
  const onMembers = "on feedback_group_member for each row";
  await trigger("feedback_group_joined", `after insert ${onMembers}`, `${counted} ${joined}`);
  await trigger("feedback_group_left", `after delete ${onMembers}`, `${uncounted} ${left}`);
  await trigger(
    "feedback_group_moved",
    `after update ${onMembers} when old.group_id is not new.group_id`,
    `${uncounted} ${counted} ${left} ${joined}`,
  );
  await trigger(
    "feedback_group_kind_changed",
    `after update ${onMembers} when old.group_id is new.group_id and old.kind <> new.kind`,
    `${uncounted} ${counted}`,
  );
}

/**
 * Counts once per statement, from what groups had before it: after it, the rows of all its changes are there. An insert
 * that updates instead runs the triggers of both.
 */
async function followOnPostgres(db: Kysely<unknown>): Promise<void> {
  await raw(
    db,
    `create table feedback_group_kind (project_id text collate "C" not null, group_id text collate "C" not null,
      kind bigint not null, items bigint not null, primary key (project_id, group_id, kind))`,
  );
  await raw(
    db,
    `insert into feedback_group_kind select project_id, group_id, kind, count(*)
      from feedback_group_member where group_id is not null group by project_id, group_id, kind`,
  );
  const define = (name: string, body: string) =>
    raw(
      db,
      `create function ${name}() returns trigger language plpgsql as $$
      begin ${body} return null; end $$`,
    );
  await define("feedback_large_group_kind_added", `${rowsOf("new.project_id", "new.kind")};`);
  await raw(
    db,
    `create trigger feedback_large_group_kind_added after insert on feedback_kind
    for each row execute function feedback_large_group_kind_added()`,
  );
  await raw(db, "drop trigger feedback_group_joined_or_left on feedback_group_member");
  await raw(db, "drop trigger feedback_group_moved on feedback_group_member");
  await raw(db, "drop function feedback_group_counted");
  const gone = "select project_id, group_id, kind, -1 as items from gone";
  const added = "select project_id, group_id, kind, 1 as items from added";
  const same = `select 1 from added where added.project_id = gone.project_id
    and added.feedback_id = gone.feedback_id and added.group_id is not distinct from gone.group_id`;
  for (const { event, tables, changed, losers, isChanged } of [
    {
      event: "insert",
      tables: "new table as added",
      changed: added,
      losers: null,
      isChanged: "true",
    },
    {
      event: "delete",
      tables: "old table as gone",
      changed: gone,
      losers: "select distinct project_id, group_id from gone",
      isChanged: "exists (select 1 from gone)",
    },
    {
      event: "update",
      tables: "old table as gone new table as added",
      changed: `${gone} union all ${added}`,
      losers: `select distinct project_id, group_id from gone where not exists (${same})`,
      isChanged: `exists (select 1 from gone where not exists (${same} and added.kind = gone.kind))`,
    },
  ]) {
    await define(
      `feedback_group_counted_${event}`,
      `if ${isChanged} then
        ${countLargeGroups(changed)}
        ${countSizes(changed)}
        ${losers === null ? "" : changeLosers(losers)}
      end if;`,
    );
    await raw(
      db,
      `create trigger feedback_group_counted_${event} after ${event} on feedback_group_member
      referencing ${tables} for each statement execute function feedback_group_counted_${event}()`,
    );
  }
}

/** @param changed a query of the rows that come (1) and go (-1) */
const countLargeGroups = (changed: string) => `
  with delta as materialized (${deltas(changed)}),
  resized as materialized (
    select project_id, group_id, before, before + sum(items) as after
    from (select delta.*, coalesce((select s.items from feedback_group_size as s
      where s.project_id = delta.project_id and s.group_id = delta.group_id), 0) as before from delta
    ) as delta
    group by project_id, group_id, before
  ), change as (
    select project_id, kind, minimum, items from resized join delta using (project_id, group_id)
      join (${sizes}) as sizes on after >= minimum
    union all
    select project_id, kind, minimum, case when after >= minimum then items else -items end
      from resized join (${sizes}) as sizes on (before >= minimum) <> (after >= minimum)
      -- Not a join, for which the whole table would be read while it seems to be small.
      cross join lateral (select kind, items from feedback_group_kind as k
        where k.project_id = resized.project_id and k.group_id = resized.group_id offset 0) as k
  )
  update feedback_large_group as l set items = l.items + sums.items
    from (select project_id, kind, minimum, sum(items) as items from change
      group by project_id, kind, minimum having sum(items) <> 0) as sums
    where l.project_id = sums.project_id and l.kind = sums.kind and l.minimum = sums.minimum;
  insert into feedback_group_kind as k (project_id, group_id, kind, items) ${deltas(changed)}
    order by project_id, group_id, kind
    on conflict (project_id, group_id, kind) do update set items = k.items + excluded.items;`;

const deltas = (changed: string) =>
  `select project_id, group_id, kind, sum(items) as items from (${changed}) as changed
    where group_id is not null group by project_id, group_id, kind having sum(items) <> 0`;

/** @param changed as above */
const countSizes = (changed: string) => `
  insert into feedback_group_size as s (project_id, group_id, items)
    select project_id, group_id, sum(items) from (${changed}) as changed
    where group_id is not null group by project_id, group_id having sum(items) <> 0
    order by project_id, group_id
    on conflict (project_id, group_id) do update set items = s.items + excluded.items;`;

/** As `left` does for each group that lost an item. @param losers a query of those groups */
const changeLosers = (losers: string) => `
  delete from feedback_group_size as s using (${losers}) as loser
    where s.project_id = loser.project_id and s.group_id = loser.group_id and s.items < 1;
  delete from feedback_group_kind as k using (${losers}) as loser
    where k.project_id = loser.project_id and k.group_id = loser.group_id and k.items < 1;
  insert into feedback_group_queue (project_id, feedback_id)
    select m.project_id, m.feedback_id from (${losers}) as loser cross join lateral (
      select project_id, feedback_id from feedback_group_member
      where project_id = loser.project_id and group_id = loser.group_id limit 1
    ) as m
    on conflict do nothing;`;
