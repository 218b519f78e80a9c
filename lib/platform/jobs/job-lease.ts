import "server-only";
import type { Selectable } from "kysely";
import type { Database } from "../../database/open.ts";
import type { PlatformJobMessageTable, PlatformSchema } from "../schema.ts";
import type { JobRow } from "./job-rows.ts";

type Store = Database<PlatformSchema>;

export type JobMessage = Selectable<PlatformJobMessageTable>;

/** A job that this holder alone may work on until its claim runs out, and the prompt that is due. */
export interface JobLease {
  job: JobRow;
  message: JobMessage;
  holder: string;
}

/**
 * Claims the oldest active job that nobody holds, or whose holder let the claim run out because
 * its process ended. Exactly one of several processes gets it.
 * @param lease milliseconds until the claim must have been renewed
 */
export async function acquireJobLease(
  { query }: Store,
  holder: string,
  now: number,
  lease: number,
): Promise<JobLease | null> {
  const free = query
    .selectFrom("platform_job")
    .select("id")
    .where("status", "=", "active")
    .where((eb) => eb.or([eb("held_until", "is", null), eb("held_until", "<=", now)]))
    .orderBy("created_at")
    .orderBy("id")
    .limit(10);
  for (const { id } of await free.execute()) {
    const job = await query
      .updateTable("platform_job")
      .set((eb) => ({ holder, held_until: now + lease, attempts: eb("attempts", "+", 1) }))
      .where("id", "=", id)
      .where("status", "=", "active")
      .where((eb) => eb.or([eb("held_until", "is", null), eb("held_until", "<=", now)]))
      .returningAll()
      .executeTakeFirst();
    if (!job) continue;
    const message = await query
      .selectFrom("platform_job_message")
      .selectAll()
      .where("job_id", "=", id)
      .where("done_at", "is", null)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    return { job, message, holder };
  }
  return null;
}

/** Keeps a claim for `lease` milliseconds more; false when another process has it by now. */
export async function renewJobLease(
  { query }: Store,
  { job, holder }: JobLease,
  now: number,
  lease: number,
): Promise<boolean> {
  const update = query
    .updateTable("platform_job")
    .set({ held_until: now + lease })
    .where("id", "=", job.id)
    .where("holder", "=", holder)
    .where("status", "=", "active");
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Gives a job back that was not finished, to be claimed at once; the attempt does not count. */
export async function releaseJobLease({ query }: Store, { job, holder }: JobLease): Promise<void> {
  await query
    .updateTable("platform_job")
    .set((eb) => ({ holder: null, held_until: null, attempts: eb("attempts", "-", 1) }))
    .where("id", "=", job.id)
    .where("holder", "=", holder)
    .where("status", "=", "active")
    .execute();
}
