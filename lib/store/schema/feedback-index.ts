import "server-only";
import { anyDiffers, type TableFamily } from "../../database/schema.ts";
import { bigint, integer, key, type RowOf, rowid, table, text } from "../../database/table.ts";
import { dayOf } from "./days.ts";

/** On SQLite the keys of a facet group start at `id << 32`, so that a range of keys is a group. */
const SHIFT = 32;
const FACETS = "source, status, helpful, has_comment, noise, bare_vote, praise";

/** The values of `FACETS` for a row of `feedback`. */
const facetsOf = (row: string) =>
  `${row}.source, ${row}.team_status, coalesce(${row}.helpful, -1),
    case when coalesce(trim(${row}.comment), '') = '' then 0 else 1 end,
    case when ${row}.noise is null then 0 else 1 end,
    case when ${row}.helpful is null or coalesce(trim(${row}.comment), '') <> ''
      or coalesce(trim(${row}.code), '') <> '' or ${row}.reasons is not null then 0 else 1 end,
    ${row}.praise`;

/** The condition that a row of `feedback` belongs to the facet group `g`. */
const isFacetGroup = (row: string) =>
  `g.project_id = ${row}.project_id and (${FACETS.replace(/\w+/g, "g.$&")}) = (${facetsOf(row)})`;

/** The columns of `feedback` that the index depends on. */
const indexDiffers = anyDiffers([
  ...["source", "team_status", "helpful", "comment", "sort_at", "page", "search_text"],
  ...["project_id", "id", "noise", "code", "reasons", "praise"],
]);

/** The newest item of a page and facet group, from an index. */
const newest = (of: string) =>
  `select max(i.sort_at) from feedback_index as i where i.project_id = ${of}.project_id
    and i.page = ${of}.page and i.facet_group_id = ${of}.facet_group_id`;

const isItem = (row: string) => `project_id = ${row}.project_id and id = ${row}.id`;
const keyOf = (row: string) => `(select key from feedback_index where ${isItem(row)})`;
const count = (row: string, change: "+ 1" | "- 1") =>
  `update facet_group set entries = entries ${change}
    where id = (select facet_group_id from feedback_index where ${isItem(row)});`;

/** Adds an item to the index on SQLite. Not "insert or ignore", which an outer statement overrides. */
const add = `
  insert into facet_group (project_id, ${FACETS}) select new.project_id, ${facetsOf("new")}
    where not exists (select 1 from facet_group as g where ${isFacetGroup("new")});
  insert into feedback_index (key, project_id, id, facet_group_id, sort_at, day, page)
    select 1 + coalesce((select max(i.key) from feedback_index as i
        where i.key between g.id << ${SHIFT} and ((g.id + 1) << ${SHIFT}) - 1), g.id << ${SHIFT}),
      new.project_id, new.id, g.id, new.sort_at, ${dayOf("new.")}, new.page
    from facet_group as g where ${isFacetGroup("new")};
  ${count("new", "+ 1")}
  insert into feedback_index_waiting (key) select ${keyOf("new")};`;

const remove = `
  ${count("old", "- 1")}
  insert into feedback_index_gone (key) select ${keyOf("old")}
    where not exists (select 1 from feedback_index_gone where key = ${keyOf("old")});
  delete from feedback_index_waiting where key = ${keyOf("old")};
  delete from feedback_index where ${isItem("old")};`;

const isDay = (row: string) =>
  `project_id = ${row}.project_id and day = ${row}.day and facet_group_id = ${row}.facet_group_id`;
const isPage = (row: string) =>
  `project_id = ${row}.project_id and page = ${row}.page and facet_group_id = ${row}.facet_group_id`;

