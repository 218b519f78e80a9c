import type { FeedbackChange } from "../contract/api/feedback.ts";
import type { Job, JobMessage, OpenJob } from "../contract/api/jobs.ts";
import { fetchJson } from "./fetch-json.ts";

const jobs = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}/jobs`;
const job = (projectId: string, id: string) => `${jobs(projectId)}/${encodeURIComponent(id)}`;

/** What a person says became of a job. */
export type Resolution =
  | { outcome: "exists"; platformJobId: string }
  | { outcome: "again"; intentKey: string }
  | { outcome: "not_created" | "cancel" | "set_aside" };

/** Settles what the platform did not say; `retry` is the job that was sent instead. */
export function resolveJob(
  projectId: string,
  jobId: string,
  resolution: Resolution,
): Promise<{ job: Job; retry: Job | null }> {
  return fetchJson(`${job(projectId, jobId)}/resolution`, { method: "POST", body: resolution });
}

/** Sends a follow-up, once: the same intent again sends nothing more. */
export function sendMessage(
  projectId: string,
  jobId: string,
  message: { intentKey: string; prompt: string },
): Promise<{ job: Job; message: JobMessage }> {
  return fetchJson(`${job(projectId, jobId)}/messages`, { method: "POST", body: message });
}

/** Takes back a follow-up that waits. */
export function cancelMessage(
  projectId: string,
  jobId: string,
  messageId: string,
): Promise<{ message: JobMessage }> {
  const message = `${job(projectId, jobId)}/messages/${encodeURIComponent(messageId)}`;
  return fetchJson(`${message}/cancel`, { method: "POST" });
}

/** Does what the job offers for the feedback behind it. */
export function applySuggestedTriage(projectId: string, jobId: string): Promise<FeedbackChange> {
  return fetchJson(`${job(projectId, jobId)}/resolve`, { method: "POST" });
}

/** Which of the entries are behind a job that is not over. */
export function openJobsOf(projectId: string, feedbackIds: string[]): Promise<{ open: OpenJob[] }> {
  return fetchJson(`${jobs(projectId)}/check`, { method: "POST", body: { feedbackIds } });
}

/** Archives a finished job on the embedded platform. */
export function archiveJob(projectId: string, jobId: string): Promise<{ job: Job }> {
  return fetchJson(`${job(projectId, jobId)}/archive`, { method: "POST" });
}
