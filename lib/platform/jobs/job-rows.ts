import "server-only";
import { expressionBuilder, type Selectable } from "kysely";
import type { AgentJob } from "../../contract/platform/job.ts";
import { JOB_STATUSES } from "../../contract/platform/vocabulary.ts";
import { stripNul } from "../../database/dialect.ts";
import { Conflict, NotFound } from "../../errors.ts";
import type { PlatformJobMessageTable, PlatformJobTable, StopMode } from "../schema/jobs.ts";
import type { PlatformDatabase, PlatformQuery, PlatformSchema } from "../schema/schema.ts";
import type { JobPage } from "./job-pages.ts";

export type JobRow = Selectable<PlatformJobTable>;

const jobs = expressionBuilder<PlatformSchema, "platform_job">();

/** The condition that a job's change waits for a person. */
export const isHeld = jobs.exists(
  jobs
    .selectFrom("platform_held_change")
    .select("job_id")
    .whereRef("platform_held_change.job_id", "=", "platform_job.id")
    .where("decision", "is", null),
);

/** The condition that a job was created before another one; at the same instant, the order is that of their IDs. */
export function isBefore({ id, created_at: at }: Pick<JobRow, "id" | "created_at">) {
  return jobs.or([
    jobs("created_at", "<", at),
    jobs.and([jobs("created_at", "=", at), jobs("platform_job.id", "<", id)]),
  ]);
}

/** Inserts a job with its first prompt. A runner picks it up from there. */
export async function insertJob(
  { query }: PlatformDatabase,
  job: Pick<JobRow, "id" | "project_id" | "repository" | "ref" | "model">,
  prompt: string,
  now: number,
): Promise<JobRow> {
  const row: JobRow = {
    ...job,
    status: "active",
    pr_link: null,
    created_at: now,
    archived_at: null,
    holder: null,
    held_until: null,
    attempts: 0,
    failure: null,
    stop: null,
    last_request: null,
  };
  await query.transaction().execute(async (trx) => {
    await trx.insertInto("platform_job").values(row).execute();
    const message = { job_id: job.id, prompt: stripNul(prompt), created_at: now, done_at: null };
    await trx.insertInto("platform_job_message").values(message).execute();
  });
  return row;
}

export async function findJob(
  { query }: PlatformDatabase,
  projectId: string,
  id: string,
): Promise<JobRow | null> {
  const found = query.selectFrom("platform_job").selectAll().where("id", "=", id);
  return (await found.where("project_id", "=", projectId).executeTakeFirst()) ?? null;
}

/** Returns the job's messages before `message`, oldest first. */
export async function earlierMessages(
  { query }: PlatformDatabase,
  message: { id: number; job_id: string },
): Promise<Selectable<PlatformJobMessageTable>[]> {
  return query
    .selectFrom("platform_job_message")
    .selectAll()
    .where("job_id", "=", message.job_id)
    .where("id", "<", message.id)
    .orderBy("id")
    .execute();
}

/** Stores the pages that a prompt's first run resolved. */
export async function recordPages(
  { query }: PlatformDatabase,
  messageId: number,
  pages: readonly JobPage[],
): Promise<void> {
  await query
    .updateTable("platform_job_message")
    .set({ pages: stripNul(JSON.stringify(pages)) })
    .where("id", "=", messageId)
    .where("pages", "is", null)
    .execute();
}

/** Records whether the agent of a prompt only reports. */
export async function recordReportOnly(
  { query }: PlatformDatabase,
  messageId: number,
  reportOnly: boolean,
): Promise<void> {
  const update = query.updateTable("platform_job_message").set({ report_only: Number(reportOnly) });
  await update.where("id", "=", messageId).execute();
}

/**
 * Adds a follow-up prompt. A finished job becomes active again; an active one runs it next.
 * @returns null if the job doesn't exist
 * @throws {Conflict} for an archived job, and for one that is being stopped, whose agent would go on
 */
