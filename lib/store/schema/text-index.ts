import "server-only";
import { type Kysely, sql } from "kysely";

/**
 * Creates the text index on PostgreSQL if it has `pg_trgm`. Managed servers may not allow it; search is slower then. Its
 * pending list, which every search reads completely, has at most 512 KiB.
 */
export async function createTextIndex(db: Kysely<unknown>): Promise<void> {
  if (!(await installTrigrams(db))) return;
  await sql`create index if not exists feedback_index_text on feedback_index
    using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 512)`.execute(db);
}

async function installTrigrams(db: Kysely<unknown>): Promise<boolean> {
  await sql`savepoint trigrams`.execute(db);
  try {
    await sql`create extension if not exists pg_trgm`.execute(db);
    await sql`release savepoint trigrams`.execute(db);
    return true;
  } catch {
    await sql`rollback to savepoint trigrams`.execute(db);
    return false;
  }
}
