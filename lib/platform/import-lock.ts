import "server-only";
import type { Kysely } from "kysely";
import { advisoryLock } from "../database/dialect.ts";
import type { PlatformSchema } from "./schema.ts";

/**
 * Makes this the only transaction that imports entries of the project. What an import must leave out
 * is read after it, so that what adds to that can wait for imports that don't know it yet.
 */
export function lockImport(trx: Kysely<PlatformSchema>, projectId: string): Promise<void> {
  return advisoryLock(trx, `errata import ${projectId}`);
}
