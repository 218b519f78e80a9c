import "server-only";
import type { Kysely } from "kysely";
import { advisoryLock } from "../../database/dialect.ts";
import type { StoreSchema } from "../schema.ts";

/**
 * Makes this the only transaction that writes the project's feedback. Every transaction that does must
 * call it first: items and counts are locked as they are written, and two transactions that lock them
 * in different orders would deadlock.
 */
export function lockFeedbackWrites(trx: Kysely<StoreSchema>, projectId: string): Promise<void> {
  return advisoryLock(trx, `errata feedback ${projectId}`);
}
