import "server-only";
import { type Kysely, sql } from "kysely";

/** Renamed states. Until now, one column held them and the platform's own words. */
const STATES = [
  ["intent", "queued"],
  ["waiting", "scheduled"],
  ["unknown", "unconfirmed"],
  ["refused", "rejected"],
  ["cancelled", "canceled"],
] as const;
const EVENT_KINDS = [
  ["waiting", "scheduled"],
  ["refused", "rejected"],
  ["unknown", "unconfirmed"],
  ["gone", "deleted"],
  ["resolution", "outcome"],
] as const;
const OUTCOMES = [
  ["again", "retry"],
  ["set_aside", "handled"],
] as const;

/** Migration 0008: our state and the platform's status of a job are two columns. */
export async function separateJobStates(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column platform_status text`.execute(db);
  await sql`update job set platform_status = state, state = 'sent'
    where platform_job_id is not null`.execute(db);
  for (const [before, after] of STATES) {
    await sql`update job set state = ${sql.lit(after)}
      where state = ${sql.lit(before)} and platform_job_id is null`.execute(db);
    await sql`update job_message set state = ${sql.lit(after)}
      where state = ${sql.lit(before)}`.execute(db);
    await replaceInDetails(db, "message", "state", before, after);
  }
  for (const [before, after] of OUTCOMES) {
    await sql`update job set resolution = ${sql.lit(after)}
      where resolution = ${sql.lit(before)}`.execute(db);
    await replaceInDetails(db, "resolution", "outcome", before, after);
  }
  for (const [before, after] of EVENT_KINDS) {
    await sql`update job_event set kind = ${sql.lit(after)}
      where kind = ${sql.lit(before)}`.execute(db);
  }
  await sql`alter table job rename column resolution to outcome`.execute(db);
  await sql`alter table job rename column resolved_at to outcome_at`.execute(db);
  await sql`alter table job rename column not_before to scheduled_for`.execute(db);
  await sql`alter table job_message rename column not_before to scheduled_for`.execute(db);
}

/** Replaces a value in the details of events, which are JSON without blanks. */
async function replaceInDetails(
  db: Kysely<unknown>,
  kind: string,
  key: string,
  before: string,
  after: string,
): Promise<void> {
  const [from, to] = [before, after].map((value) => sql.lit(`"${key}":"${value}"`));
  await sql`update job_event set detail = replace(detail, ${from}, ${to})
    where kind = ${sql.lit(kind)}`.execute(db);
}
