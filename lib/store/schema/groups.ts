import "server-only";
import { anyDiffers, type TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, serial, table, text } from "../../database/table.ts";

/** The sizes that the filter offers. */
const SIZES = [2, 5, 10, 25];
const sizes = SIZES.map((size) => `select ${size} as minimum`).join(" union all ");

/** The condition that an item has more than a rating. */
const hasText = "coalesce(trim(new.comment), '') <> '' or coalesce(trim(new.code), '') <> ''";

/** Not "insert or ignore", which an outer statement overrides. */
const queued = (row: "new" | "old", when: string) =>
  `insert into feedback_group_queue (project_id, feedback_id) select ${row}.project_id, ${row}.id
    where ${when} and not exists (select 1 from feedback_group_queue
      where project_id = ${row}.project_id and feedback_id = ${row}.id);`;

const itemDeleted = `
  delete from feedback_group_member where project_id = old.project_id and feedback_id = old.id;
  delete from feedback_not_similar where project_id = old.project_id and feedback_id = old.id;
  ${queued("old", "exists (select 1 from feedback_representative where project_id = old.project_id and feedback_id = old.id)")}`;

/** The change of a group's size when an item joins it. */
const joined = `
  insert into feedback_group_size (project_id, group_id, items) select new.project_id, new.group_id, 0
    where new.group_id is not null and not exists (select 1 from feedback_group_size
      where project_id = new.project_id and group_id = new.group_id);
  update feedback_group_size set items = items + 1
    where project_id = new.project_id and group_id = new.group_id;`;

/** The changes to a group when an item leaves it. Another member may have to represent it now. */
const left = `
  update feedback_group_size set items = items - 1
    where project_id = old.project_id and group_id = old.group_id;
  delete from feedback_group_size
    where project_id = old.project_id and group_id = old.group_id and items < 1;
  insert into feedback_group_queue (project_id, feedback_id)
    select m.project_id, m.feedback_id from (
      select project_id, feedback_id from feedback_group_member
      where project_id = old.project_id and group_id = old.group_id limit 1
    ) as m
    where not exists (select 1 from feedback_group_queue as q
      where q.project_id = m.project_id and q.feedback_id = m.feedback_id);`;

const countMember = (row: "old" | "new", change: "+ 1" | "- 1") =>
  `update feedback_large_group set items = items ${change}
    where project_id = ${row}.project_id and facet_group_id = ${row}.facet_group_id
      and minimum <= (select items from feedback_group_size
        where project_id = ${row}.project_id and group_id = ${row}.group_id);`;

/**
 * The changes to the counts when a member is added or removed, or its facet group changes. Comes before the change
 * of its group's size, which adds or removes all current members.
 */
const counted = countMember("new", "+ 1");
const uncounted = countMember("old", "- 1");

/** Adds all members of a group to the counts, or removes them. */
const countAll = (size: "old" | "new", sign: "+" | "-") =>
  `update feedback_large_group set items = feedback_large_group.items ${sign} m.items
    from (select facet_group_id, count(*) as items from feedback_group_member
      where project_id = new.project_id and group_id = new.group_id group by facet_group_id) as m
    where feedback_large_group.project_id = new.project_id
      and feedback_large_group.facet_group_id = m.facet_group_id
      and feedback_large_group.minimum = ${size}.items;`;

const reaches = (size: "old" | "new") => `${size}.items in (${SIZES.join(", ")})`;

/** Changes of members and sizes are in one trigger each, as several would run in any order. */
const onSqlite = [
  `create trigger feedback_large_group_grew after update of items on feedback_group_size for each row
    when new.items = old.items + 1 and ${reaches("new")} begin ${countAll("new", "+")} end`,
  `create trigger feedback_large_group_shrank after update of items on feedback_group_size for each row
    when new.items = old.items - 1 and ${reaches("old")} begin ${countAll("old", "-")} end`,
  `create trigger feedback_group_joined after insert on feedback_group_member for each row
    begin ${counted} ${joined} end`,
  `create trigger feedback_group_left after delete on feedback_group_member for each row
    begin ${uncounted} ${left} end`,
  `create trigger feedback_group_moved after update on feedback_group_member for each row
    when old.group_id is not new.group_id begin ${uncounted} ${counted} ${left} ${joined} end`,
  `create trigger feedback_group_facet_changed after update on feedback_group_member for each row
    when old.group_id is new.group_id and old.facet_group_id <> new.facet_group_id
    begin ${uncounted} ${counted} end`,
  `create trigger feedback_group_member_added after insert on feedback_group_member for each row begin
    update feedback_group_member set facet_group_id = i.facet_group_id, page = i.page
      from feedback_index as i where i.project_id = new.project_id and i.id = new.feedback_id
        and feedback_group_member.project_id = new.project_id
        and feedback_group_member.feedback_id = new.feedback_id;
  end`,
  // Rows of the feedback index are inserted and deleted but never updated.
  `create trigger feedback_group_member_changed after insert on feedback_index for each row begin
    update feedback_group_member
      set facet_group_id = new.facet_group_id, page = new.page, sort_at = new.sort_at
      where project_id = new.project_id and feedback_id = new.id;
  end`,
];