/** Rows of the feedback index are inserted and deleted but never updated, so that two triggers count them. */
const onSqlite = [
  `create trigger feedback_added after insert on feedback for each row begin ${add} end`,
  `create trigger feedback_removed after delete on feedback for each row begin ${remove} end`,
  `create trigger feedback_changed after update on feedback for each row
    when ${indexDiffers} begin ${remove} ${add} end`,
  `create trigger feedback_index_added after insert on feedback_index for each row begin
    insert into feedback_day (project_id, day, facet_group_id, entries)
      select new.project_id, new.day, new.facet_group_id, 0
      where not exists (select 1 from feedback_day where ${isDay("new")});
    update feedback_day set entries = entries + 1 where ${isDay("new")};
    insert into feedback_page (project_id, page, facet_group_id, entries, last_at)
      select new.project_id, new.page, new.facet_group_id, 0, new.sort_at
      where not exists (select 1 from feedback_page where ${isPage("new")});
    update feedback_page set entries = entries + 1,
      last_at = case when entries = 0 then new.sort_at else max(last_at, new.sort_at) end
      where ${isPage("new")};
  end`,
  `create trigger feedback_index_removed after delete on feedback_index for each row begin
    update feedback_day set entries = entries - 1 where ${isDay("old")};
    update feedback_page set entries = entries - 1, last_at = coalesce((${newest("old")}), last_at)
      where ${isPage("old")};
  end`,
];

/** The items that a statement on `feedback` removed (-1) and added (1), by facet group. */
const rowsOf = (table: "gone" | "added", n: -1 | 1) =>
  `select f.project_id, g.id as facet_group_id, f.page, f.sort_at, ${n} as n
    from ${table} as f join facet_group as g on ${isFacetGroup("f")}`;

/**
 * Counts once per statement: a row that is updated once for every item of a transaction leaves a version of itself each
 * time, and every later read has to skip those.
 */
function countOnPostgres(event: string, tables: string, rows: string): string[] {
  // Rows that are the same before and after cancel out.
  const changes = `(select project_id, facet_group_id, page, sort_at, ${dayOf("")} as day, sum(n) as n
    from (${rows}) as rows group by project_id, facet_group_id, page, sort_at having sum(n) <> 0) as changes`;
  return [
    `create function feedback_counted_${event}() returns trigger language plpgsql as $$
    begin
      -- Holds the facet groups, always in the same order, until the end of the transaction: no one else can
      -- change a day or a page of theirs meanwhile, and the newest entry of each is certain.
      update facet_group set entries = facet_group.entries + counted.n
        from (select g.id, sums.n from facet_group as g
          join (select facet_group_id, sum(n) as n from ${changes} group by facet_group_id) as sums
            on sums.facet_group_id = g.id
          order by g.id for update of g) as counted
        where facet_group.id = counted.id;
      if not found then return null; end if;
      insert into feedback_day (project_id, day, facet_group_id, entries)
        select project_id, day, facet_group_id, sum(n) from ${changes}
        group by project_id, day, facet_group_id
        on conflict (project_id, day, facet_group_id)
          do update set entries = feedback_day.entries + excluded.entries;
      insert into feedback_page (project_id, page, facet_group_id, entries, last_at)
        select project_id, page, facet_group_id, sum(n), coalesce((${newest("changes")}), 0)
        from ${changes} group by project_id, page, facet_group_id
        on conflict (project_id, page, facet_group_id) do update
          set entries = feedback_page.entries + excluded.entries, last_at = excluded.last_at;
      return null;
    end $$`,
    `create trigger feedback_counted_${event} after ${event} on feedback referencing ${tables}
      for each statement execute function feedback_counted_${event}()`,
  ];
}

const onPostgres = [
  `create function feedback_index_follow() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' then delete from feedback_index where ${isItem("old")}; end if;
    if tg_op <> 'DELETE' then
      if not exists (select 1 from facet_group as g where ${isFacetGroup("new")}) then
        insert into facet_group (project_id, ${FACETS})
          select new.project_id, ${facetsOf("new")} on conflict do nothing;
      end if;
      insert into feedback_index (project_id, id, facet_group_id, sort_at, day, page, search_text)
        select new.project_id, new.id, g.id, new.sort_at, ${dayOf("new.")}, new.page, new.search_text
        from facet_group as g where ${isFacetGroup("new")};
    end if;
    return null;
  end $$`,
  `create trigger feedback_added_or_removed after insert or delete on feedback
    for each row execute function feedback_index_follow()`,
  `create trigger feedback_changed after update on feedback
    for each row when (${indexDiffers}) execute function feedback_index_follow()`,
  ...countOnPostgres("insert", "new table as added", rowsOf("added", 1)),
  ...countOnPostgres("delete", "old table as gone", rowsOf("gone", -1)),
  ...countOnPostgres(
    "update",
    "old table as gone new table as added",
    `${rowsOf("gone", -1)} union all ${rowsOf("added", 1)}`,
  ),
];

