import "server-only";
import { type Kysely, sql } from "kysely";
import { queueRemoval, queueText } from "./text-index.ts";

/** On SQLite the keys of a facet group start at `kind << 32`, so that a range of keys is a group. */
export const SHIFT = 32;

const DAY = 86_400_000;

/**
 * The facet group of an item in terms of its row, as the columns of `feedback_kind`.
 * @param status the column of `feedback` with the status that counts; `team_status` since 0007
 */
export const kindOf = (row: string, status = "status") =>
  `${row}source, ${row}${status}, coalesce(${row}helpful, -1), ` +
  `case when coalesce(trim(${row}comment), '') = '' then 0 else 1 end`;

/** The UTC day of a timestamp as a number. Both engines round integer division toward zero. */
export const dayOf = (row: string) =>
  `(${row}sort_at - ((${row}sort_at % ${DAY}) + ${DAY}) % ${DAY}) / ${DAY}`;

/** The condition that feedback row `row` belongs to the facet group `k`. */
export const isKind = (row: string, status?: string) =>
  `k.project_id = ${row}project_id and (k.source, k.status, k.helpful, k.has_comment) = (${kindOf(row, status)})`;

const DIFFERS = [
  "source",
  "status",
  "helpful",
  "comment",
  "sort_at",
  "page",
  "search_text",
  "project_id",
  "id",
];

/** Changes the count of the row's facet group. The row must be in the feedback index. */
const counted = (row: string, change: "+ 1" | "- 1") =>
  `update feedback_kind set entries = entries ${change} where kind =
    (select kind from feedback_fact where project_id = ${row}.project_id and id = ${row}.id)`;

/** Creates triggers that maintain the feedback index and queue changes of the text index. */
export async function triggersOfSqlite(db: Kysely<unknown>): Promise<void> {
  const keyOf = (row: string) =>
    `(select key from feedback_fact where project_id = ${row}.project_id and id = ${row}.id)`;
  // Not "insert or ignore": the outer statement overrides conflict clauses in triggers.
  const add = `
    insert into feedback_kind (project_id, source, status, helpful, has_comment)
      select new.project_id, ${kindOf("new.")}
      where not exists (select 1 from feedback_kind k where ${isKind("new.")});
    insert into feedback_fact (key, project_id, id, kind, sort_at, day, page)
      select 1 + coalesce((select max(f.key) from feedback_fact f
          where f.key between k.kind << ${SHIFT} and ((k.kind + 1) << ${SHIFT}) - 1), k.kind << ${SHIFT}),
        new.project_id, new.id, k.kind, new.sort_at, ${dayOf("new.")}, new.page
      from feedback_kind k where ${isKind("new.")};
    ${counted("new", "+ 1")};
    ${queueText("feedback_fact", keyOf("new"))}`;
  const remove = `
    ${counted("old", "- 1")};
    ${queueRemoval("feedback_fact", keyOf("old"))}
    delete from feedback_fact where project_id = old.project_id and id = old.id;`;
  const differs = DIFFERS.map((column) => `old.${column} is not new.${column}`).join(" or ");
  const on = "on feedback for each row";
  await raw(db, `create trigger feedback_added after insert ${on} begin ${add} end`);
  await raw(db, `create trigger feedback_removed after delete ${on} begin ${remove} end`);
  await raw(
    db,
    `create trigger feedback_changed after update ${on} when ${differs} begin ${remove} ${add} end`,
  );
}

export async function triggersOfPostgres(db: Kysely<unknown>): Promise<void> {
  const differs = DIFFERS.map((column) => `old.${column} is distinct from new.${column}`);
  await raw(
    db,
    `create function feedback_fact_follow() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        ${counted("old", "- 1")};
        delete from feedback_fact where project_id = old.project_id and id = old.id;
      end if;
      if tg_op <> 'DELETE' then
        if not exists (select 1 from feedback_kind k where ${isKind("new.")}) then
          insert into feedback_kind (project_id, source, status, helpful, has_comment)
            select new.project_id, ${kindOf("new.")} on conflict do nothing;
        end if;
        insert into feedback_fact (project_id, id, kind, sort_at, day, page, search_text)
          select new.project_id, new.id, k.kind, new.sort_at, ${dayOf("new.")}, new.page,
            new.search_text
          from feedback_kind k where ${isKind("new.")};
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
