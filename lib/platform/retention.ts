import "server-only";
import type { Transaction } from "kysely";
import { updateEntries } from "./entries.ts";
import { lockRevision } from "./feed.ts";
import type { PlatformDatabase, PlatformQuery, PlatformSchema } from "./schema/schema.ts";

interface Removal {
  before: number;
  limit: number;
  /** Called before the transaction commits, if it removes something. */
  record?: () => Promise<void>;
}

/**
 * Removes the contacts of entries from before `before`, at most `limit` of a project at once. Entries
 * without a date count as older.
 * @returns the number of changed entries; 0 when none is left
 */
export function removeOldContacts(
  { query }: PlatformDatabase,
  { before, limit, record }: Removal,
): Promise<number> {
  return query.transaction().execute(async (trx) => {
    const old = trx
      .selectFrom("platform_entry")
      .where("sort_at", "<", before)
      .where("entry", "like", '%"contact":"%');
    const first = await old.select("project_id").limit(1).executeTakeFirst();
    if (!first) return removeSuspectedContacts(trx, { before, limit, record });
    const { project_id: projectId } = first;
    const rows = await old
      .select("id")
      .where("project_id", "=", projectId)
      .orderBy("id")
      .limit(limit)
      .execute();
    const ids = rows.map(({ id }) => id);
    const changed = await updateEntries(trx, projectId, ids, (entry) => ({
      ...entry,
      contact: null,
    }));
    if (changed > 0) await record?.();
    return changed;
  });
}

/** Does the same for what was held as suspected spam. */
async function removeSuspectedContacts(
  trx: Transaction<PlatformSchema>,
  { before, limit, record }: Removal,
): Promise<number> {
  const rows = await trx
    .selectFrom("platform_submission")
    .select(["project_id", "entry_id", "suspected_entry"])
    .where("received_at", "<", before)
    .where("suspected_entry", "like", '%"contact":"%')
    .limit(limit)
    .execute();
  for (const { project_id, entry_id, suspected_entry } of rows) {
    const entry = { ...JSON.parse(suspected_entry ?? "{}"), contact: null };
    await trx
      .updateTable("platform_submission")
      .set({ suspected_entry: JSON.stringify(entry) })
      .where("project_id", "=", project_id)
      .where("entry_id", "=", entry_id)
      .execute();
  }
  if (rows.length === 0) return removeImportedContacts(trx, { before, limit, record });
  await record?.();
  return rows.length;
}

/** Does the same for the records of imports' changes, which are kept to undo them. */
async function removeImportedContacts(
  trx: Transaction<PlatformSchema>,
  { before: olderThan, limit, record }: Removal,
): Promise<number> {
  const contact = '%"contact":"%';
  const rows = await trx
    .selectFrom("platform_import_change as change")
    .innerJoin("platform_entry as entry", (join) =>
      join
        .onRef("entry.project_id", "=", "change.project_id")
        .onRef("entry.id", "=", "change.entry_id"),
    )
    .select(["change.import_number", "change.entry_id", "change.before", "change.after"])
    .where("entry.sort_at", "<", olderThan)
    .where((eb) =>
      eb.or([eb("change.before", "like", contact), eb("change.after", "like", contact)]),
    )
    .limit(limit)
    .execute();
  const withoutContact = (text: string | null) => {
    const values = JSON.parse(text ?? "{}");
    return JSON.stringify("contact" in values ? { ...values, contact: null } : values);
  };
  for (const { import_number, entry_id, before, after } of rows) {
    await trx
      .updateTable("platform_import_change")
      .set({ before: withoutContact(before), after: withoutContact(after) })
      .where("import_number", "=", import_number)
      .where("entry_id", "=", entry_id)
      .execute();
  }
  if (rows.length > 0) await record?.();
  return rows.length;
}

/**
 * Deletes suspected spam that was received before `before`, at most `limit` posts of a project at
 * once.
 * @returns the number of deleted submissions; 0 when none is left
 */
export function removeOldSpamPosts(
  { query }: PlatformDatabase,
  { before, limit, record }: Removal,
): Promise<number> {
  const old = (from: PlatformQuery) =>
    from
      .selectFrom("platform_submission")
      .where("received_at", "<", before)
      .where("suspected_entry", "is not", null)
      .limit(limit);
  return query.transaction().execute(async (trx) => {
    const first = await old(trx).select("project_id").executeTakeFirst();
    if (!first) return 0;
    const { project_id: projectId } = first;
    // A post that is restored at the same moment isn't suspected afterwards.
    await lockRevision(trx, projectId);
    const ids = old(trx).select("entry_id").where("project_id", "=", projectId);
    const { numDeletedRows } = await trx
      .deleteFrom("platform_submission")
      .where("project_id", "=", projectId)
      .where("entry_id", "in", ids)
      .where("suspected_entry", "is not", null)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await record?.();
    return Number(numDeletedRows);
  });
}

/**
 * Removes the agent's output for prompts that were done before `before`, at most `limit` at once.
 * @returns the number of removed outputs; 0 when none is left
 */
export function removeOldOutput(
  { query }: PlatformDatabase,
  { before, limit, record }: Removal,
): Promise<number> {
  return query.transaction().execute(async (trx) => {
    const old = trx
      .selectFrom("platform_output")
      .innerJoin("platform_job_message", "platform_job_message.id", "platform_output.message_id")
      .select("platform_output.message_id")
      .where("platform_job_message.done_at", "<", before)
      .limit(limit);
    const { numDeletedRows } = await trx
      .deleteFrom("platform_output")
      .where("message_id", "in", old)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await record?.();
    return Number(numDeletedRows);
  });
}