/** FTS5's indexes of trigrams and of shorter parts, without the text. */
const textIndexes = ["trigram", "gram"].flatMap((kind) => {
  const table = `feedback_index_${kind}`;
  const tokenizer =
    kind === "trigram"
      ? "tokenize = 'trigram case_sensitive 1'"
      : "tokenize = 'ascii', detail = none";
  return [
    `create virtual table ${table} using fts5(text, ${tokenizer}, content = '', contentless_delete = 1)`,
    // By default FTS5 merges segments during a write. Errata merges a little at a time instead.
    `insert into ${table} (${table}, rank) values ('automerge', 0), ('deletemerge', 0), ('crisismerge', 32)`,
  ];
});

/**
 * Facet groups, the index that items are filtered, ordered, and searched by, and their counts. Triggers maintain all of it
 * in the transaction that changes `feedback`.
 */
export const feedbackIndex = {
  tables: {
    /** Facet groups: one row for each combination of facet values that occurs. */
    facet_group: table({
      id: rowid,
      project_id: key,
      source: text,
      status: text,
      /** 1, 0, or -1 for items without a rating. */
      helpful: integer,
      /** Whether the comment has any text. */
      has_comment: integer,
      /** Whether the items are noise. */
      noise: integer,
      /** Whether the items have a rating and nothing else. */
      bare_vote: integer,
      /** Whether the items say nothing but that the documentation is good. */
      praise: integer,
      /** Number of items. Triggers on `feedback` update it in the same transaction. */
      entries: bigint.default(0),
    }).constraint(
      "facet_group_of unique (project_id, source, status, helpful, has_comment, noise, bare_vote, praise)",
    ),
    /**
     * The feedback index: what items are filtered, ordered and searched by, small enough to count a
     * million. Triggers on `feedback` maintain it and queue the text index's changes; no code writes it.
     */
    feedback_index: table({
      /** On SQLite starts at `kind << 32`, so that a range of keys is a facet group. Changes with the item. */
      key: rowid,
      project_id: key,
      id: key,
      facet_group_id: bigint,
      sort_at: bigint,
      /** The UTC day of `sort_at`, counted from 1970-01-01. */
      day: bigint,
      page: key,
    }).constraint({
      sqlite: "feedback_index_of unique (project_id, id)",
      postgres: "feedback_index_of unique (project_id, id) include (facet_group_id)",
    }),
    /** Number of items per day and facet group. Triggers maintain it with the feedback index. */
    feedback_day: table({
      project_id: key,
      /** As in the feedback index. */
      day: bigint,
      facet_group_id: bigint,
      /** Zero when the last item moved elsewhere. */
      entries: bigint,
    }).key("project_id", "day", "facet_group_id").clustered,
    /** Number of items per page and facet group. Triggers maintain it with the feedback index. */
    feedback_page: table({
      project_id: key,
      page: key,
      facet_group_id: bigint,
      /** Zero when the last item moved elsewhere. */
      entries: bigint,
      /** `sort_at` of the newest item; undefined when there are none. */
      last_at: bigint,
    }).key("project_id", "page", "facet_group_id").clustered,
    /** Rows that the text index doesn't have yet, and rows that it still has. */
    feedback_index_waiting: table({ key: integer.primary }).only("sqlite"),
    feedback_index_gone: table({ key: integer.primary }).only("sqlite"),
  },
  indexes: [
    "create index feedback_index_by_date on feedback_index (project_id, sort_at, id, facet_group_id, page)",
    "create index feedback_index_by_facet_group on feedback_index (project_id, facet_group_id, sort_at)",
    "create index feedback_index_by_day on feedback_index (project_id, day, facet_group_id, sort_at)",
    "create index feedback_index_by_page on feedback_index (project_id, page, facet_group_id, sort_at)",
  ],
  sqlite: textIndexes,
  postgres: [
    "alter table feedback_index add column search_text text not null",
    // Counts use index-only scans while the visibility map is fresh, so inserts must trigger vacuums too.
    `alter table feedback_index set (autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_vacuum_scale_factor = 0.02)`,
  ],
  triggers: [{ sqlite: onSqlite, postgres: onPostgres }],
} satisfies TableFamily;

export type FacetGroupTable = RowOf<(typeof feedbackIndex)["tables"]["facet_group"]>;
export type FeedbackIndexTable = RowOf<(typeof feedbackIndex)["tables"]["feedback_index"]>;
