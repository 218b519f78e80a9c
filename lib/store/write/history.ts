import "server-only";
import { type FeedbackEvent, feedbackEvent } from "../../contract/api/feedback.ts";
import type { StoreQuery } from "../schema/schema.ts";

/** Starts a query of the items of jobs. */
export function itemsOfJobs(db: StoreQuery, projectId: string, jobs: readonly string[]) {
  return db
    .selectFrom("job_feedback")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "job_feedback.project_id")
        .onRef("feedback.id", "=", "job_feedback.feedback_id"),
    )
    .where("job_feedback.project_id", "=", projectId)
    .where("job_feedback.job_id", "in", jobs);
}

/** Returns the IDs of a job's items that have one of the statuses. */
export async function feedbackInJob(
  db: StoreQuery,
  projectId: string,
  jobId: string,
  statuses: readonly string[],
): Promise<string[]> {
  const rows = await itemsOfJobs(db, projectId, [jobId])
    .select("feedback.id")
    .where("feedback.team_status", "in", statuses)
    .orderBy("feedback.id")
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Returns the changes of an item's fields, oldest first. One that wasn't applied because of a later
 * change is where it was made, the others are in the order in which they took effect.
 */
export async function itemHistory(
  db: StoreQuery,
  projectId: string,
  feedbackId: string,
): Promise<FeedbackEvent[]> {
  const rows = await db
    .selectFrom("feedback_event")
    .select(["id", "at", "kind", "field", "from_value", "to_value", "set_by_name", "texts"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "=", feedbackId)
    .orderBy("id")
    .execute();
  let latest = 0;
  const inOrder = rows.map((row) => {
    if (row.kind === "superseded") return row;
    latest = Math.max(latest, row.at);
    return { ...row, at: latest };
  });
  inOrder.sort((one, other) => one.at - other.at);
  return inOrder.map(
    ({ id, at, kind, field, from_value: from, to_value: to, set_by_name: by, texts }) => ({
      id,
      at,
      kind: feedbackEvent.shape.kind.catch("platform").parse(kind),
      field: feedbackEvent.shape.field.catch("status").parse(field),
      from,
      to,
      by,
      ...(texts === null ? {} : { texts: JSON.parse(texts) }),
    }),
  );
}
