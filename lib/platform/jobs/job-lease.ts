import "server-only";
import type { ExpressionBuilder, Selectable } from "kysely";
import { MAX_CLOCK_SKEW_MS } from "../../clock.ts";
import type { PlatformJobMessageTable, StopMode } from "../schema/jobs.ts";
import type { PlatformDatabase, PlatformSchema } from "../schema/schema.ts";
import { isHeld, type JobRow } from "./job-rows.ts";

export type JobMessage = Selectable<PlatformJobMessageTable>;

/**
 * Exclusive right to run a job until the lease expires, and the prompt to run next. The job's `attempts`
 * is the lease's number: a process that took the same job twice can't write with the earlier one.
 */
export interface JobLease {
  job: JobRow;
  message: JobMessage;
  holder: string;
}

/**
 * Acquires the lease of the oldest active job that has none or an expired one. If several processes
 * try at once, exactly one gets it. A job whose change waits for a person
 * is only taken to stop it. An expiry further away than twice `duration` is no lease: its
 * holder's clock was ahead.
 * @param duration milliseconds until the lease expires unless it is renewed
 * @param running IDs of jobs that this process is running, whose renewal may only be late
 */
export async function acquireJobLease(
  { query }: PlatformDatabase,
  holder: string,
  now: number,
  duration: number,
  running: readonly string[] = [],
): Promise<JobLease | null> {
  const isFree = (eb: ExpressionBuilder<PlatformSchema, "platform_job">) =>
    eb.or([
      eb("held_until", "is", null),
      eb("held_until", "<=", now),
      // The statement may have waited, while the holder renewed its lease.
      eb("held_until", ">", now + 2 * duration + MAX_CLOCK_SKEW_MS),
    ]);
  const free = query
    .selectFrom("platform_job")
    .select("id")
    .where("status", "=", "active")
    .where(isFree)
    .where(({ or, eb, not }) => or([eb("stop", "is not", null), not(isHeld)]))
    .$if(running.length > 0, (query) => query.where("id", "not in", running))
    .orderBy("created_at")
    .orderBy("id")
    .limit(10);
  for (const { id } of await free.execute()) {
    const job = await query
      .updateTable("platform_job")
      .set((eb) => ({ holder, held_until: now + duration, attempts: eb("attempts", "+", 1) }))
      .where("id", "=", id)
      .where("status", "=", "active")
      .where(isFree)
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

/** Renews a lease for `duration` milliseconds. Returns the job; null if another process holds it now, or it ended. */
export async function renewJobLease(
  { query }: PlatformDatabase,
  { job, holder }: JobLease,
  now: number,
  duration: number,
): Promise<{ stop: StopMode | null } | null> {
  const update = query
    .updateTable("platform_job")
    .set({ held_until: now + duration })
    .where("id", "=", job.id)
    .where("holder", "=", holder)
    .where("attempts", "=", job.attempts)
    .where("status", "=", "active")
    .returning("stop");
  return (await update.executeTakeFirst()) ?? null;
}

/** Releases an unfinished job so that it can run again at once. The attempt isn't counted. */
export async function releaseJobLease(
  { query }: PlatformDatabase,
  { job, holder }: JobLease,
): Promise<void> {
  await query
    .updateTable("platform_job")
    .set((eb) => ({ holder: null, held_until: null, attempts: eb("attempts", "-", 1) }))
    .where("id", "=", job.id)
    .where("holder", "=", holder)
    .where("attempts", "=", job.attempts)
    .where("status", "=", "active")
    .execute();
}
