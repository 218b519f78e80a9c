import { queryOptions } from "@tanstack/react-query";
import { undoFeedbackChange } from "../contract/api/item-routes.ts";
import * as jobRoutes from "../contract/api/job-routes.ts";
import type { JobOutcomeRequest, SuggestedTriage } from "../contract/api/jobs.ts";
import type { HeldRequest } from "../contract/api/leash.ts";
import { fetchInChunks } from "./fetch-in-chunks.ts";
import { request } from "./request.ts";

/** Sets the outcome of a job that the platform didn't report. `retry` is the job sent instead. */
export function setJobOutcome(projectId: string, jobId: string, outcome: JobOutcomeRequest) {
  return request(jobRoutes.setJobOutcome, { params: { projectId, jobId }, body: outcome });
}

/** Stops a running job on the built-in platform. @param keep whether what was done becomes a pull request */
export function stopJob(projectId: string, jobId: string, keep: boolean) {
  return request(jobRoutes.stopJob, { params: { projectId, jobId }, body: { keep } });
}

/** A page of a change that goes beyond what the agent may change. */
export const heldDiff = (projectId: string, jobId: string, page: number) =>
  queryOptions({
    queryKey: ["jobs", projectId, "held", jobId, page],
    queryFn: ({ signal }) =>
      request(jobRoutes.getHeldChange, {
        params: { projectId, jobId },
        query: { page: String(page) },
        signal,
      }),
    select: ({ diff }) => diff,
  });

/** Decides on such a change, as the person saw it. */
export function decideHeldChange(projectId: string, jobId: string, decided: HeldRequest) {
  return request(jobRoutes.decideHeldChange, { params: { projectId, jobId }, body: decided });
}

/** Says what a project's agents may change. */
export const agentLeash = (projectId: string) =>
  queryOptions({
    queryKey: ["settings", projectId, "leash"],
    queryFn: ({ signal }) => request(jobRoutes.getLeash, { params: { projectId }, signal }),
    staleTime: 0,
  });

/** Polls a job now, unless it was polled in the last seconds. */
export function checkJob(projectId: string, jobId: string) {
  return request(jobRoutes.checkJob, { params: { projectId, jobId } });
}

/** Sends a follow-up message. Sending the same intent key again has no effect. */
export function sendMessage(
  projectId: string,
  jobId: string,
  message: { intentKey: string; prompt: string; comments?: string[] },
) {
  return request(jobRoutes.sendMessage, { params: { projectId, jobId }, body: message });
}

/** Cancels a scheduled follow-up message. */
export function cancelMessage(projectId: string, jobId: string, messageId: string) {
  return request(jobRoutes.cancelMessage, { params: { projectId, jobId, messageId } });
}

/** Applies the suggested triage to the feedback linked to a job, as the person saw it. */
export function applySuggestedTriage(
  projectId: string,
  jobId: string,
  { count, returned }: SuggestedTriage,
) {
  return request(jobRoutes.applySuggestedTriage, {
    params: { projectId, jobId },
    body: { count, returned },
  });
}

/** Open jobs that some of the items are already linked to. Never cached: each step checks again. */
export const openJobs = (projectId: string, feedbackIds: readonly string[]) =>
  queryOptions({
    queryKey: ["jobs", projectId, "open", feedbackIds],
    queryFn: () =>
      fetchInChunks(feedbackIds, async (part) => {
        const body = { feedbackIds: part };
        return (await request(jobRoutes.findOpenJobs, { params: { projectId }, body })).open;
      }),
    staleTime: 0,
    gcTime: 0,
  });

/** Archives a finished job on the built-in platform. */
export function archiveJob(projectId: string, jobId: string) {
  return request(jobRoutes.archiveJob, { params: { projectId, jobId } });
}

/** Undoes a change for the items that weren't changed again since. */
export function undoChange(projectId: string, token: string) {
  return request(undoFeedbackChange, { params: { projectId }, body: { token } });
}

/** The readers who left an address with what a merged job resolved. */
export const readersToNotify = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "readers", jobId],
    queryFn: ({ signal }) =>
      request(jobRoutes.listReadersToNotify, { params: { projectId, jobId }, signal }),
  });

/** Returns a reader's address, and remembers that the message was opened. Each request is in the audit log. */
export function openMessage(
  projectId: string,
  jobId: string,
  { feedbackId, again }: { feedbackId: string; again: boolean },
) {
  const params = { projectId, jobId, feedbackId };
  return request(jobRoutes.openReaderMessage, { params, body: { again } });
}
