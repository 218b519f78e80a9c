import "server-only";
import type { HostReview } from "../../contract/api/host-reviews.ts";
import { inChunks } from "../../database/chunks.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { recordEvents } from "./events.ts";
import { hostReviewText, parseHostReview, replaceHostComments } from "./host-comments.ts";
import { type EventBatch, type JobChange, type JobRow, storableChange } from "./write.ts";

/** Milliseconds between two checks of a pull request at most. */
export const LONGEST_PULL_GAP = 15 * 60_000;

/** Claims up to `limit` due pull request checks. No other process gets them until `until`. */
export function claimPulls(
  db: StoreQuery,
  now: number,
  until: number,
  limit: number,
): Promise<JobRow[]> {
  return db
    .updateTable("job")
    .set({ pr_next_at: until })
    .where("id", "in", (eb) =>
      eb
        .selectFrom("job")
        .select("id")
        .where("pr_next_at", "<=", now)
        .orderBy("pr_next_at")
        .limit(limit),
    )
    .where("pr_next_at", "<=", now)
    .returningAll()
    .execute();
}

/**
 * Records a pull request check, unless the link or the claim changed meanwhile.
 * @param review null if the host says nothing, which leaves what it said before
 */
export function recordPull(
  db: StoreQuery,
  row: JobRow,
  change: Pick<
    JobChange,
    | "pr_state"
    | "pr_nudge"
    | "pr_checks_failed"
    | "pr_checks"
    | "pr_checked_at"
    | "pr_next_at"
    | "problem"
  >,
  batch: EventBatch,
  review: HostReview | null = null,
): Promise<boolean> {
  const pr_review = review ? hostReviewText(review) : row.pr_review;
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("job")
      .set(storableChange({ ...change, pr_review }))
      .where("id", "=", row.id)
      .where("pr_link", "is not distinct from", row.pr_link)
      .where("pr_next_at", "is not distinct from", row.pr_next_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    if (review && versionOf(pr_review) !== versionOf(row.pr_review)) {
      const job = { project_id: row.project_id, job_id: row.id };
      await replaceHostComments(trx, job, review.comments);
    }
    await recordEvents(trx, row, batch.at, batch.events);
    return true;
  });
}

const versionOf = (stored: string | null) => parseHostReview(stored)?.version;

/** Which pull requests are checked: of one job, those with links, or those whose links begin with a text. */
type Which = { jobId: string } | { links: readonly string[] } | { under: string };

/**
 * Moves checks of unsettled pull requests to `at`, unless the last one failed, as when their host asked to wait. One that
 * was closed may be open again: it is checked if it is named.
 */
export async function checkPullsNow(db: StoreQuery, at: number, which: Which): Promise<void> {
  const mayBeReopened = !("under" in which);
  const earlier = db
    .updateTable("job")
    .set({ pr_next_at: at })
    .where((eb) => {
      const isLater = eb("pr_next_at", ">", at);
      if (!mayBeReopened) return isLater;
      return isLater.or(eb("pr_state", "=", "closed").and("pr_next_at", "is", null));
    })
    .where("problem", "is", null);
  if ("links" in which) {
    await inChunks(which.links, (links) => earlier.where("pr_link", "in", links).execute());
    return;
  }
  const chosen = earlier.where((eb) => {
    if ("jobId" in which) return eb("id", "=", which.jobId);
    const { under } = which;
    return eb(eb.fn<string>("substr", ["pr_link", eb.lit(1), eb.val(under.length)]), "=", under);
  });
  await chosen.execute();
}
