import "server-only";
import { type Kysely, sql } from "kysely";
import type { Engine } from "../../database/open.ts";
import { bigint, binaryText } from "./column-types.ts";
import { dayOf, raw } from "./search-triggers.ts";

const KEY = "project_id, page, day";

/** What is counted, in terms of a row with `source`, `status`, and `helpful`. */
const counts = (row: string, status: string) => ({
  total: "1",
  up: oneIf(`${row}helpful = 1`),
  down: oneIf(`${row}helpful = 0`),
  negative: oneIf(`${row}helpful = 0 or ${row}source in ('code_snippet', 'agent')`),
  open: oneIf(`${row}${status} in ('pending', 'in_progress')`),
});

const COLUMNS = Object.keys(counts("", ""));

const countsOf = (row: string) => counts(row, "team_status");

function oneIf(condition: string): string {
  return `case when ${condition} then 1 else 0 end`;
}

/**
 * Migration 0042: `feedback_page_day`, what items of a page there are per day, so that pages of a range of days and
 * their trends are read from a few rows per page. Triggers maintain it.
 */
export async function addPageDays(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await createTable(db, engine);
  const sums = Object.values(counts("k.", "status")).map((count) => `sum(${count})`);
  await raw(
    db,
    `insert into feedback_page_day (${KEY}, ${COLUMNS.join(", ")})
    select f.project_id, f.page, f.day, ${sums.join(", ")}
    from feedback_fact f join feedback_kind k on k.kind = f.kind group by f.project_id, f.page, f.day`,
  );
  if (engine === "sqlite") await followOnSqlite(db);
  else await followOnPostgres(db);
}

async function createTable(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const key = binaryText(engine);
  const whole = bigint(engine);
  let table = db.schema
    .createTable("feedback_page_day")
    .addColumn("project_id", sql`${key}`, (column) => column.notNull())
    .addColumn("page", sql`${key}`, (column) => column.notNull())
    .addColumn("day", sql`${whole}`, (column) => column.notNull());
  for (const name of COLUMNS) {
    table = table.addColumn(name, sql`${whole}`, (column) => column.notNull());
  }
  await table
    .addPrimaryKeyConstraint("feedback_page_day_key", ["project_id", "page", "day"])
    .modifyEnd(engine === "sqlite" ? sql`without rowid` : sql``)
    .execute();
}

async function followOnSqlite(db: Kysely<unknown>): Promise<void> {
  const change = (row: string, sign: "+" | "-") => {
    const sets = Object.entries(countsOf(row)).map(
      ([name, count]) => `${name} = ${name} ${sign} ${count}`,
    );
    return `update feedback_page_day set ${sets.join(", ")} where ${isDayOf(row)};`;
  };
  const add = `
    insert into feedback_page_day (${KEY}, ${COLUMNS.join(", ")})
      select new.project_id, new.page, ${dayOf("new.")}, ${COLUMNS.map(() => "0").join(", ")}
      where not exists (select 1 from feedback_page_day where ${isDayOf("new.")});
    ${change("new.", "+")}`;
  const remove = change("old.", "-");
  const differs = ["project_id", "page", "sort_at", "source", "helpful", "team_status"]
    .map((column) => `old.${column} is not new.${column}`)
    .join(" or ");
  const trigger = (name: string, event: string, body: string) =>
    raw(db, `create trigger feedback_page_day_${name} ${event} begin ${body} end`);
  await trigger("added", "after insert on feedback for each row", add);
  await trigger("removed", "after delete on feedback for each row", remove);
  await trigger(
    "changed",
    `after update on feedback for each row when ${differs}`,
    `${remove} ${add}`,
  );
}

function isDayOf(row: string): string {
  return `project_id = ${row}project_id and page = ${row}page and day = ${dayOf(row)}`;
}

/** Counts once per statement, as in `counts.ts`. */
async function followOnPostgres(db: Kysely<unknown>): Promise<void> {
  const rows = (table: "gone" | "added", sign: "" | "-") => {
    const values = Object.entries(countsOf("")).map(
      ([name, count]) => `${sign}(${count}) as ${name}`,
    );
    return `select project_id, page, ${dayOf("")} as day, ${values.join(", ")} from ${table}`;
  };
  const [gone, added] = ["old table as gone", "new table as added"];
  for (const { event, tables, changed } of [
    { event: "insert", tables: added, changed: rows("added", "") },
    { event: "delete", tables: gone, changed: rows("gone", "-") },
    {
      event: "update",
      tables: `${gone} ${added}`,
      changed: `${rows("gone", "-")} union all ${rows("added", "")}`,
    },
  ]) {
    const sums = COLUMNS.map((name) => `sum(${name})`);
    const isChanged = sums.map((sum) => `${sum} <> 0`).join(" or ");
    const sets = COLUMNS.map((name) => `${name} = feedback_page_day.${name} + excluded.${name}`);
    await raw(
      db,
      `create function feedback_page_day_${event}() returns trigger language plpgsql as $$
      begin
        insert into feedback_page_day (${KEY}, ${COLUMNS.join(", ")})
          select ${KEY}, ${sums.join(", ")} from (${changed}) changed
          group by ${KEY} having ${isChanged} order by ${KEY}
          on conflict (${KEY}) do update set ${sets.join(", ")};
        return null;
      end $$`,
    );
    await raw(
      db,
      `create trigger feedback_page_day_${event} after ${event} on feedback
      referencing ${tables} for each statement execute function feedback_page_day_${event}()`,
    );
  }
}
