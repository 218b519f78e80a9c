import "server-only";
import { type Kysely, sql } from "kysely";
import { queueRemoval, queueText } from "./text-index.ts";

/** On SQLite the keys of a facet group start at `kind << 32`, so that a range of keys is a group. */
export const SHIFT = 32;

const DAY = 86_400_000;

/** What makes a facet group, as of a migration. */
export interface Kind {
  /** Columns of `feedback_kind`. */
  columns: string;
  /** Their values for an item in terms of its row. */
  of: (row: string) => string;
  /** Columns of `feedback` that the index depends on. */
  differs: readonly string[];
}

/** The UTC day of a timestamp as a number. Both engines round integer division toward zero. */
export const dayOf = (row: string) =>
  `(${row}sort_at - ((${row}sort_at % ${DAY}) + ${DAY}) % ${DAY}) / ${DAY}`;

/** @param status the column of `feedback` with the status that counts; `team_status` since 0007 */
export const firstKind = (status: string): Kind => ({
  columns: "source, status, helpful, has_comment",
  of: (row) =>
    `${row}source, ${row}${status}, coalesce(${row}helpful, -1), ` +
    `case when coalesce(trim(${row}comment), '') = '' then 0 else 1 end`,
  differs: [
    "source",
    status,
    "helpful",
    "comment",
    "sort_at",
    "page",
    "search_text",
    "project_id",
    "id",
  ],
});

/** The condition that feedback row `row` belongs to the facet group `k`. */
export const isKind = (row: string, { columns, of }: Kind) =>
  `k.project_id = ${row}project_id and (${columns.replace(/\b\w+\b/g, "k.$&")}) = (${of(row)})`;

/** Changes the count of the row's facet group. The row must be in the feedback index. */
const counted = (row: string, change: "+ 1" | "- 1") =>
  `update feedback_kind set entries = entries ${change} where kind =
    (select kind from feedback_fact where project_id = ${row}.project_id and id = ${row}.id)`;

/** Creates triggers that maintain the feedback index and queue changes of the text index. */
export async function triggersOfSqlite(db: Kysely<unknown>, kind: Kind): Promise<void> {
  const keyOf = (row: string) =>
    `(select key from feedback_fact where project_id = ${row}.project_id and id = ${row}.id)`;
  // Not "insert or ignore": the outer statement overrides conflict clauses in triggers.
  const add = `
    insert into feedback_kind (project_id, ${kind.columns})
      select new.project_id, ${kind.of("new.")}
      where not exists (select 1 from feedback_kind k where ${isKind("new.", kind)});
    insert into feedback_fact (key, project_id, id, kind, sort_at, day, page)
      select 1 + coalesce((select max(f.key) from feedback_fact f
          where f.key between k.kind << ${SHIFT} and ((k.kind + 1) << ${SHIFT}) - 1), k.kind << ${SHIFT}),
        new.project_id, new.id, k.kind, new.sort_at, ${dayOf("new.")}, new.page
      from feedback_kind k where ${isKind("new.", kind)};
    ${counted("new", "+ 1")};
    ${queueText("feedback_fact", keyOf("new"))}`;
  const remove = `
    ${counted("old", "- 1")};
    ${queueRemoval("feedback_fact", keyOf("old"))}
    delete from feedback_fact where project_id = old.project_id and id = old.id;`;
  const differs = kind.differs.map((column) => `old.${column} is not new.${column}`).join(" or ");
  const on = "on feedback for each row";
  await raw(db, `create trigger feedback_added after insert ${on} begin ${add} end`);
  await raw(db, `create trigger feedback_removed after delete ${on} begin ${remove} end`);
  await raw(
    db,
    `create trigger feedback_changed after update ${on} when ${differs} begin ${remove} ${add} end`,
  );
}

export async function triggersOfPostgres(db: Kysely<unknown>, kind: Kind): Promise<void> {
  const differs = kind.differs.map((column) => `old.${column} is distinct from new.${column}`);
  await raw(
    db,
    `create function feedback_fact_follow() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        ${counted("old", "- 1")};
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
        ${counted("new", "+ 1")};
      end if;
      return null;
    end $$`,
  );
  const follow = "execute function feedback_fact_follow()";
  await raw(
    db,
    `create trigger feedback_added_or_removed after insert or delete on feedback
    for each row ${follow}`,
  );
  await raw(
    db,
    `create trigger feedback_changed after update on feedback
    for each row when (${differs.join(" or ")}) ${follow}`,
  );
}

export async function raw(db: Kysely<unknown>, statement: string): Promise<void> {
  await sql.raw(statement).execute(db);
}
