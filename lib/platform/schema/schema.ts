import "server-only";
import { type Kysely, sql } from "kysely";
import type { Room } from "../../database/migrate.ts";
import type { Database } from "../../database/open.ts";
import type { RowsOf } from "../../database/table.ts";
import { entries } from "./entries.ts";
import { imports } from "./imports.ts";
import { jobs } from "./jobs.ts";
import { keys } from "./keys.ts";
import { pulls } from "./pulls.ts";
import { submissions } from "./submissions.ts";

// Tables of the built-in platform. The dashboard never reads them. Their prefix `platform_` keeps
// them apart from the dashboard's tables in a shared PostgreSQL database.

export interface PlatformSchema
  extends RowsOf<typeof entries>,
    RowsOf<typeof keys>,
    RowsOf<typeof submissions>,
    RowsOf<typeof imports>,
    RowsOf<typeof jobs>,
    RowsOf<typeof pulls> {}

export type PlatformDatabase = Database<PlatformSchema>;
/** The platform's tables, in a transaction or not. */
export type PlatformQuery = Kysely<PlatformSchema>;

/** The built-in platform's tables. */
export const platformRoom: Room = {
  name: "platform",
  families: [entries, keys, submissions, imports, jobs, pulls],
  // The first release changed nothing.
  beforeFirstRelease: { last: "0011_repository_home", adopt: async () => undefined },
  migrations: {
    "0002_stop_and_progress": async (db, engine) => {
      const bigint = engine === "sqlite" ? "integer" : "bigint";
      const statements = [
        "alter table platform_job add column stop text",
        "alter table platform_job_message add column usage text",
        "alter table platform_output add column progress text",
        `alter table platform_output add column saved_at ${bigint}`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
    "0003_held_changes": async (db, engine) => {
      const bigint = engine === "sqlite" ? "integer" : "bigint";
      const key = engine === "sqlite" ? "text" : 'text collate "C"';
      const statement = `create table platform_held_change (
        job_id ${key} primary key,
        message_id ${bigint} not null,
        branch text not null,
        start_commit text not null,
        tree text not null,
        trimmed_tree text,
        pack text not null,
        summary text not null,
        is_draft integer not null,
        held text not null,
        decision text,
        created_at ${bigint} not null
      )`;
      await sql.raw(statement).execute(db);
    },
    "0004_new_problems": async (db) => {
      await sql.raw("alter table platform_job_message add column problems text").execute(db);
    },
    "0005_command_checks": async (db) => {
      for (const column of ["checks text", "from_checks integer"]) {
        await sql.raw(`alter table platform_job_message add column ${column}`).execute(db);
      }
    },
    "0006_report_only": async (db) => {
      await sql.raw("alter table platform_job_message add column report_only integer").execute(db);
    },
    "0007_last_request": async (db) => {
      await sql.raw("alter table platform_job add column last_request text").execute(db);
    },
    "0008_worked_ms": async (db, engine) => {
      const bigint = engine === "sqlite" ? "integer" : "bigint";
      await sql.raw(`alter table platform_job_message add column worked_ms ${bigint}`).execute(db);
    },
  },
};
