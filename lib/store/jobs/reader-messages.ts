import "server-only";
import type { Clock } from "../../clock.ts";
import type { Actor } from "../../contract/api/people.ts";
import { stripNul } from "../../database/dialect.ts";
import { Conflict, NotFound } from "../../errors.ts";
import { mailAddress } from "../../text/mail-address.ts";
import { normalizedAddress } from "../../text/reader-address.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { itemsOfJobs } from "../write/history.ts";
import { feedbackTransaction } from "../write/write-lock.ts";

/** A reader who left an email address, with the items that a merged job resolved. */
export interface ResolvedReader {
  /** The address as the reader typed it. */
  contact: string;
  items: { id: string; path: string; page: string; comment: string | null }[];
  /** When and by whom the message was last opened; null unless it was for all of the items. */
  opened: { at: number; by: string } | null;
}

export type ReaderMessages = ReturnType<typeof createReaderMessages>;

/** The messages to readers about resolved items. Sends nothing: it remembers which messages were opened. */
export function createReaderMessages(query: StoreQuery, clock: Clock) {
  return {
    /** Returns the readers of a merged job, the first who wrote first. @throws {NotFound} */
    list: (projectId: string, jobId: string) => readersOf(query, projectId, jobId),
    /**
     * Remembers that the message to an item's reader was opened, for all of the reader's items in the job.
     * @param options.again although it was opened before
     * @param record called before the transaction commits
     * @returns the reader's address
     * @throws {NotFound} @throws {Conflict} if it was opened before
     */
    open: (
      projectId: string,
      jobId: string,
      feedbackId: string,
      {
        by,
        again,
        record,
      }: { by: Actor; again: boolean; record: (trx: StoreQuery) => Promise<void> },
    ) =>
      feedbackTransaction(query, projectId, async (trx) => {
        const readers = await readersOf(trx, projectId, jobId);
        const reader = readers.find(({ items }) => items.some(({ id }) => id === feedbackId));
        if (!reader) {
          throw new NotFound(
            "This reader left no email address, or the item isn't resolved anymore. Reload the page.",
          );
        }
        if (reader.opened && !again) {
          throw new Conflict(
            `${reader.opened.by} already opened the message to this reader. Reload to see when.`,
          );
        }
        const opened = { job_id: jobId, opened_at: clock.now(), by_name: by.name };
        await trx
          .insertInto("reader_message")
          .values(
            reader.items.map(({ id }) => ({ project_id: projectId, feedback_id: id, ...opened })),
          )
          .onConflict((conflict) =>
            conflict.columns(["project_id", "feedback_id"]).doUpdateSet(opened),
          )
          .execute();
        await record(trx);
        return reader.contact;
      }),
  };
}

async function readersOf(
  db: StoreQuery,
  projectId: string,
  jobId: string,
): Promise<ResolvedReader[]> {
  const job = await db
    .selectFrom("job")
    .select("pr_state")
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(jobId))
    .executeTakeFirst();
  if (!job) throw new NotFound("This job doesn't exist or was deleted.");
  if (job.pr_state !== "merged") return [];
  const rows = await itemsOfJobs(db, projectId, [jobId])
    .leftJoin("reader_message", (join) =>
      join
        .onRef("reader_message.project_id", "=", "feedback.project_id")
        .onRef("reader_message.feedback_id", "=", "feedback.id"),
    )
    .select(["feedback.id", "feedback.path", "feedback.page", "feedback.comment"])
    .select(["feedback.contact", "reader_message.opened_at", "reader_message.by_name"])
    .where("feedback.team_status", "=", "resolved")
    .where("feedback.contact", "is not", null)
    .orderBy("feedback.sort_at")
    .orderBy("feedback.id")
    .execute();
  return byReader(rows);
}

interface Row {
  id: string;
  path: string;
  page: string;
  comment: string | null;
  contact: string | null;
  opened_at: number | null;
  by_name: string | null;
}

/** One reader can have several items, and type the address in different ways. */
function byReader(rows: Row[]): ResolvedReader[] {
  const readers = Map.groupBy(rows, ({ contact }) => {
    const address = mailAddress(contact ?? "");
    return address === null ? null : normalizedAddress(address);
  });
  readers.delete(null);
  return [...readers.values()].map((own) => {
    const last = own.toSorted((a, b) => (b.opened_at ?? 0) - (a.opened_at ?? 0))[0];
    const isOpened = own.every((row) => row.opened_at !== null);
    return {
      contact: mailAddress(own[0]?.contact ?? "") ?? "",
      items: own.map(({ id, path, page, comment }) => ({ id, path, page, comment })),
      opened: isOpened && last ? { at: last.opened_at ?? 0, by: last.by_name ?? "" } : null,
    };
  });
}
