import "server-only";
import type { FeedbackEntry } from "../contract/platform/feedback.ts";
import { containsPart, rewriteText } from "../database/rewrite-text.ts";
import {
  entryWithoutAddresses,
  type ReaderSearch,
  withoutAddresses,
  withoutAddressesInJson,
} from "../text/reader-address.ts";
import { updateEntries } from "./entries.ts";
import { lockRevision } from "./feed.ts";
import type { PlatformDatabase } from "./schema/schema.ts";

const TEXTS = [
  { table: "platform_job_message", key: ["id"], column: "prompt" },
  { table: "platform_output", key: ["message_id"], column: "output" },
  { table: "platform_output", key: ["message_id"], column: "progress" },
  { table: "platform_held_change", key: ["job_id"], column: "summary" },
  { table: "platform_pull", key: ["number"], column: "title" },
  { table: "platform_pull", key: ["number"], column: "body" },
  { table: "platform_job", key: ["id"], column: "failure" },
  { table: "platform_import", key: ["number"], column: "file" },
] as const;
/** JSON text. */
const JSON_TEXTS = [
  { table: "platform_submission", key: ["project_id", "entry_id"], column: "extras" },
  { table: "platform_import", key: ["number"], column: "decisions" },
] as const;
/** JSON of an entry's fields. */
const FIELDS = [
  { table: "platform_submission", key: ["project_id", "entry_id"], column: "suspected_entry" },
  { table: "platform_import_change", key: ["import_number", "entry_id"], column: "before" },
  { table: "platform_import_change", key: ["import_number", "entry_id"], column: "after" },
] as const;
/** Entries per read. */
const ENTRIES_PER_READ = 50;

/**
 * Removes a reader's address from entries, suspected spam, prompts, outputs, pull requests, and what
 * imports changed. Can be repeated.
 * @returns the number of changed rows
 */
export async function forgetReader(
  database: PlatformDatabase,
  { isForgotten, part }: ReaderSearch,
): Promise<number> {
  let changed = 0;
  const projects = await database.query.selectFrom("platform_project").select("id").execute();
  for (const { id } of projects) {
    // An import that started before the reader was deleted has written its batch by then.
    await database.query.transaction().execute((trx) => lockRevision(trx, id));
    changed += await forgetInEntries(database, id, { isForgotten, part });
  }
  for (const column of TEXTS) {
    changed += await rewriteText(database, column, part, (text) =>
      withoutAddresses(text, isForgotten),
    );
  }
  for (const column of JSON_TEXTS) {
    changed += await rewriteText(database, column, part, (text) =>
      withoutAddressesInJson(text, isForgotten),
    );
  }
  for (const column of FIELDS) {
    changed += await rewriteText(database, column, part, (text) =>
      JSON.stringify(entryWithoutAddresses(JSON.parse(text), isForgotten)),
    );
  }
  return changed;
}

async function forgetInEntries(
  { query, read }: PlatformDatabase,
  projectId: string,
  { isForgotten, part }: ReaderSearch,
): Promise<number> {
  const forget = (entry: FeedbackEntry) => entryWithoutAddresses(entry, isForgotten);
  let changed = 0;
  for (let after: string | null = ""; after !== null; ) {
    const rows: { id: string; entry: string }[] = await read
      .selectFrom("platform_entry")
      .select(["id", "entry"])
      .where("project_id", "=", projectId)
      .where("id", ">", after)
      .where(containsPart("entry", part))
      .orderBy("id")
      .limit(ENTRIES_PER_READ)
      .execute();
    const found = rows.filter(({ entry }) => JSON.stringify(forget(JSON.parse(entry))) !== entry);
    if (found.length > 0) {
      const ids = found.map(({ id }) => id);
      changed += await query
        .transaction()
        .execute((trx) => updateEntries(trx, projectId, ids, forget));
    }
    after = rows.length < ENTRIES_PER_READ ? null : (rows.at(-1)?.id ?? null);
  }
  return changed;
}
