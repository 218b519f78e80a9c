import "server-only";
import { migrate } from "../database/migrate.ts";
import { hasTextIndex } from "../database/text-index.ts";
import { FEEDBACK_TEXT } from "./filter-sql/conditions.ts";
import { type StoreDatabase, storeRoom } from "./schema/schema.ts";

/** Creates or migrates the store's tables. Several processes may call it at the same time. */
export function migrateStore(database: StoreDatabase): Promise<void> {
  return migrate(database, storeRoom);
}

/**
 * The command that an operator runs once on a PostgreSQL server where Errata may not create the
 * extension.
 */
export const SEARCH_REMEDY =
  "create extension pg_trgm; " +
  "create index feedback_index_text on feedback_index using gin (search_text gin_trgm_ops);";

/** Returns false when PostgreSQL has no text index: searches then read every item. */
export function searchIsIndexed(database: StoreDatabase): Promise<boolean> {
  return hasTextIndex(database.query, database.engine, FEEDBACK_TEXT);
}
