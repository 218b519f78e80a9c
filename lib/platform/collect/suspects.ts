import "server-only";
import type { FeedbackEntry } from "../../contract/platform/feedback.ts";
import type { Database } from "../../database/open.ts";
import { NotFound } from "../../errors.ts";
import { toEntryRow } from "../entries.ts";
import { lockRevision } from "../feed.ts";
import type { PlatformSchema } from "../schema.ts";
import { writeEntries } from "../write-entries.ts";

/** A submission that was kept aside. `receivedAt` is epoch milliseconds. */
export interface Suspect {
  entry: FeedbackEntry;
  /** Why it looks like spam, as a sentence. */
  reason: string;
  receivedAt: number;
}

/** Submissions that look like spam. They aren't exported until someone restores them. */
export interface Suspects {
  /** The newest ones. */
  list(projectId: string): Promise<Suspect[]>;
  /** Accepts a submission. Restoring twice does nothing. @throws {NotFound} */
  restore(projectId: string, entryId: string): Promise<void>;
}

const MAX_LISTED = 200;

export function openSuspects(database: Database<PlatformSchema>): Suspects {
  async function list(projectId: string): Promise<Suspect[]> {
    const rows = await database.query
      .selectFrom("platform_submission")
      .select(["suspected_entry", "suspicion", "received_at"])
      .where("project_id", "=", projectId)
      .where("suspected_entry", "is not", null)
      .orderBy("received_at", "desc")
      .limit(MAX_LISTED)
      .execute();
    return rows.map((row) => ({
      entry: JSON.parse(row.suspected_entry ?? ""),
      reason: row.suspicion ?? "",
      receivedAt: row.received_at,
    }));
  }

  async function restore(projectId: string, entryId: string): Promise<void> {
    await database.query.transaction().execute(async (trx) => {
      const last = await lockRevision(trx, projectId);
      const found = await trx
        .selectFrom("platform_submission")
        .select("suspected_entry")
        .where("project_id", "=", projectId)
        .where("entry_id", "=", entryId)
        .executeTakeFirst();
      if (!found) throw new NotFound("This item doesn't exist. Reload the list.");
      if (found.suspected_entry === null) return;
      const entry: FeedbackEntry = JSON.parse(found.suspected_entry);
      await writeEntries(trx, projectId, last, [toEntryRow(projectId, entry)]);
      await trx
        .updateTable("platform_submission")
        .set({ suspected_entry: null })
        .where("project_id", "=", projectId)
        .where("entry_id", "=", entryId)
        .execute();
    });
  }

  return { list, restore };
}
