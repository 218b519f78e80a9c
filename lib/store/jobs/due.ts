import "server-only";
import type { Kysely } from "kysely";
import type { StoreSchema } from "../schema.ts";
import { jobColumns } from "./read.ts";
import type { JobRow } from "./write.ts";

/** Rows of all projects that were never answered and are to be looked after at `now`. */
export function dueUnanswered(
  db: Kysely<StoreSchema>,
  now: number,
  limit: number,
): Promise<JobRow[]> {
  return db
    .selectFrom("job")
    .selectAll()
    .where("next_poll_at", "<=", now)
    .where("platform_job_id", "is", null)
    .orderBy("next_poll_at")
    .orderBy("id")
    .limit(limit)
    .execute();
}

/**
 * Takes up to `limit` jobs that the platform is to be asked about, the longest due first: until
 * `until` no other process gets them. One write for all, as every one of them would cost as much.
 * @returns the rows as claimed, without their prompts
 */
export function claimPolls(
  db: Kysely<StoreSchema>,
  now: number,
  until: number,
  limit: number,
): Promise<Omit<JobRow, "prompt">[]> {
  return db
    .updateTable("job")
    .set({ next_poll_at: until })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("job")
        .select("id")
        .where("next_poll_at", "<=", now)
        .where("platform_job_id", "is not", null)
        .orderBy("next_poll_at")
        .limit(limit),
    )
    .where("next_poll_at", "<=", now)
    .returning(jobColumns)
    .execute();
}

/** A look at the platform that brought nothing new. */
export interface QuietPoll {
  id: string;
  /** As claimed; the row is left alone where it was changed since. */
  claimedUntil: number;
  polledAt: number;
  nextPollAt: number | null;
}

/** Records looks that brought nothing new, all at once. */
export async function recordQuietPolls(
  db: Kysely<StoreSchema>,
  polls: readonly QuietPoll[],
): Promise<void> {
  if (polls.length === 0) return;
  const alike = Map.groupBy(
    polls,
    ({ claimedUntil, nextPollAt }) => `${claimedUntil} ${nextPollAt}`,
  );
  await db.transaction().execute(async (trx) => {
    for (const group of alike.values()) {
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

/** When what is next to be looked after, epoch milliseconds; null where nothing is. */
export interface NextDue {
  poll: number | null;
  pull: number | null;
  message: number | null;
}

export function nextDue(db: Kysely<StoreSchema>): Promise<NextDue> {
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
