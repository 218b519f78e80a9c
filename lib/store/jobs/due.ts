import "server-only";
import type { StoreQuery } from "../schema/schema.ts";
import { jobColumns, type ShortJobRow } from "./read.ts";
import type { JobRow } from "./write.ts";

/** Returns jobs of all projects that have no answer yet and are due at `now`. */
export function dueUnansweredJobs(db: StoreQuery, now: number, limit: number): Promise<JobRow[]> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("next_poll_at", "<=", now)
    .where("state", "!=", "sent")
    .orderBy("next_poll_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Claims up to `limit` due polls in one write, longest due first. No other process gets them until
 * `until`.
 * @param perSecond claims none while this many polls were started in the last second; null: no limit
 * @returns the claimed rows, without what may be long
 */
export async function claimPolls(
  db: StoreQuery,
  now: number,
  until: number,
  limit: number,
  perSecond: number | null,
): Promise<ShortJobRow[]> {
  if (limit < 1 || (perSecond !== null && (await pollsSince(db, now - 1_000)) >= perSecond)) {
    return [];
  }
  return db
    .updateTable("job")
    .set({ next_poll_at: until, asked_at: now })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("job")
        .select("id")
        .where("next_poll_at", "<=", now)
        .where("state", "=", "sent")
        .orderBy("next_poll_at")
        .limit(limit),
    )
    .where("next_poll_at", "<=", now)
    .returning(jobColumns)
    .execute();
}

/** Returns how many jobs were last polled after `since`, epoch milliseconds. */
export async function pollsSince(db: StoreQuery, since: number): Promise<number> {
  const { count } = await db
    .selectFrom("job")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("asked_at", ">", since)
    .executeTakeFirstOrThrow();
  return count;
}

/** A poll that changed nothing. */
export interface UnchangedPoll {
  id: string;
  /** When the claim ends; a row with another value changed since and is skipped. */
  claimedUntil: number;
  polledAt: number;
  nextPollAt: number | null;
}

/** Records polls that changed nothing, in one transaction. */
export async function recordUnchangedPolls(
  db: StoreQuery,
  polls: readonly UnchangedPoll[],
): Promise<void> {
  if (polls.length === 0) return;
  const groups = Map.groupBy(
    polls,
    ({ claimedUntil, nextPollAt }) => `${claimedUntil} ${nextPollAt}`,
  );
  await db.transaction().execute(async (trx) => {
    for (const group of groups.values()) {
      const [first] = group;
      if (!first) continue;
      await trx
        .updateTable("job")
        .set({
          next_poll_at: first.nextPollAt,
          last_polled_at: Math.max(...group.map(({ polledAt }) => polledAt)),
        })
        .where(
          "id",
          "in",
          group.map(({ id }) => id),
        )
        .where("next_poll_at", "=", first.claimedUntil)
        .execute();
    }
  });
}

/** When the next poll, pull request check, and message are due, in epoch milliseconds; null if none. */
export interface NextDue {
  poll: number | null;
  pull: number | null;
  message: number | null;
}

export function nextDue(db: StoreQuery): Promise<NextDue> {
  return db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom("job")
        .select(({ fn }) => fn.min("next_poll_at").as("at"))
        .as("poll"),
      selectFrom("job")
        .select(({ fn }) => fn.min("pr_next_at").as("at"))
        .as("pull"),
      selectFrom("job_message")
        .select(({ fn }) => fn.min("next_at").as("at"))
        .as("message"),
    ])
    .executeTakeFirstOrThrow();
}
