import "server-only";
import { type Kysely, sql } from "kysely";
import type { Room } from "../../database/migrate.ts";
import type { Database } from "../../database/open.ts";
import type { RowsOf } from "../../database/table.ts";
import { decisions } from "./decisions.ts";
import { embeddings } from "./embeddings.ts";
import { feedback } from "./feedback.ts";
import { feedbackIndex } from "./feedback-index.ts";
import { upgradeToFirstRelease } from "./first-release.ts";
import { groups } from "./groups.ts";
import { jobs } from "./jobs.ts";
import { noise } from "./noise.ts";
import { pageDays } from "./page-days.ts";
import { people } from "./people.ts";
import { addPraise } from "./praise-column.ts";
import { projectChanges } from "./project-changes.ts";
import { settings } from "./settings.ts";
import { fixStatistics } from "./statistics.ts";
import { sync } from "./sync.ts";
import { createTextIndex } from "./text-index.ts";
import { waitTimes } from "./wait-times.ts";

// Conventions: timestamps are epoch milliseconds, booleans are 0 or 1, JSON is text. Every row has its
// project's ID, so that queries never return another project's rows.

/** Every table of the store. */
export interface StoreSchema
  extends RowsOf<typeof feedback>,
    RowsOf<typeof feedbackIndex>,
    RowsOf<typeof pageDays>,
    RowsOf<typeof decisions>,
    RowsOf<typeof noise>,
    RowsOf<typeof waitTimes>,
    RowsOf<typeof groups>,
    RowsOf<typeof embeddings>,
    RowsOf<typeof sync>,
    RowsOf<typeof jobs>,
    RowsOf<typeof people>,
    RowsOf<typeof settings>,
    RowsOf<typeof projectChanges> {}

export type StoreDatabase = Database<StoreSchema>;
/** The store's tables, in a transaction or not. */
export type StoreQuery = Kysely<StoreSchema>;

/** The store's tables. */
export const storeRoom: Room = {
  name: "store",
  families: [
    ...[feedback, feedbackIndex, pageDays, decisions, noise, waitTimes, groups, embeddings],
    ...[sync, jobs, people, settings, projectChanges],
  ],
  finish: (db, engine) => (engine === "sqlite" ? fixStatistics(db) : createTextIndex(db)),
  beforeFirstRelease: { last: "0049_reworded", adopt: upgradeToFirstRelease },
  migrations: {
    "0002_snooze": async (db, engine) => {
      const [key, bigint] =
        engine === "sqlite" ? ["text", "integer"] : ['text collate "C"', "bigint"];
      await sql
        .raw(
          `create table feedback_snooze (project_id ${key} not null, feedback_id ${key} not null, until text,
            ends_at ${bigint}, over_at ${bigint}, over_until text, set_at ${bigint} not null, set_by_name text,
            set_by_id ${key}, change_id ${key} not null,
            constraint feedback_snooze_key primary key (project_id, feedback_id))`,
        )
        .execute(db);
    },
    "0003_job_batch": async (db, engine) => {
      const key = engine === "sqlite" ? "text" : 'text collate "C"';
      await sql.raw(`alter table job add column batch_id ${key}`).execute(db);
      await sql.raw("create index job_by_batch on job (project_id, batch_id)").execute(db);
    },
    // Groups are found anew by what comments quote, which counts since then.
    "0004_groups_by_quotes": async (db) => {
      const quoted = ["`", '"', "“", "„", "«", "「", "『"].map(
        (mark) => `comment like '%${mark}%'`,
      );
      await sql
        .raw(
          `insert into feedback_group_queue (project_id, feedback_id)
            select project_id, id from feedback where (${quoted.join(" or ")})
              and not exists (select 1 from feedback_group_queue as q
                where q.project_id = feedback.project_id and q.feedback_id = feedback.id)`,
        )
        .execute(db);
    },
    "0005_review": async (db, engine) => {
      const [key, bigint] =
        engine === "sqlite" ? ["text", "integer"] : ['text collate "C"', "bigint"];
      const statements = [
        "alter table job add column title text",
        `create table job_verdict (project_id ${key} not null, job_id ${key} not null, feedback_id ${key} not null,
          verdict text not null, set_at ${bigint} not null, by_name text not null,
          constraint job_verdict_key primary key (project_id, job_id, feedback_id))`,
        `create table reviewed_file (project_id ${key} not null, job_id ${key} not null, person_id ${key} not null,
          version ${key} not null, reviewed_at ${bigint} not null,
          constraint reviewed_file_key primary key (project_id, job_id, person_id, version))`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
    "0006_praise": addPraise,
    "0007_pull_nudge": async (db) => {
      await sql.raw("alter table job add column pr_nudge text").execute(db);
    },
    "0008_pull_checks": async (db) => {
      await sql.raw("alter table job add column pr_checks_failed integer").execute(db);
    },
    "0009_review_comment": async (db, engine) => {
      const [key, bigint] =
        engine === "sqlite" ? ["text", "integer"] : ['text collate "C"', "bigint"];
      await sql
        .raw(
          `create table review_comment (project_id ${key} not null, id ${key} not null, job_id ${key} not null,
            person_id ${key} not null, kind text not null, path text not null, line integer not null,
            last_line integer not null, quote text not null, text text, created_at ${bigint} not null, message_id ${key},
            constraint review_comment_key primary key (project_id, id))`,
        )
        .execute(db);
    },
    "0010_host_checks": async (db) => {
      await sql.raw("alter table job add column pr_checks text").execute(db);
    },
    "0011_person_commit": async (db) => {
      for (const column of ["parent_id", "by_name"]) {
        await sql.raw(`alter table review_comment add column ${column} text`).execute(db);
      }
    },
    "0012_draft": async (db, engine) => {
      const [key, bigint] =
        engine === "sqlite" ? ["text", "integer"] : ['text collate "C"', "bigint"];
      await sql
        .raw(
          `create table draft (project_id ${key} not null, person_id ${key} not null, id ${key} not null,
            revision ${key} not null, items integer not null, saved_at ${bigint} not null, selection text not null,
            content text not null, constraint draft_key primary key (project_id, person_id, id))`,
        )
        .execute(db);
    },
    "0013_requested": async (db) => {
      await sql.raw("alter table job add column requested text").execute(db);
    },
    "0014_host_comment": async (db, engine) => {
      const [key, bigint] =
        engine === "sqlite" ? ["text", "integer"] : ['text collate "C"', "bigint"];
      const statements = [
        "alter table job add column pr_review text",
        "alter table review_comment add column origin text",
        `create table host_comment (project_id ${key} not null, job_id ${key} not null, id ${key} not null,
          author text not null, is_bot integer not null, text text not null, at ${bigint}, link text, path text not null,
          line integer not null, last_line integer not null, is_removed integer not null, quote text not null,
          state text not null, constraint host_comment_key primary key (project_id, job_id, id))`,
      ];
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
    // Changes of reviews are announced since then.
    "0015_live_reviews": async () => {},
  },
};