/** @param changed a query of the rows that come (1) and go (-1) */
const deltas = (changed: string) =>
  `select project_id, group_id, facet_group_id, sum(items) as items from (${changed}) as changed
    where group_id is not null group by project_id, group_id, facet_group_id having sum(items) <> 0`;

/** @param changed as above */
const countLargeGroups = (changed: string) => `
  with delta as materialized (${deltas(changed)}),
  resized as materialized (
    select project_id, group_id, before, before + sum(items) as after
    from (select delta.*, coalesce((select s.items from feedback_group_size as s
      where s.project_id = delta.project_id and s.group_id = delta.group_id), 0) as before from delta
    ) as delta
    group by project_id, group_id, before
  ), change as (
    select project_id, facet_group_id, minimum, items from resized join delta using (project_id, group_id)
      join (${sizes}) as sizes on after >= minimum
    union all
    select project_id, facet_group_id, minimum, case when after >= minimum then items else -items end
      from resized join (${sizes}) as sizes on (before >= minimum) <> (after >= minimum)
      -- Not a join, for which the whole table would be read while it seems to be small.
      cross join lateral (select facet_group_id, items from feedback_group_facet as g
        where g.project_id = resized.project_id and g.group_id = resized.group_id offset 0) as g
  )
  update feedback_large_group as l set items = l.items + sums.items
    from (select project_id, facet_group_id, minimum, sum(items) as items from change
      group by project_id, facet_group_id, minimum having sum(items) <> 0) as sums
    where l.project_id = sums.project_id and l.facet_group_id = sums.facet_group_id
      and l.minimum = sums.minimum;
  insert into feedback_group_facet as g (project_id, group_id, facet_group_id, items) ${deltas(changed)}
    order by project_id, group_id, facet_group_id
    on conflict (project_id, group_id, facet_group_id) do update set items = g.items + excluded.items;`;

/** @param changed as above */
const countSizes = (changed: string) => `
  insert into feedback_group_size as s (project_id, group_id, items)
    select project_id, group_id, sum(items) from (${changed}) as changed
    where group_id is not null group by project_id, group_id having sum(items) <> 0
    order by project_id, group_id
    on conflict (project_id, group_id) do update set items = s.items + excluded.items;`;

/** Does the same as `left`, for each group that lost an item. @param losers a query of those groups */
const changeLosers = (losers: string) => `
  delete from feedback_group_size as s using (${losers}) as loser
    where s.project_id = loser.project_id and s.group_id = loser.group_id and s.items < 1;
  delete from feedback_group_facet as g using (${losers}) as loser
    where g.project_id = loser.project_id and g.group_id = loser.group_id and g.items < 1;
  insert into feedback_group_queue (project_id, feedback_id)
    select m.project_id, m.feedback_id from (${losers}) as loser cross join lateral (
      select project_id, feedback_id from feedback_group_member
      where project_id = loser.project_id and group_id = loser.group_id limit 1
    ) as m
    on conflict do nothing;`;

/**
 * Counts once per statement, from what groups had before it: after it, the rows of all its changes are there. An insert
 * that updates instead runs the triggers of both.
 */
