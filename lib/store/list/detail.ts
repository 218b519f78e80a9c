import "server-only";
import type { FeedbackDetail } from "../../contract/api/feedback.ts";
import { stripNul } from "../../database/dialect.ts";
import { maskContact } from "../../text/email-addresses.ts";
import { assignedPeople } from "../changes/fields/assignee.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { dismissalReasons } from "../write/dismissals.ts";
import { itemHistory } from "../write/history.ts";
import { labelList, labelsOf } from "../write/labels.ts";
import { missingItem } from "../write/missing-item.ts";
import { itemNotes } from "../write/notes.ts";
import { reasonsOf } from "../write/reasons.ts";
import { snoozeColumns, snoozeIn } from "../write/snoozes.ts";
import { helpfulOf, jobReference, knownNoise, linkedJobs, reopenedFrom } from "./row.ts";

/** The documented keys of a feedback entry (docs/contract/platform.md, "Feedback entry"). */
const NAMED = new Set([
  "id",
  "path",
  "comment",
  "createdAt",
  "source",
  "status",
  "helpful",
  "contact",
  "code",
  "filename",
  "lang",
]);

/** An item's stored fields. */
export type StoredDetail = Omit<FeedbackDetail, "liveUrl" | "mayHavePassage" | "warnings">;

/** Returns all stored facts about one item, its contact masked. @throws {NotFound} */
export async function feedbackDetail(
  db: StoreQuery,
  projectId: string,
  id: string,
): Promise<StoredDetail> {
  const row = await db
    .selectFrom("feedback")
    .selectAll()
    .select([labelList.as("labels"), reopenedFrom.as("reopened_from"), ...snoozeColumns])
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .executeTakeFirst();
  if (!row) throw await missingItem(db, projectId, id);
  const received = receivedKeys(row.raw);
  const { createdAt } = received;
  return {
    id: row.id,
    source: row.source,
    status: row.team_status,
    platformStatus: row.platform_status,
    assignee: (await assignedPeople(db, projectId, [row.id])).get(row.id) ?? null,
    dismissedFor: (await dismissalReasons(db, projectId, [row.id])).get(row.id) ?? null,
    labels: labelsOf(row.labels),
    history: await itemHistory(db, projectId, row.id),
    path: row.path,
    page: row.page,
    comment: row.comment,
    reasons: reasonsOf(row),
    createdAt: row.created_at,
    createdAtText: row.created_at === null && typeof createdAt === "string" ? createdAt : null,
    helpful: helpfulOf(row),
    noise: knownNoise(row.noise),
    ...(row.reopened_from === null ? {} : { changedSince: row.reopened_from }),
    ...snoozeIn(row),
    contact: row.contact === null ? null : maskContact(row.contact),
    code: row.code,
    filename: row.filename,
    lang: row.lang,
    firstSeenAt: row.first_seen_at,
    observedAt: row.observed_at,
    deletedAt: row.deleted_at,
    extra: Object.fromEntries(Object.entries(received).filter(([key]) => !NAMED.has(key))),
    notes: await itemNotes(db, projectId, row.id),
    jobs: await jobsOf(db, projectId, row.id),
  };
}

/**
 * Returns the reader's contact unmasked, or null when the item has none.
 * @throws {NotFound} for an item that the project doesn't have
 */
export async function feedbackContact(
  db: StoreQuery,
  projectId: string,
  id: string,
): Promise<string | null> {
  const row = await db
    .selectFrom("feedback")
    .select("contact")
    .where("project_id", "=", projectId)
    .where("id", "=", stripNul(id))
    .executeTakeFirst();
  if (!row) throw await missingItem(db, projectId, id);
  return row.contact;
}

/** Returns all jobs that include the item, newest first, rejected ones included. */
async function jobsOf(db: StoreQuery, projectId: string, id: string) {
  const jobs = await linkedJobs(db, projectId)
    .where("job_feedback.feedback_id", "=", id)
    .orderBy("job.created_at", "desc")
    .orderBy("job.id", "desc")
    .execute();
  return jobs.map(jobReference);
}

function receivedKeys(raw: string): Record<string, unknown> {
  const received: unknown = JSON.parse(raw);
  return typeof received === "object" && received !== null ? { ...received } : {};
}
