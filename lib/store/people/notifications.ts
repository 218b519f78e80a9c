import "server-only";
import { sql } from "kysely";
import type { Notification, ReadNotifications } from "../../contract/api/notifications.ts";
import { stripNul } from "../../database/dialect.ts";
import { titleOfJob } from "../../text/prompt-title.ts";
import { promptStart } from "../jobs/read.ts";
import { itemSubjects } from "../reports/subjects.ts";
import type { StoreDatabase, StoreQuery } from "../schema/schema.ts";

const NOTIFICATIONS_PER_PAGE = 50;

export type NotificationStore = ReturnType<typeof createNotificationStore>;

/**
 * A person's notifications.
 * @param now returns epoch milliseconds
 */
export function createNotificationStore(
  { query, read }: Pick<StoreDatabase, "query" | "read">,
  now: () => number,
) {
  const unread = async (projectId: string, person: string) => {
    const row = await own(query, projectId, person)
      .select(({ fn }) => fn.count<number>("topic").distinct().as("topics"))
      .where("read_at", "is", null)
      .executeTakeFirstOrThrow();
    return row.topics;
  };
  return {
    /** Counts the unread ones. */
    unread,
    /** Returns up to 50 notifications, newest first. @param before the ID where the last page ended */
    list: async (projectId: string, person: string, before: number | null) => {
      // A person can have very many, which takes long.
      let topics = topicsOf(read, projectId, person);
      if (before !== null) topics = topics.having(({ fn }) => fn.max("id"), "<", before);
      const found = await topics.execute();
      const shown = found.slice(0, NOTIFICATIONS_PER_PAGE);
      const subjects = await subjectsOf(query, projectId, shown);
      return {
        unread: await unread(projectId, person),
        nextBefore: found.length > NOTIFICATIONS_PER_PAGE ? (shown.at(-1)?.id ?? null) : null,
        notifications: shown.map(
          ({ unread: open, ...row }): Notification => ({
            ...row,
            isRead: open === 0,
            ...(subjects.get(row.feedbackId ?? row.jobId ?? "") ?? { subject: "" }),
          }),
        ),
      };
    },
    /** Marks notifications as read and returns how many are unread after it. */
    markRead: async (projectId: string, person: string, which: ReadNotifications) => {
      const marked = query
        .updateTable("notification")
        .set({ read_at: now() })
        .where("person_id", "=", person)
        .where("project_id", "=", projectId)
        .where("ended_by", "is", null)
        .where("read_at", "is", null);
      const { upTo } = which;
      const older = upTo === undefined ? marked : marked.where("id", "<=", upTo);
      const chosen = "topic" in which ? older.where("topic", "=", stripNul(which.topic)) : older;
      await chosen.execute();
      return unread(projectId, person);
    },
  };
}

function own(db: StoreQuery, projectId: string, person: string) {
  return db
    .selectFrom("notification")
    .where("person_id", "=", person)
    .where("project_id", "=", projectId)
    .where("ended_by", "is", null);
}

/** The newest topics, and one more than are shown. */
function topicsOf(db: StoreQuery, projectId: string, person: string) {
  return own(db, projectId, person)
    .select(({ fn, eb }) => [
      ...(["topic", "kind"] as const),
      fn.max("id").as("id"),
      fn.max("at").as("at"),
      fn.max("by_name").as("by"),
      fn.countAll<number>().as("items"),
      fn.min("feedback_id").as("feedbackId"),
      fn.min("job_id").as("jobId"),
      fn
        .countAll<number>()
        .filterWhere(eb("read_at", "is", null))
        .as("unread"),
    ])
    .groupBy(["topic", "kind"])
    .orderBy(sql`max(id)`, "desc")
    .limit(NOTIFICATIONS_PER_PAGE + 1);
}

/** Returns the topic of a notification, and whether it is a job whose pull request can be reviewed. */
type Subject = Pick<Notification, "subject" | "isReady">;

/** Returns what notifications are about, by the ID of the item or job. */
async function subjectsOf(
  db: StoreQuery,
  projectId: string,
  rows: readonly { feedbackId: string | null; jobId: string | null }[],
): Promise<Map<string, Subject>> {
  const items = rows.flatMap(({ feedbackId }) => feedbackId ?? []);
  const jobs = rows.flatMap(({ jobId }) => jobId ?? []);
  const comments = await itemSubjects(db, projectId, items);
  const subjects = new Map<string, Subject>(
    [...comments].map(([id, subject]) => [id, { subject }]),
  );
  if (jobs.length > 0) {
    const found = await db
      .selectFrom("job")
      .select(["id", "title", "pr_state", promptStart])
      .where("project_id", "=", projectId)
      .where("id", "in", jobs)
      .execute();
    for (const job of found) {
      subjects.set(job.id, { subject: titleOfJob(job), isReady: job.pr_state === "open" });
    }
  }
  return subjects;
}

/**
 * Removes notifications from before `before` (epoch milliseconds), read or not, at most `limit`.
 * @returns the number of removed rows; 0 when none is left
 */
export async function removeOldNotifications(
  query: StoreQuery,
  before: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await query
    .deleteFrom("notification")
    .where("id", "in", (eb) =>
      eb
        .selectFrom("notification")
        .select("id")
        .where("at", "<", before)
        .orderBy("id")
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
