import "server-only";
import type { Kysely } from "kysely";
import { type FeedbackEvent, feedbackEvent } from "../../contract/api/feedback.ts";
import type { StoreSchema } from "../schema.ts";

/** Returns the IDs of a job's items that have one of the statuses. */
export async function feedbackInJob(
  db: Kysely<StoreSchema>,
  projectId: string,
  jobId: string,
  statuses: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("job_feedback")
    .innerJoin("feedback", (join) =>
      join
        .onRef("feedback.project_id", "=", "job_feedback.project_id")
        .onRef("feedback.id", "=", "job_feedback.feedback_id"),
    )
    .select("feedback.id")
    .where("job_feedback.project_id", "=", projectId)
    .where("job_feedback.job_id", "=", jobId)
    .where("feedback.team_status", "in", statuses)
    .orderBy("feedback.id")
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the changes of an item's status, oldest first. */
export async function statusHistory(
  db: Kysely<StoreSchema>,
  projectId: string,
  feedbackId: string,
): Promise<FeedbackEvent[]> {
  const rows = await db
    .selectFrom("feedback_event")
    .select(["id", "at", "kind", "from_status", "to_status", "set_by"])
    .where("project_id", "=", projectId)
    .where("feedback_id", "=", feedbackId)
    .orderBy("id")
    .execute();
  return rows.map(({ id, at, kind, from_status: from, to_status: to, set_by: by }) => ({
    id,
    at,
    kind: feedbackEvent.shape.kind.catch("platform").parse(kind),
    from,
    to,
    by,
  }));
}
