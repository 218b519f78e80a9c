import "server-only";
import { anyDiffers, type TableFamily } from "../../database/schema.ts";
import { integer, table, text } from "../../database/table.ts";

/** The tables whose changes are announced, and which columns of a change count; all of them without a list. */
const WATCHED = [
  {
    topic: "feedback",
    table: "feedback",
    columns: [
      ...["team_status", "platform_status", "raw", "contact", "deleted_at", "reasons", "noise"],
    ],
  },
  { topic: "feedback", table: "feedback_event", columns: [] },
  { topic: "feedback", table: "feedback_note", columns: null },
  { topic: "feedback", table: "saved_view", columns: null },
  {
    topic: "jobs",
    table: "job",
    columns: [
      ...["state", "platform_status", "problem", "pr_link", "link_text", "pr_state", "outcome"],
      ...[
        "pr_nudge",
        "pr_checks_failed",
        "pr_checks",
        "pr_review",
        "scheduled_for",
        "settled_at",
        "missing_since",
        "deleted_at",
        "archived_at",
      ],
    ],
  },
  { topic: "jobs", table: "job_event", columns: [] },
  { topic: "jobs", table: "job_message", columns: ["state", "problem"] },
  { topic: "jobs", table: "reader_message", columns: null },
  { topic: "jobs", table: "job_verdict", columns: null },
  { topic: "jobs", table: "review_comment", columns: null },
  { topic: "jobs", table: "reviewed_file", columns: null },
] as const;

const EVENTS = ["insert", "update", "delete"] as const;

/** The events that are announced, with their condition. */
function announcedOf({ columns }: (typeof WATCHED)[number]) {
  return EVENTS.filter((event) => event !== "update" || columns === null || columns.length > 0).map(
    (event) => ({ event, when: event === "update" && columns ? anyDiffers(columns) : null }),
  );
}

/** Not "insert or ignore", which an outer statement overrides. */
function countOnSqlite(watched: (typeof WATCHED)[number]): string[] {
  const { topic, table } = watched;
  return announcedOf(watched).map(({ event, when }) => {
    const project = event === "delete" ? "old.project_id" : "new.project_id";
    return `create trigger ${table}_announced_${event} after ${event} on ${table} for each row
      ${when === null ? "" : `when ${when}`} begin
      insert into project_change (project_id, feedback, jobs) select ${project}, 0, 0
        where not exists (select 1 from project_change where project_id = ${project});
      update project_change set ${topic} = ${topic} + 1 where project_id = ${project};
    end`;
  });
}

/** A counter would make transactions wait for each other. PostgreSQL sends equal notifications once. */
function notifyOnPostgres(watched: (typeof WATCHED)[number]): string[] {
  const { topic, table } = watched;
  return announcedOf(watched).map(
    ({ event, when }) => `create trigger ${table}_announced_${event} after ${event} on ${table}
      for each row ${when === null ? "" : `when (${when})`} execute function project_changed('${topic}')`,
  );
}

/** Announces changes of feedback and jobs to every server process, committed with the change. */
export const projectChanges = {
  tables: {
    /**
     * Counts a project's changes, so that processes notice each other's. Triggers maintain it. Only on SQLite:
     * PostgreSQL notifies.
     */
    project_change: table({
      project_id: text.primary,
      feedback: integer,
      jobs: integer,
    }).only("sqlite").clustered,
  },
  triggers: [
    {
      sqlite: WATCHED.flatMap(countOnSqlite),
      postgres: [
        `create function project_changed() returns trigger language plpgsql as $$
        begin
          perform pg_notify('errata_change',
            tg_argv[0] || ':' || case when tg_op = 'DELETE' then old.project_id else new.project_id end);
          return null;
        end $$`,
        ...WATCHED.flatMap(notifyOnPostgres),
      ],
    },
  ],
} satisfies TableFamily;
