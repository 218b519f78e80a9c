import "server-only";
import { sql, type Transaction } from "kysely";
import { codeOf } from "../embeddings/codes.ts";
import { preparedText, textHash } from "../embeddings/prepared-text.ts";
import { createPause } from "../pause.ts";
import type { StoreQuery, StoreSchema } from "../store/schema/schema.ts";
import { lockFeedbackWrites } from "../store/write/write-lock.ts";
import { commentStart } from "./list-texts.ts";

type Confirm = (trx: Transaction<StoreSchema>) => Promise<void>;

/** A text that the service has to read. */
export interface PendingText {
  hash: string;
  text: string;
}

/** Texts of one project. */
export interface PendingTexts {
  projectId: string;
  texts: PendingText[];
}

/**
 * Returns the next texts without a vector; null if there are none. Leaves out texts of items that have changed
 * since they were listed: these are queued.
 */
export async function pendingTexts(
  query: StoreQuery,
  model: string,
  limit: number,
): Promise<PendingTexts | null> {
  const projectId = await pendingProject(query);
  if (projectId === null) return null;
  const { rows } = await sql<{ text_hash: string; feedback_id: string | null }>`
    select p.text_hash, (select min(i.feedback_id) from embedding_item as i
      where i.project_id = p.project_id and i.text_hash = p.text_hash) as feedback_id
    from embedding_pending as p where p.project_id = ${projectId} and p.is_rejected = 0
    order by p.text_hash limit ${limit}`.execute(query);
  const ids = rows.flatMap((row) => row.feedback_id ?? []);
  const comments = await query
    .selectFrom("feedback")
    .select(["id", commentStart])
    .where("project_id", "=", projectId)
    .where("id", "in", ids.length > 0 ? ids : [""])
    .execute();
  const byId = new Map(comments.map(({ id, comment }) => [id, comment]));
  const texts = rows.flatMap(({ text_hash: hash, feedback_id: id }) => {
    const text = preparedText(byId.get(id ?? "") ?? "");
    return text !== null && textHash(model, text) === hash ? [{ hash, text }] : [];
  });
  return { projectId, texts };
}

/** Returns a random project that has texts to read, so that no project waits for all texts of another. */
async function pendingProject(query: StoreQuery): Promise<string | null> {
  const { rows } = await sql<{ project_id: string }>`
    select s.project_id from embedding_scan as s where exists (select 1 from embedding_pending as p
      where p.project_id = s.project_id and p.is_rejected = 0)`.execute(query);
  return rows[Math.floor(Math.random() * rows.length)]?.project_id ?? null;
}

/** Stores the vectors of texts that still exist, and records that the service works, in one transaction. */
export async function storeVectors(
  query: StoreQuery,
  { projectId, texts }: PendingTexts,
  vectors: readonly Int8Array[],
  confirm: Confirm,
): Promise<void> {
  const pause = createPause();
  const rows: { text_hash: string; code: Buffer; vector: Buffer }[] = [];
  for (const [index, vector] of vectors.entries()) {
    const hash = texts[index]?.hash;
    if (hash === undefined) continue;
    rows.push({
      text_hash: hash,
      code: Buffer.from(codeOf(vector)),
      vector: Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
    });
    await pause();
  }
  await query.transaction().execute(async (trx) => {
    await confirm(trx);
    await lockFeedbackWrites(trx, projectId);
    const answered = await trx
      .deleteFrom("embedding_pending")
      .where("project_id", "=", projectId)
      .where(
        "text_hash",
        "in",
        rows.map((row) => row.text_hash),
      )
      .returning("text_hash")
      .execute();
    const wanted = new Set(answered.map((row) => row.text_hash));
    const kept = rows.filter((row) => wanted.has(row.text_hash));
    if (kept.length === 0) return;
    const { last_number: last } = await trx
      .updateTable("embedding_state")
      .set((eb) => ({ last_number: eb("last_number", "+", kept.length) }))
      .returning("last_number")
      .executeTakeFirstOrThrow();
    await trx
      .insertInto("embedding_vector")
      .values(kept.map((row, index) => ({ project_id: projectId, number: last - index, ...row })))
      .execute();
  });
}

/** Records that the service can't read a text. */
export async function rejectText(
  query: StoreQuery,
  projectId: string,
  hash: string,
  confirm: Confirm,
): Promise<void> {
  await query.transaction().execute(async (trx) => {
    await confirm(trx);
    await trx
      .updateTable("embedding_pending")
      .set({ is_rejected: 1 })
      .where("project_id", "=", projectId)
      .where("text_hash", "=", hash)
      .execute();
  });
}
