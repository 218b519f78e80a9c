import "server-only";
import type { Kysely } from "kysely";
import { advisoryLock } from "../../database/dialect.ts";
import type { StoreSchema } from "../schema/schema.ts";

/**
 * Makes this the only transaction that writes the project's feedback. Every transaction that does must
 * call it first: items and counts are locked as they are written, and two transactions that lock them
 * in different orders would deadlock.
 */
export function lockFeedbackWrites(trx: Kysely<StoreSchema>, projectId: string): Promise<void> {
  return advisoryLock(trx, `errata feedback ${projectId}`);
}

/** Makes this the only transaction that writes feedback of any project. */
export async function lockAllFeedback(trx: Kysely<StoreSchema>): Promise<void> {
  const projects = await trx.selectFrom("facet_group").select("project_id").distinct().execute();
  // In one order, so that two of these transactions can't deadlock.
  for (const projectId of projects.map((row) => row.project_id).sort()) {
    await lockFeedbackWrites(trx, projectId);
  }
}