function countOnPostgres(event: string, tables: string, when: string, run: string): string[] {
  const name = `feedback_group_counted_${event}`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$
      begin if ${when} then ${run} end if; return null; end $$`,
    `create trigger ${name} after ${event} on feedback_group_member referencing ${tables}
      for each statement execute function ${name}()`,
  ];
}

const rowsOf = (table: "gone" | "added", items: -1 | 1) =>
  `select project_id, group_id, facet_group_id, ${items} as items from ${table}`;
const same = `select 1 from added where added.project_id = gone.project_id
  and added.feedback_id = gone.feedback_id and added.group_id is not distinct from gone.group_id`;
const losers = "select distinct project_id, group_id from gone";
const countChanges = (changed: string) => `${countLargeGroups(changed)} ${countSizes(changed)}`;

const onPostgres = [
  ...countOnPostgres("insert", "new table as added", "true", countChanges(rowsOf("added", 1))),
  ...countOnPostgres(
    "delete",
    "old table as gone",
    "exists (select 1 from gone)",
    countChanges(rowsOf("gone", -1)) + changeLosers(losers),
  ),
  ...countOnPostgres(
    "update",
    "old table as gone new table as added",
    `exists (select 1 from gone where not exists (${same} and added.facet_group_id = gone.facet_group_id))`,
    countChanges(`${rowsOf("gone", -1)} union all ${rowsOf("added", 1)}`) +
      changeLosers(`${losers} where not exists (${same})`),
  ),
  `create function feedback_group_member_added() returns trigger language plpgsql as $$
  declare item record;
  begin
    select i.facet_group_id, i.page into item from feedback_index as i
      where i.project_id = new.project_id and i.id = new.feedback_id;
    if found then
      new.facet_group_id := item.facet_group_id;
      new.page := item.page;
    end if;
    return new;
  end $$`,
  `create trigger feedback_group_member_added before insert on feedback_group_member
    for each row execute function feedback_group_member_added()`,
  `create function feedback_group_member_changed() returns trigger language plpgsql as $$
  begin
    update feedback_group_member as m
      set facet_group_id = i.facet_group_id, page = i.page, sort_at = i.sort_at
      from feedback_index as i
      where m.project_id = new.project_id and m.feedback_id = new.id
        and i.project_id = new.project_id and i.id = new.id
        and (m.facet_group_id, m.page, m.sort_at) is distinct from (i.facet_group_id, i.page, i.sort_at);
    return null;
  end $$`,
  // By its name after feedback_changed, which changes the feedback index.
  `create trigger feedback_group_member_changed after update on feedback
    for each row execute function feedback_group_member_changed()`,
];

/**
 * Groups of near-duplicates. Triggers queue items whose text is new, changed, or deleted, and count what groups have; what
 * reads the queue finds their groups.
 */
export const groups = {
  tables: {
    /** An item that is in a group of near-duplicates, or that a person took out of one. */
    feedback_group_member: table({
      project_id: key,
      feedback_id: key,
      /** Null for an item that stays on its own. */
      group_id: key.orNull,
      /** 1 if a person put it there, so that a changed text changes nothing. */
      by_person: integer.default(0),
      /** 1 if everything else in the group was resolved when the item arrived. */
      is_recurrence: integer.default(0),
      /** As in `feedback`. */
      sort_at: bigint,
      /** ID of the person's decision, for undo; null for one by Errata. */
      change_id: key.orNull,
      /** Facet group and page of the item. Triggers maintain them. */
      facet_group_id: bigint.default(0),
      page: key.default(""),
    }).key("project_id", "feedback_id"),
    /** Number of items per group. Triggers maintain it. */
    feedback_group_size: table({
      project_id: key,
      group_id: key,
      items: integer,
    }).key("project_id", "group_id"),
    /** Number of items per facet group in groups of many. Triggers maintain it. */
    feedback_large_group: table({
      project_id: key,
      facet_group_id: bigint,
      /** How many items the groups have at least: one of the sizes of the filter. */
      minimum: integer,
      items: bigint,
    }).key("project_id", "facet_group_id", "minimum").clustered,
    /** An item that others are compared with: one on its own, or the representative of a group. */
    feedback_representative: table({
      number: serial,
      project_id: key,
      feedback_id: key,
      /** JSON list of its buckets. */
      buckets: text,
    }),
    /** The representatives in a bucket. Near-duplicates have buckets in common. */
    feedback_bucket: table({
      bucket: bigint,
      /** Number of a representative. */
      representative: bigint,
    }).key("bucket", "representative").clustered,
    /** Two items that a person said aren't similar. They aren't suggested for each other. */
    feedback_not_similar: table({
      project_id: key,
      feedback_id: key,
      other_id: key,
      /** As in `feedback_group_member`. */
      change_id: key,
    }).key("project_id", "feedback_id", "other_id"),
    /** Items whose groups have to be found. Triggers add them, and `indexSomeGroups` removes them. */
    feedback_group_queue: table({
      project_id: key,
      feedback_id: key,
    }).key("project_id", "feedback_id"),
    /** Number of items per group and facet group, by which PostgreSQL counts large groups. Triggers maintain it. */
    feedback_group_facet: table({
      project_id: key,
      group_id: key,
      facet_group_id: bigint,
      items: bigint,
    })
      .constraint("feedback_group_facet_pkey primary key (project_id, group_id, facet_group_id)")
      .only("postgres"),
  },
  indexes: [
    "create index feedback_group_member_by_change on feedback_group_member (project_id, change_id) where change_id is not null",
    "create index feedback_group_member_by_group on feedback_group_member (project_id, group_id, sort_at, feedback_id, facet_group_id, page, is_recurrence)",
    "create unique index feedback_representative_by_item on feedback_representative (project_id, feedback_id)",
  ],
  triggers: [
    {
      name: "feedback_group_item_added",
      after: "insert on feedback",
      when: hasText,
      run: queued("new", "1 = 1"),
    },
    {
      name: "feedback_group_item_changed",
      after: "update on feedback",
      // Columns by which near-duplicates are found and members are ordered.
      when: anyDiffers(["page", "comment", "code", "helpful", "sort_at"]),
      run: queued("new", "1 = 1"),
    },
    { name: "feedback_group_item_deleted", after: "delete on feedback", run: itemDeleted },
    {
      name: "feedback_large_group_facet_added",
      after: "insert on facet_group",
      run: `insert into feedback_large_group (project_id, facet_group_id, minimum, items)
        select new.project_id, new.id, minimum, 0 from (${sizes}) as sizes;`,
    },
    { sqlite: onSqlite, postgres: onPostgres },
  ],
} satisfies TableFamily;

export type GroupMemberTable = RowOf<(typeof groups)["tables"]["feedback_group_member"]>;
export type NotSimilarTable = RowOf<(typeof groups)["tables"]["feedback_not_similar"]>;