export async function addMessage(
  store: PlatformDatabase,
  projectId: string,
  id: string,
  prompt: string,
  now: number,
): Promise<JobRow | null> {
  const row = await store.query.transaction().execute(async (trx) => {
    const reopened = await trx
      .updateTable("platform_job")
      .set((eb) => ({
        status: "active",
        failure: null,
        stop: null,
        attempts: eb.case().when("status", "=", "active").then(eb.ref("attempts")).else(0).end(),
      }))
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .where("status", "<>", "archived")
      .where((eb) => eb.or([eb("status", "<>", "active"), eb("stop", "is", null)]))
      .returningAll()
      .executeTakeFirst();
    if (!reopened) return null;
    const message = { job_id: id, prompt: stripNul(prompt), created_at: now, done_at: null };
    await trx.insertInto("platform_job_message").values(message).execute();
    return reopened;
  });
  const found = row ?? (await findJob(store, projectId, id));
  if (row || !found) return row;
  throw new Conflict(
    found.status === "archived"
      ? "This job is archived. Create a new job instead."
      : "This job is being stopped. Send the follow-up when it has ended.",
  );
}

/** A request of a person. Carrying it out again, such as after a process died, does nothing. */
export interface PersonRequest {
  id?: string;
}

/** Remembers a request in the transaction that carries it out. @returns false if it was carried out before */
export async function isNewRequest(
  trx: PlatformQuery,
  jobId: string,
  { id: request }: PersonRequest,
): Promise<boolean> {
  if (request === undefined) return true;
  const { numUpdatedRows } = await trx
    .updateTable("platform_job")
    .set({ last_request: request })
    .where("id", "=", jobId)
    .where("last_request", "is distinct from", request)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Stops an active job. One that waits ends at once; the process that runs it notices with the next renewal of its lease.
 * @throws {NotFound} @throws {Conflict} if it has ended
 */
export async function stopJob(
  { query }: PlatformDatabase,
  projectId: string,
  id: string,
  { mode, now, ...request }: PersonRequest & { mode: StopMode; now: number },
): Promise<JobRow> {
  return query.transaction().execute(async (trx) => {
    const isNew = await isNewRequest(trx, id, request);
    const stopped = await trx
      .updateTable("platform_job")
      .set({ stop: mode })
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .where("status", "=", "active")
      .returningAll()
      .executeTakeFirst();
    if (stopped?.holder === null) return endStopped(trx, stopped, now);
    if (stopped) return stopped;
    const found = await trx
      .selectFrom("platform_job")
      .selectAll()
      .where("id", "=", id)
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    if (found && !isNew) return found;
    if (found) throw new Conflict("This job has already ended. Reload the page.");
    throw new NotFound("This job doesn't exist in this project. Check the job ID.");
  });
}

/** Ends a stopped job with all its prompts. What earlier prompts did stays. */
export async function endStopped(
  trx: PlatformQuery,
  { id, pr_link: link }: Pick<JobRow, "id" | "pr_link">,
  now: number,
): Promise<JobRow> {
  await trx
    .updateTable("platform_job_message")
    .set({ done_at: now })
    .where("job_id", "=", id)
    .where("done_at", "is", null)
    .execute();
  await trx.deleteFrom("platform_held_change").where("job_id", "=", id).execute();
  const end = { status: link === null ? "failed" : "completed", failure: STOPPED };
  return trx
    .updateTable("platform_job")
    .set({ ...end, holder: null, held_until: null })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

const STOPPED = "Someone stopped this job. The changes of this run were discarded.";

/** @throws {NotFound} @throws {Conflict} while the job is active */
export async function archiveJob(
  store: PlatformDatabase,
  projectId: string,
  id: string,
  now: number,
): Promise<JobRow> {
  await store.query
    .updateTable("platform_job")
    .set({ status: "archived", archived_at: now })
    .where("id", "=", id)
    .where("project_id", "=", projectId)
    .where("status", "in", ["completed", "failed"])
    .execute();
  const row = await findJob(store, projectId, id);
  if (!row) throw new NotFound("This job doesn't exist in this project. Check the job ID.");
  if (row.status !== "archived") {
    throw new Conflict("This job is still running. Archive it when it has finished.");
  }
  return row;
}

/** Converts a row to the interface's job. Its link is null while it is active ("Agent job"). */
export function toAgentJob(row: JobRow): AgentJob {
  const status = JOB_STATUSES.find((known) => known === row.status) ?? "failed";
  return {
    id: row.id,
    status,
    source: { repository: row.repository, ref: row.ref },
    model: row.model,
    prLink: status === "active" ? null : row.pr_link,
    createdAt: new Date(row.created_at).toISOString(),
    archivedAt: row.archived_at === null ? null : new Date(row.archived_at).toISOString(),
  };
}
