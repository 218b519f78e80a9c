import "server-only";
import type { Insertable, Selectable } from "kysely";
import { stripNul } from "../../database/dialect.ts";
import type { JobMessageTable } from "../schema/jobs.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { type NewJobEvent, recordEvents } from "./events.ts";
import { intentKeyTaken } from "./intent.ts";
import { markCommentsSent } from "./review-comments.ts";
import type { JobChange } from "./write.ts";

export type MessageRow = Selectable<JobMessageTable>;

export type MessageChange = Partial<
  Pick<MessageRow, "state" | "sent_at" | "scheduled_for" | "problem" | "next_at">
>;

/** A message as it was read; a change is skipped if it changed since. */
export type ExpectedMessage = Pick<
  MessageRow,
  "id" | "project_id" | "job_id" | "state" | "next_at"
>;

/**
 * Inserts a queued follow-up, or returns the row that has its `intent_key`.
 * @param comments the pending comments that it sends, and whose they are
 * @throws {Conflict} if one of them isn't pending; nothing is inserted then
 */
export function insertMessage(
  db: StoreQuery,
  message: Insertable<JobMessageTable>,
  comments?: { ids: readonly string[]; personId: string },
): Promise<MessageRow> {
  return db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto("job_message")
      .values(message)
      .onConflict((conflict) => conflict.columns(["project_id", "intent_key"]).doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) return rowOfIntent(trx, message);
    if (comments) await markCommentsSent(trx, row, comments);
    await recordEvents(trx, jobOf(row), row.created_at, [eventOf(row.id, row.state, row.by_name)]);
    return row;
  });
}

/**
 * Changes a message, and its job with it, if the message is still as expected.
 * @param job the change of the job, which was sent already
 * @param by name of the person who changes it
 * @returns whether it was changed
 */
export function changeMessage(
  db: StoreQuery,
  expected: ExpectedMessage,
  change: MessageChange,
  at: number,
  job?: { change: JobChange; events: readonly NewJobEvent[] },
  by?: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("job_message")
      .set({ ...change, ...(change.problem ? { problem: stripNul(change.problem) } : {}) })
      .where("id", "=", expected.id)
      .where("state", "=", expected.state)
      .where("next_at", "is not distinct from", expected.next_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const moved = change.state !== undefined && change.state !== expected.state;
    const own = moved ? [eventOf(expected.id, change.state ?? expected.state, by)] : [];
    if (job) {
      await trx.updateTable("job").set(job.change).where("id", "=", expected.job_id).execute();
    }
    await recordEvents(trx, jobOf(expected), at, [...own, ...(job?.events ?? [])]);
    return true;
  });
}

/** Returns the follow-ups of a job, oldest first. */
export function messagesOfJob(
  db: StoreQuery,
  projectId: string,
  jobId: string,
): Promise<MessageRow[]> {
  return db
    .selectFrom("job_message")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("job_id", "=", jobId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** Returns follow-ups of all projects that are due at `now`, longest due first. */
export function dueMessages(db: StoreQuery, now: number, limit: number): Promise<MessageRow[]> {
  return db
    .selectFrom("job_message")
    .selectAll()
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

async function rowOfIntent(
  db: StoreQuery,
  message: Pick<MessageRow, "project_id" | "intent_key" | "job_id" | "prompt">,
): Promise<MessageRow> {
  const row = await db
    .selectFrom("job_message")
    .selectAll()
    .where("project_id", "=", message.project_id)
    .where("intent_key", "=", message.intent_key)
    .executeTakeFirst();
  if (row?.job_id !== message.job_id || row.prompt !== message.prompt) throw intentKeyTaken();
  return row;
}

function jobOf({ job_id: id, project_id }: { job_id: string; project_id: string }) {
  return { id, project_id };
}

function eventOf(message: string, state: string, by: string | null = null): NewJobEvent {
  return { kind: "message", detail: { message, state, ...(by === null ? {} : { by }) } };
}
