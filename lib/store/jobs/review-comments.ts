import "server-only";
import { type ExpressionBuilder, type Insertable, sql } from "kysely";
import { REVIEW } from "../../contract/api/limits.ts";
import type { MessageState } from "../../contract/api/message-states.ts";
import {
  type CommentOrigin,
  commentOrigin,
  type ReviewComment,
} from "../../contract/api/review-comments.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { storable } from "../../text/storable.ts";
import type { ReviewCommentTable } from "../schema/jobs.ts";
import type { StoreQuery, StoreSchema } from "../schema/schema.ts";
import type { JobKey } from "./review.ts";

export type NewReviewComment = Omit<
  Insertable<ReviewCommentTable>,
  "text" | "message_id" | "origin"
> & {
  text: string;
};

/** A follow-up in one of these states sent nothing, so that its comments are pending again. */
export const UNSENT: MessageState[] = ["rejected", "canceled"];

/** Returns a person's comments on a job, and what anyone discarded or edited, oldest first. */
export async function reviewComments(
  db: StoreQuery,
  job: JobKey,
  personId: string,
): Promise<ReviewComment[]> {
  const rows = await db
    .selectFrom("review_comment as comment")
    .leftJoin("job_message as message", (join) =>
      join.onRef("message.id", "=", "comment.message_id").on("message.state", "not in", UNSENT),
    )
    .select(["comment.id", "comment.kind", "comment.path", "comment.line", "comment.last_line"])
    .select([
      "comment.quote",
      "comment.text",
      "comment.created_at",
      "message.created_at as sent_at",
      "message.id as message",
      "comment.origin",
    ])
    .where("comment.project_id", "=", job.project_id)
    .where("comment.job_id", "=", job.job_id)
    .where((eb) => eb.or([eb("person_id", "=", personId), eb("kind", "<>", "comment")]))
    .where("comment.text", "is not", null)
    .where("comment.parent_id", "is", null)
    .orderBy("comment.created_at")
    .orderBy("comment.id")
    .execute();
  return rows.map(({ last_line, created_at, sent_at, text, origin, ...row }) => ({
    ...row,
    origin: parseOrigin(origin),
    lastLine: last_line,
    text: text ?? "",
    createdAt: created_at,
    sentAt: sent_at,
  }));
}

/**
 * Adds a comment, or sets the text of the person's own that has its ID. Adding one again changes nothing, so that an
 * answer that was lost doubles nothing.
 * @throws {NotFound} if it was deleted or isn't the person's @throws {Conflict} if it was sent, or too many are pending
 */
export function saveReviewComment(db: StoreQuery, comment: NewReviewComment): Promise<void> {
  const text = storable(comment.text);
  const quote = storable(comment.quote);
  const path = storable(comment.path);
  return db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto("review_comment")
      .values({ ...comment, text, quote, path, message_id: null })
      .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing())
      .executeTakeFirst();
    if (inserted.numInsertedOrUpdatedRows) return requireRoom(trx, comment);
    const own = await findOwn(trx, comment);
    if (own.text === text) return;
    const changed = await trx
      .updateTable("review_comment")
      .set({ text })
      .where("project_id", "=", comment.project_id)
      .where("id", "=", comment.id)
      .where(isPending)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw alreadySent();
  });
}

/** Deletes a pending comment of a person, or one about what anyone discarded or edited. @throws {NotFound} @throws {Conflict} if it was sent */
export function deleteReviewComment(
  db: StoreQuery,
  key: JobKey & { id: string; person_id: string },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    // The ID stays, so that a request to add it that arrives late doesn't bring it back.
    const deleted = await trx
      .updateTable("review_comment")
      .set({ text: null, quote: "" })
      .where(mayChange(key))
      .where("id", "=", storable(key.id))
      .where(isPending)
      .executeTakeFirst();
    if (deleted.numUpdatedRows > 0n) return;
    await findOwn(trx, key);
    throw alreadySent();
  });
}

/**
 * Records, in the transaction that adds a follow-up, that it sends comments.
 * @throws {Conflict} if one of them was sent already, or deleted
 */
export async function markCommentsSent(
  trx: StoreQuery,
  message: JobKey & { id: string },
  { ids, personId }: { ids: readonly string[]; personId: string },
): Promise<void> {
  const distinct = [...new Set(ids.map(storable))];
  if (distinct.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable("review_comment")
    .set({ message_id: message.id })
    .where(mayChange({ ...message, person_id: personId }))
    .where("id", "in", distinct)
    .where(isPending)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== distinct.length) throw alreadySent();
}

type CommentExpression = ExpressionBuilder<StoreSchema, "review_comment">;

/** The condition that no follow-up has sent it. */
function isPending(eb: CommentExpression) {
  return eb.or([
    eb("message_id", "is", null),
    eb(
      "message_id",
      "in",
      eb
        .selectFrom("job_message")
        .select("job_message.id")
        .where("job_message.state", "in", UNSENT),
    ),
  ]);
}

/** The condition that a job's comment isn't deleted, and is the person's or about a commit that is on the branch. */
function mayChange(key: JobKey & { person_id: string }) {
  return (eb: CommentExpression) =>
    eb.and([
      eb("project_id", "=", key.project_id),
      eb("job_id", "=", key.job_id),
      eb("text", "is not", null),
      eb("parent_id", "is", null),
      eb.or([eb("person_id", "=", key.person_id), eb("kind", "<>", "comment")]),
    ]);
}

async function findOwn(trx: StoreQuery, key: JobKey & { id: string; person_id: string }) {
  const found = await trx
    .selectFrom("review_comment")
    .select("text")
    .where(mayChange(key))
    .where("id", "=", storable(key.id))
    .executeTakeFirst();
  if (!found) throw new NotFound("This comment doesn't exist, was deleted, or isn't yours.");
  return found;
}

function parseOrigin(origin: string | null): CommentOrigin | null {
  return origin === null ? null : (commentOrigin.safeParse(JSON.parse(origin)).data ?? null);
}

/** @throws {Conflict} if too many comments of a person are pending */
export async function requireRoom(
  trx: StoreQuery,
  { project_id, job_id, person_id }: JobKey & { person_id: string },
): Promise<void> {
  const { count } = await trx
    .selectFrom("review_comment")
    .select(sql<number>`count(*)`.as("count"))
    .where("project_id", "=", project_id)
    .where("job_id", "=", job_id)
    .where("person_id", "=", person_id)
    .where("text", "is not", null)
    .where(isPending)
    .executeTakeFirstOrThrow();
  if (Number(count) > REVIEW.pending) {
    throw new Conflict(`You have ${REVIEW.pending} pending comments on this job. Send them first.`);
  }
}

function alreadySent(): Conflict {
  return new Conflict("This was already sent with a follow-up, or deleted. Reload the page.");
}
