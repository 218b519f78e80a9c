import "server-only";
import { decisionOfJob } from "../../contract/api/job-states.ts";
import { applyEdit, changedStatuses } from "../changes/apply.ts";
import type { StoreQuery } from "../schema/schema.ts";
import { feedbackInJob } from "../write/history.ts";
import { recordUnwritten } from "../write/status-writes.ts";
import { indexFeedbackText, lockFeedbackWrites } from "../write/write-lock.ts";
import { recordEvents } from "./events.ts";

/** The new job whose pending items are in progress from now on. */
export interface CreatedJob {
  id: string;
  project_id: string;
  created_at: number;
  by_name: string | null;
  by_id: string | null;
}

/**
 * Sets the job's pending items to in progress, as a decision of the person who created the job. Items
 * with another status keep it.
 * @param isWritable whether the platform takes statuses; they are written after the transaction
 */
export async function markInProgress(
  trx: StoreQuery,
  job: CreatedJob,
  isWritable: boolean,
): Promise<void> {
  const { id, project_id: projectId, created_at: at, by_name: by, by_id: byId } = job;
  const status = "in_progress";
  const change = decisionOfJob(id);
  await lockFeedbackWrites(trx, projectId);
  const pending = await feedbackInJob(trx, projectId, id, ["pending"]);
  if (pending.length === 0) return;
  const edit = { field: "status" as const, key: null, value: status, change, at, by, byId };
  const { changes } = await applyEdit(trx, projectId, pending, edit);
  await indexFeedbackText(trx);
  const detail = { status, count: changes.length, undo: change, by };
  await recordEvents(trx, job, at, [{ kind: "feedback", detail }]);
  if (isWritable) {
    await recordUnwritten(trx, projectId, { id: change, at }, changedStatuses(changes));
  }
}
