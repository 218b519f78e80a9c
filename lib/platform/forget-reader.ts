import "server-only";
import type { Database } from "../database/open.ts";
import { rewriteText } from "../database/rewrite-text.ts";
import {
  entryWithoutAddresses,
  type ReaderSearch,
  withoutAddresses,
} from "../text/reader-address.ts";
import { lockImport } from "./import-lock.ts";
import type { PlatformSchema } from "./schema.ts";

const TEXTS = [
  { table: "platform_job_message", key: ["id"], column: "prompt" },
  { table: "platform_output", key: ["message_id"], column: "output" },
  { table: "platform_pull", key: ["number"], column: "title" },
  { table: "platform_pull", key: ["number"], column: "body" },
  { table: "platform_job", key: ["id"], column: "failure" },
] as const;
const ENTRIES = { table: "platform_entry", key: ["project_id", "id"], column: "entry" };

/**
 * Removes a reader's address from entries, prompts, outputs, and pull requests. Can be repeated.
 * @returns the number of changed rows
 */
export async function forgetReader(
  database: Database<PlatformSchema>,
  { isForgotten, part }: ReaderSearch,
): Promise<number> {
  const { query } = database;
  for (const { id } of await query.selectFrom("platform_project").select("id").execute()) {
    // An import that doesn't know the reader yet has written its batch after this.
    await query.transaction().execute((trx) => lockImport(trx, id));
  }
  let changed = await rewriteText(database, ENTRIES, part, (entry) =>
    JSON.stringify(entryWithoutAddresses(JSON.parse(entry), isForgotten)),
  );
  for (const column of TEXTS) {
    changed += await rewriteText(database, column, part, (text) =>
      withoutAddresses(text, isForgotten),
    );
  }
  return changed;
}
