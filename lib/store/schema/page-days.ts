import "server-only";
import { anyDiffers, type TableFamily } from "../../database/schema.ts";
import { bigint, key, table, text } from "../../database/table.ts";
import { dayOf } from "./days.ts";

/** The counted values, in terms of a row of `feedback`. */
const COUNTS = {
  total: () => "1",
  up: (row: string) => oneIf(`${row}helpful = 1`),
  down: (row: string) => oneIf(`${row}helpful = 0`),
  negative: (row: string) =>
    oneIf(`${row}helpful = 0 or ${row}source in ('code_snippet', 'agent')`),
  open: (row: string) => oneIf(`${row}team_status in ('pending', 'in_progress')`),
};
const COLUMNS = Object.keys(COUNTS);
const KEY = "project_id, page, day";

function oneIf(condition: string): string {
  return `case when ${condition} then 1 else 0 end`;
}

const isDayOf = (row: string) =>
  `project_id = ${row}project_id and page = ${row}page and day = ${dayOf(row)}`;

const change = (row: string, sign: "+" | "-") => {
  const sets = Object.entries(COUNTS).map(([name, of]) => `${name} = ${name} ${sign} ${of(row)}`);
  return `update feedback_page_day set ${sets.join(", ")} where ${isDayOf(row)};`;
};

const add = `
  insert into feedback_page_day (${KEY}, ${COLUMNS.join(", ")})
    select new.project_id, new.page, ${dayOf("new.")}, ${COLUMNS.map(() => "0").join(", ")}
    where not exists (select 1 from feedback_page_day where ${isDayOf("new.")});
  ${change("new.", "+")}`;
const remove = change("old.", "-");

const rowsOf = (table: "gone" | "added", sign: "" | "-") => {
  const values = Object.entries(COUNTS).map(([name, of]) => `${sign}(${of("")}) as ${name}`);
  return `select project_id, page, ${dayOf("")} as day, ${values.join(", ")} from ${table}`;
};

/** Counts once per statement, as the feedback index does. */
function countOnPostgres(event: string, tables: string, rows: string): string[] {
  const sums = COLUMNS.map((name) => `sum(${name})`);
  const sets = COLUMNS.map((name) => `${name} = feedback_page_day.${name} + excluded.${name}`);
  return [
    `create function feedback_page_day_${event}() returns trigger language plpgsql as $$
    begin
      insert into feedback_page_day (${KEY}, ${COLUMNS.join(", ")})
        select ${KEY}, ${sums.join(", ")} from (${rows}) as rows
        group by ${KEY} having ${sums.map((sum) => `${sum} <> 0`).join(" or ")} order by ${KEY}
        on conflict (${KEY}) do update set ${sets.join(", ")};
      return null;
    end $$`,
    `create trigger feedback_page_day_${event} after ${event} on feedback referencing ${tables}
      for each statement execute function feedback_page_day_${event}()`,
  ];
}

/** Counts per page and day, so that a range of days and trends are read from a few rows. Triggers maintain them. */
export const pageDays = {
  tables: {
    /** The counts of a page per day. Triggers maintain them. */
    feedback_page_day: table({
      project_id: key,
      page: key,
      /** As in the feedback index. */
      day: bigint,
      /** Number of items. Zero, as the others, when the last item moved elsewhere. */
      total: bigint,
      /** Votes, by whether the page was helpful. */
      up: bigint,
      down: bigint,
      /** Complaints: votes against the page, and what is about its code or from agents. */
      negative: bigint,
      /** Items that are pending or in progress. */
      open: bigint,
    }).key("project_id", "page", "day").clustered,
    /** The progress of moving a project's items to the pages that its current rules name. */
    page_recount: table({
      project_id: key.primary,
      /** As `pageRulesKey` returns it. */
      rules: text,
      /** The last ID that was counted; null once all were. */
      after_id: key.orNull,
    }),
  },
  triggers: [
    {
      sqlite: [
        `create trigger feedback_page_day_added after insert on feedback for each row begin ${add} end`,
        `create trigger feedback_page_day_removed after delete on feedback for each row begin ${remove} end`,
        `create trigger feedback_page_day_changed after update on feedback for each row
          when ${anyDiffers(["project_id", "page", "sort_at", "source", "helpful", "team_status"])}
          begin ${remove} ${add} end`,
      ],
      postgres: [
        ...countOnPostgres("insert", "new table as added", rowsOf("added", "")),
        ...countOnPostgres("delete", "old table as gone", rowsOf("gone", "-")),
        ...countOnPostgres(
          "update",
          "old table as gone new table as added",
          `${rowsOf("gone", "-")} union all ${rowsOf("added", "")}`,
        ),
      ],
    },
  ],
} satisfies TableFamily;
