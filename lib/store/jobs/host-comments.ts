import "server-only";
import { createHash } from "node:crypto";
import { type Selectable, sql } from "kysely";
import {
  type HostCommentList,
  type HostReview,
  type StoredHostReview,
  storedHostReview,
  type TakeRequest,
} from "../../contract/api/host-reviews.ts";
import type { CommentOrigin } from "../../contract/api/review-comments.ts";
import { storable } from "../../text/storable.ts";
import type { HostCommentTable } from "../schema/jobs.ts";
import type { StoreQuery } from "../schema/schema.ts";
import type { JobKey } from "./review.ts";
import { requireRoom, UNSENT } from "./review-comments.ts";

/** Returns what a job's row has of a review. Its version follows from the comments. */
export function hostReviewText({ host, verdicts, comments, more }: HostReview): string {
  const hash = createHash("sha256");
  for (const comment of comments) hash.update(JSON.stringify(comment));
  const version = hash.digest("hex").slice(0, 32);
  return JSON.stringify({ host, verdicts, more, version } satisfies StoredHostReview);
}

/** Reads what a job's row has of a review. */
export function parseHostReview(text: string | null): StoredHostReview | null {
  return text === null ? null : (storedHostReview.safeParse(JSON.parse(text)).data ?? null);
}

/** Replaces the comments of a job's pull request on its code host. */
export async function replaceHostComments(
  trx: StoreQuery,
  job: JobKey,
  comments: HostReview["comments"],
): Promise<void> {
  await trx
    .deleteFrom("host_comment")
    .where("project_id", "=", job.project_id)
    .where("job_id", "=", job.job_id)
    .execute();
  if (comments.length === 0) return;
  const rows = comments.map(({ by, isBot, lastLine, isRemoved, ...comment }) => ({
    ...job,
    ...comment,
    last_line: lastLine,
    is_bot: Number(isBot),
    is_removed: Number(isRemoved),
    id: storable(comment.id),
    author: storable(by),
    text: storable(comment.text),
    path: storable(comment.path),
    quote: storable(comment.quote),
    link: comment.link && storable(comment.link),
  }));
  await trx.insertInto("host_comment").values(rows).execute();
}

/** Returns the comments on a job's pull request, oldest first. @param personId whose review isn't someone else's */
export async function hostComments(
  db: StoreQuery,
  job: JobKey,
  personId: string,
): Promise<HostCommentList> {
  const review = await reviewOf(db, job);
  if (!review) return { host: null, comments: [], more: 0 };
  const rows = await db
    .selectFrom("host_comment")
    .selectAll()
    .where("project_id", "=", job.project_id)
    .where("job_id", "=", job.job_id)
    .orderBy(sql`coalesce(at, 0)`)
    .orderBy("id")
    .execute();
  const taken = await takenByOthers(db, job, personId);
  return {
    host: review.host,
    more: review.more,
    comments: rows.map((row) => {
      const { id, author: by, text, at, link, path, line, last_line: lastLine, quote, state } = row;
      const flags = { isBot: row.is_bot === 1, isRemoved: row.is_removed === 1 };
      const shown = { id, by, text, at, link, path, line, lastLine, quote, state, ...flags };
      return { ...shown, taken: taken.get(takenId(job, id)) ?? null };
    }),
  };
}

/**
 * Adds comments of the code host to a person's review, as they are stored. Those that are in someone's review, or not stored
 * anymore, stay out.
 * @throws {Conflict} if too many are pending then
 */
export function takeHostComments(
  db: StoreQuery,
  { comments, at, ...review }: JobKey & TakeRequest & { person_id: string; at: number },
): Promise<void> {
  const { project_id, job_id } = review;
  const quotes = new Map(comments.map(({ id, quote }) => [storable(id), storable(quote)]));
  if (quotes.size === 0) return Promise.resolve();
  return db.transaction().execute(async (trx) => {
    const host = (await reviewOf(trx, review))?.host ?? "";
    const found = await trx
      .selectFrom("host_comment")
      .selectAll()
      .where("project_id", "=", project_id)
      .where("job_id", "=", job_id)
      .where("id", "in", [...quotes.keys()])
      .orderBy(sql`coalesce(at, 0)`)
      .orderBy("id")
      .execute();
    if (found.length === 0) return;
    const rows = found.map((comment, index) => ({
      ...takenComment(comment, host),
      ...review,
      quote: comment.quote || (quotes.get(comment.id) ?? ""),
      // In their order.
      created_at: at + index,
    }));
    await trx
      .insertInto("review_comment")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["project_id", "id"])
          .doUpdateSet(({ ref }) => ({
            person_id: ref("excluded.person_id"),
            quote: ref("excluded.quote"),
            text: ref("excluded.text"),
            line: ref("excluded.line"),
            last_line: ref("excluded.last_line"),
            origin: ref("excluded.origin"),
            created_at: ref("excluded.created_at"),
            message_id: null,
          }))
          // Someone deleted it from their review.
          .where("review_comment.text", "is", null),
      )
      .execute();
    await requireRoom(trx, review);
  });
}

/** Returns what a review has of a comment of the code host. */
function takenComment(comment: Selectable<HostCommentTable>, host: string) {
  const { id, author: by, link, path, line, last_line, text } = comment;
  const origin: CommentOrigin = { id, host, by, link };
  return {
    id: takenId(comment, id),
    kind: "comment" as const,
    path,
    line,
    last_line,
    text,
    origin: JSON.stringify(origin),
    message_id: null,
  };
}

/** The ID of a comment in a review. A browser can't make such a one. */
const takenId = ({ job_id }: Pick<JobKey, "job_id">, id: string) => `host:${job_id}:${id}`;

async function reviewOf(db: StoreQuery, job: JobKey): Promise<StoredHostReview | null> {
  const row = await db
    .selectFrom("job")
    .select("pr_review")
    .where("project_id", "=", job.project_id)
    .where("id", "=", job.job_id)
    .executeTakeFirst();
  return parseHostReview(row?.pr_review ?? null);
}

async function takenByOthers(
  db: StoreQuery,
  job: JobKey,
  personId: string,
): Promise<Map<string, { sentAt: number | null }>> {
  const rows = await db
    .selectFrom("review_comment as comment")
    .leftJoin("job_message as message", (join) =>
      join.onRef("message.id", "=", "comment.message_id").on("message.state", "not in", UNSENT),
    )
    .select(["comment.id", "message.created_at as sentAt"])
    .where("comment.project_id", "=", job.project_id)
    .where("comment.job_id", "=", job.job_id)
    .where("comment.person_id", "<>", personId)
    .where("comment.origin", "is not", null)
    .where("comment.text", "is not", null)
    .execute();
  return new Map(rows.map(({ id, sentAt }) => [id, { sentAt }]));
}
