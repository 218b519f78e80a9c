import "server-only";
import { Conflict } from "../../errors.ts";
import { storable } from "../../text/storable.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { recordEvents } from "./events.ts";
import type { JobKey } from "./review.ts";

/** A commit of a person on a job's branch, and the text about it for the next follow-up. */
export interface NewPersonCommit extends JobKey {
  /** ID of the request. */
  id: string;
  person_id: string;
  by_name: string;
  kind: "discarded" | "edited";
  path: string;
  line: number;
  last_line: number;
  quote: string;
  created_at: number;
  /** Head of the branch before the commit. */
  parent_id: string;
}

const EVENT = { discarded: "discard", edited: "edit" } as const;

/**
 * Records a commit before it is pushed, once for each request. Nothing shows it until `confirmCommit`.
 * @throws {Conflict} if its ID is that of something else
 */
export function recordCommit(db: StoreQuery, commit: NewPersonCommit): Promise<void> {
  const row = rowOf(commit);
  return db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto("review_comment")
      .values(row)
      .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing())
      .executeTakeFirst();
    if (!inserted.numInsertedOrUpdatedRows) await requireSame(trx, row);
  });
}

async function requireSame(trx: StoreQuery, commit: NewPersonCommit): Promise<void> {
  const found = await trx
    .selectFrom("review_comment")
    .select("id")
    .where("project_id", "=", commit.project_id)
    .where("id", "=", commit.id)
    .where("job_id", "=", commit.job_id)
    .where("person_id", "=", commit.person_id)
    .where("kind", "=", commit.kind)
    .where("path", "=", commit.path)
    .where("text", "is not", null)
    .executeTakeFirst();
  if (!found)
    throw new Conflict("This request was made before, or its ID is taken. Reload the page.");
}

/** Records that a commit is on the branch: once in the job's history, and for the next follow-up. */
export function confirmCommit(db: StoreQuery, commit: NewPersonCommit): Promise<void> {
  const { project_id, job_id, id, by_name: by, kind, path, line, last_line: lastLine } = commit;
  return db.transaction().execute(async (trx) => {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto("review_comment")
      .values({ ...rowOf(commit), parent_id: null, by_name: null })
      .onConflict((conflict) =>
        conflict
          .columns(["project_id", "id"])
          .doUpdateSet({ parent_id: null, by_name: null })
          .where("review_comment.parent_id", "is not", null),
      )
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return;
    const detail = { path, line, lastLine, comment: id, by };
    await recordEvents(trx, { id: job_id, project_id }, commit.created_at, [
      { kind: EVENT[kind], detail },
    ]);
  });
}

/**
 * Records the parts of a change that someone left out before it was pushed, once, for the next follow-up and later
 * prompts.
 */
export async function recordTrimmed(
  db: StoreQuery,
  lines: readonly Omit<NewPersonCommit, "kind" | "parent_id">[],
): Promise<void> {
  if (lines.length === 0) return;
  const rows = lines.map((each) => ({
    ...rowOf({ ...each, kind: "discarded", parent_id: "" }),
    parent_id: null,
    by_name: null,
  }));
  await db
    .insertInto("review_comment")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["project_id", "id"]).doNothing())
    .execute();
}

/** Deletes the record of a commit that never reached the branch. */
export async function dropCommit(
  db: StoreQuery,
  { project_id, id }: NewPersonCommit,
): Promise<void> {
  await db
    .deleteFrom("review_comment")
    .where("project_id", "=", project_id)
    .where("id", "=", id)
    .where("parent_id", "is not", null)
    .execute();
}

/** Returns a job's commits that aren't known to be on the branch. A stopped process leaves them. */
export async function unconfirmedCommits(db: StoreQuery, job: JobKey): Promise<NewPersonCommit[]> {
  const rows = await db
    .selectFrom("review_comment")
    .selectAll()
    .where("project_id", "=", job.project_id)
    .where("job_id", "=", job.job_id)
    .where("parent_id", "is not", null)
    .orderBy("created_at")
    .execute();
  return rows.flatMap(({ kind, parent_id, by_name, text: _, message_id: _id, ...row }) =>
    kind !== "comment" && parent_id !== null && by_name !== null
      ? [{ ...row, kind, parent_id, by_name }]
      : [],
  );
}

function rowOf(commit: NewPersonCommit) {
  const texts = { path: storable(commit.path), quote: storable(commit.quote), text: "" };
  return { ...commit, ...texts, message_id: null };
}
