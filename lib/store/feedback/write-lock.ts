import "server-only";
import type { Kysely } from "kysely";
import { advisoryLock } from "../../database/dialect.ts";
import type { StoreSchema } from "../schema.ts";

/**
 * Makes the transaction the only one that writes feedback of the project; begins every one that does.
 * Entries and their counts are locked as they are written, and two that met them in different orders
 * would wait for each other.
 */
export function lockFeedbackWrites(trx: Kysely<StoreSchema>, projectId: string): Promise<void> {
  return advisoryLock(trx, `errata feedback ${projectId}`);
}
