import "server-only";
import { sql, type Transaction } from "kysely";
import type { FeedbackEntry } from "../../contract/platform/feedback.ts";
import { inChunks } from "../../database/chunks.ts";
import { InvalidRequest, NotFound } from "../../errors.ts";
import { toEntryRow } from "../entries.ts";
import { lockRevision } from "../feed.ts";
import type { PlatformDatabase, PlatformQuery, PlatformSchema } from "../schema/schema.ts";
import { writeEntries } from "../write-entries.ts";

/** A submission that was held. `receivedAt` is epoch milliseconds. */
export interface SpamPost {
  entry: FeedbackEntry;
  /** Why it looks like spam, as a sentence. */
  reason: string;
  receivedAt: number;
}

/** One page of the list. */
export interface SpamPostPage {
  spamPosts: SpamPost[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** Submissions that look like spam. They aren't exported until someone restores them. */
export interface SpamPosts {
  /**
   * Returns the newest ones first.
   * @param options.cursor from the previous page; null for the first
   * @throws {InvalidRequest} if the cursor is invalid
   */
  list(projectId: string, options: { limit: number; cursor: string | null }): Promise<SpamPostPage>;
  count(projectId: string): Promise<number>;
  /** Accepts a submission. Restoring twice does nothing. @throws {NotFound} */
  restore(projectId: string, entryId: string): Promise<void>;
  /**
   * Deletes submissions. IDs of others are ignored, also of those that are restored at the same moment.
   * @param record called before the transaction commits, with the IDs, if it deletes something
   * @returns the number of deleted ones
   */
  delete(
    projectId: string,
    entryIds: readonly string[],
    record: (deleted: readonly string[]) => Promise<void>,
  ): Promise<number>;
}

export function createSpamPosts({ query }: PlatformDatabase): SpamPosts {
  const suspected = (from: PlatformQuery, projectId: string) =>
    from
      .selectFrom("platform_submission")
      .where("project_id", "=", projectId)
      .where("suspected_entry", "is not", null);
  return {
    list: async (projectId, { limit, cursor }) => {
      const before = cursor === null ? null : positionOf(cursor);
      const rows = await suspected(query, projectId)
        .select(["entry_id", "suspected_entry", "suspicion", "received_at"])
        .$if(before !== null, (rest) =>
          rest.where(
            sql<boolean>`(received_at, entry_id) < (${before?.receivedAt}, ${before?.entryId})`,
          ),
        )
        .orderBy("received_at", "desc")
        .orderBy("entry_id", "desc")
        .limit(limit + 1)
        .execute();
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      return {
        spamPosts: page.map((row) => ({
          entry: JSON.parse(row.suspected_entry ?? ""),
          reason: row.suspicion ?? "",
          receivedAt: row.received_at,
        })),
        nextCursor: rows.length > limit && last ? `${last.received_at}.${last.entry_id}` : null,
      };
    },
    count: async (projectId) => {
      const { count } = await suspected(query, projectId)
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow();
      return count;
    },
    restore: (projectId, entryId) =>
      query.transaction().execute((trx) => restore(trx, projectId, entryId)),
    delete: (projectId, entryIds, record) =>
      query.transaction().execute(async (trx) => {
        await lockRevision(trx, projectId);
        const rows = await inChunks(entryIds, (ids) =>
          trx
            .deleteFrom("platform_submission")
            .where("project_id", "=", projectId)
            .where("entry_id", "in", ids)
            .where("suspected_entry", "is not", null)
            .returning("entry_id")
            .execute(),
        );
        const deleted = rows.map((row) => row.entry_id);
        if (deleted.length > 0) await record(deleted);
        return deleted.length;
      }),
  };
}

async function restore(
  trx: Transaction<PlatformSchema>,
  projectId: string,
  entryId: string,
): Promise<void> {
  const last = await lockRevision(trx, projectId);
  const found = await trx
    .selectFrom("platform_submission")
    .select("suspected_entry")
    .where("project_id", "=", projectId)
    .where("entry_id", "=", entryId)
    .executeTakeFirst();
  if (!found) throw new NotFound("This item doesn't exist or was deleted. Reload the list.");
  if (found.suspected_entry === null) return;
  const entry: FeedbackEntry = JSON.parse(found.suspected_entry);
  await writeEntries(trx, projectId, last, [toEntryRow(projectId, entry)]);
  await trx
    .updateTable("platform_submission")
    .set({ suspected_entry: null })
    .where("project_id", "=", projectId)
    .where("entry_id", "=", entryId)
    .execute();
}

/** Returns the position after which a page begins. @throws {InvalidRequest} */
function positionOf(cursor: string): { receivedAt: number; entryId: string } {
  const [, receivedAt, entryId] = /^(\d{1,15})\.(\w+)$/.exec(cursor) ?? [];
  if (receivedAt === undefined || entryId === undefined) {
    throw InvalidRequest.of(["cursor: isn't valid for this list"]);
  }
  return { receivedAt: Number(receivedAt), entryId };
}
