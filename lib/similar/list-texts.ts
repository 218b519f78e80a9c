import "server-only";
import { sql, type Transaction } from "kysely";
import { COMMENT_LENGTH, preparedText, textHash } from "../embeddings/prepared-text.ts";
import { createPause } from "../pause.ts";
import type { StoreQuery, StoreSchema } from "../store/schema/schema.ts";
import { lockFeedbackWrites } from "../store/write/write-lock.ts";

type Confirm = (trx: Transaction<StoreSchema>) => Promise<void>;

/** Items per transaction, so that people's changes don't wait long for the lock. */
const ITEMS_PER_TRANSACTION = 500;

/**
 * Lists the texts of the next items whose comments are new or changed, or were stored before the service was set up,
 * in one transaction. Noise isn't listed.
 * @returns whether there may be more
 */
export async function listSomeTexts(
  query: StoreQuery,
  model: string,
  confirm: Confirm,
  limit = ITEMS_PER_TRANSACTION,
): Promise<boolean> {
  const queued = await query
    .selectFrom("embedding_queue")
    .select("project_id")
    .limit(1)
    .executeTakeFirst();
  if (queued) {
    await listQueued(query, queued.project_id, { model, confirm, limit });
    return true;
  }
  const projectId = await projectToScan(query);
  if (projectId === null) return false;
  await scan(query, projectId, { model, confirm, limit });
  return true;
}

interface Step {
  model: string;
  confirm: Confirm;
  limit: number;
}

function listQueued(query: StoreQuery, projectId: string, step: Step): Promise<void> {
  return query.transaction().execute(async (trx) => {
    await step.confirm(trx);
    await lockFeedbackWrites(trx, projectId);
    const rows = await trx
      .selectFrom("embedding_queue")
      .select("feedback_id")
      .where("project_id", "=", projectId)
      .orderBy("feedback_id")
      .limit(step.limit)
      .execute();
    const ids = rows.map((row) => row.feedback_id);
    if (ids.length === 0) return;
    await listTexts(trx, projectId, ids, step.model);
    await trx
      .deleteFrom("embedding_queue")
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", ids)
      .execute();
  });
}

async function projectToScan(query: StoreQuery): Promise<string | null> {
  const { rows } = await sql<{ project_id: string }>`
    select k.project_id from facet_group as k where not exists (select 1 from embedding_scan as s
      where s.project_id = k.project_id and s.after_id is null)
    limit 1`.execute(query);
  return rows[0]?.project_id ?? null;
}

function scan(query: StoreQuery, projectId: string, step: Step): Promise<void> {
  return query.transaction().execute(async (trx) => {
    await step.confirm(trx);
    await lockFeedbackWrites(trx, projectId);
    const position = await trx
      .selectFrom("embedding_scan")
      .select("after_id")
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    const rows = await trx
      .selectFrom("feedback")
      .select("id")
      .where("project_id", "=", projectId)
      .where("id", ">", position?.after_id ?? "")
      .orderBy("id")
      .limit(step.limit)
      .execute();
    const ids = rows.map((row) => row.id);
    if (ids.length > 0) await listTexts(trx, projectId, ids, step.model);
    const after = { after_id: ids.length < step.limit ? null : (ids.at(-1) ?? null) };
    await trx
      .insertInto("embedding_scan")
      .values({ project_id: projectId, ...after })
      .onConflict((conflict) => conflict.column("project_id").doUpdateSet(after))
      .execute();
  });
}

/** Updates the listed texts of these items. */
async function listTexts(
  trx: Transaction<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  model: string,
): Promise<void> {
  const hashes = await hashesOf(trx, projectId, ids, model);
  const without = ids.filter((id) => !hashes.has(id));
  if (without.length > 0) {
    await trx
      .deleteFrom("embedding_item")
      .where("project_id", "=", projectId)
      .where("feedback_id", "in", without)
      .execute();
  }
  if (hashes.size === 0) return;
  await trx
    .insertInto("embedding_item")
    .values(
      [...hashes].map(([id, hash]) => ({
        project_id: projectId,
        feedback_id: id,
        text_hash: hash,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["project_id", "feedback_id"])
        .doUpdateSet((eb) => ({ text_hash: eb.ref("excluded.text_hash") })),
    )
    .execute();
  await addPending(trx, projectId, [...new Set(hashes.values())]);
}

/** The part of a comment that is sent. */
export const commentStart = sql<string | null>`substr(comment, 1, ${COMMENT_LENGTH})`.as("comment");

/** Returns the hash of each item that has a text to read. */
async function hashesOf(
  trx: Transaction<StoreSchema>,
  projectId: string,
  ids: readonly string[],
  model: string,
): Promise<Map<string, string>> {
  const items = await trx
    .selectFrom("feedback")
    .select(["id", commentStart])
    .where("project_id", "=", projectId)
    .where("id", "in", ids)
    .where("noise", "is", null)
    .execute();
  const pause = createPause();
  const hashes = new Map<string, string>();
  for (const { id, comment } of items) {
    const text = comment === null ? null : preparedText(comment);
    if (text !== null) hashes.set(id, textHash(model, text));
    await pause();
  }
  return hashes;
}

/** Adds the texts that have no vector yet. */
async function addPending(
  trx: Transaction<StoreSchema>,
  projectId: string,
  hashes: readonly string[],
): Promise<void> {
  const known = await trx
    .selectFrom("embedding_vector")
    .select("text_hash")
    .where("project_id", "=", projectId)
    .where("text_hash", "in", hashes)
    .execute();
  const done = new Set(known.map((row) => row.text_hash));
  const added = hashes.filter((hash) => !done.has(hash));
  if (added.length === 0) return;
  await trx
    .insertInto("embedding_pending")
    .values(added.map((hash) => ({ project_id: projectId, text_hash: hash })))
    .onConflict((conflict) => conflict.columns(["project_id", "text_hash"]).doNothing())
    .execute();
}
