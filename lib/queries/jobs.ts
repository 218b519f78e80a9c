import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Job, JobDetail, JobPage } from "../contract/dashboard.ts";
import type {
  FeedbackChange,
  FeedbackUndone,
  JobCounts,
  JobMessage,
  JobReport,
} from "../contract/ledger.ts";
import { fetchJson } from "./fetch-json.ts";

const jobs = (projectId: string) => `/api/projects/${encodeURIComponent(projectId)}/jobs`;

/** Milliseconds between two looks at a job that still works; an old one changes less often. */
const POLL_INTERVAL = 1_000;
const SLOW_POLL_INTERVAL = 5_000;
const YOUNG = 120_000;

/** Which jobs a list has, in the words of its address; what is left out does not choose. */
export interface JobListFilter {
  /** States, separated by commas. */
  status?: string;
  /** A documentation page. */
  page?: string;
  /** `me`: only what waits for a person. */
  needs?: "me";
}

export const jobList = (projectId: string, filter: JobListFilter = {}) => {
  const chosen = new URLSearchParams({ limit: "50", ...filter }).toString();
  return infiniteQueryOptions({
    queryKey: ["jobs", projectId, "list", chosen],
    queryFn: ({ pageParam, signal }) =>
      fetchJson<JobPage>(
        `${jobs(projectId)}?${chosen}${pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : ""}`,
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.jobs.some(isMoving)) ? SLOW_POLL_INTERVAL : false,
  });
};

/** For the badge beside "Agent jobs". */
export const jobCounts = (projectId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "counts"],
    queryFn: ({ signal }) => fetchJson<JobCounts>(`${jobs(projectId)}/counts`, { signal }),
    refetchInterval: SLOW_POLL_INTERVAL,
  });

export const jobDetail = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "job", jobId],
    queryFn: ({ signal }) =>
      fetchJson<{ job: JobDetail }>(`${jobs(projectId)}/${encodeURIComponent(jobId)}`, { signal }),
    select: ({ job }) => job,
    // The next look is a second away; what is on screen says when one failed.
    retry: false,
    refetchInterval: ({ state }) => (state.data ? pollInterval(state.data.job) : false),
  });

/** Creates the job of an intent, once: the same intent again gives the same job. */
export function createJob(
  projectId: string,
  intent: { intentKey: string; prompt: string; feedbackIds: string[] },
): Promise<{ job: Job }> {
  return fetchJson(jobs(projectId), { method: "POST", body: intent });
}

const job = (projectId: string, jobId: string, part = "") =>
  `${jobs(projectId)}/${encodeURIComponent(jobId)}${part}`;

/** Archives a finished job on the embedded platform. */
export function archiveJob(projectId: string, jobId: string): Promise<{ job: Job }> {
  return fetchJson(job(projectId, jobId, "/archive"), { method: "POST" });
}

/** Why a job failed and what its agent said, which only the embedded platform can tell. */
export const jobReport = (projectId: string, jobId: string, moving: boolean) =>
  queryOptions({
    queryKey: ["jobs", projectId, "report", jobId],
    queryFn: ({ signal }) =>
      fetchJson<{ report: JobReport }>(job(projectId, jobId, "/report"), { signal }),
    select: ({ report }) => report,
    refetchInterval: moving ? SLOW_POLL_INTERVAL : false,
    retry: false,
  });

export type Resolution =
  | { outcome: "exists"; platformJobId: string }
  | { outcome: "again"; intentKey: string }
  | { outcome: "not_created" | "cancel" | "set_aside" };

/** Says what became of a job where the platform did not; `retry` is the job sent instead. */
export function resolveJob(
  projectId: string,
  jobId: string,
  resolution: Resolution,
): Promise<{ job: Job; retry: Job | null }> {
  return fetchJson(job(projectId, jobId, "/resolution"), { method: "POST", body: resolution });
}

/** Sends a follow-up of an intent, once. */
export function sendMessage(
  projectId: string,
  jobId: string,
  message: { intentKey: string; prompt: string },
): Promise<{ job: Job; message: JobMessage }> {
  return fetchJson(job(projectId, jobId, "/messages"), { method: "POST", body: message });
}

/** Takes back a follow-up that waits. */
export function cancelMessage(projectId: string, jobId: string, messageId: string) {
  const part = `/messages/${encodeURIComponent(messageId)}/cancel`;
  return fetchJson<{ message: JobMessage }>(job(projectId, jobId, part), { method: "POST" });
}

/** Does what a job offers for the feedback behind it. */
export function acceptOffer(projectId: string, jobId: string): Promise<FeedbackChange> {
  return fetchJson(job(projectId, jobId, "/resolve"), { method: "POST" });
}

/** Takes a change of feedback back. */
export function undoFeedback(projectId: string, token: string): Promise<FeedbackUndone> {
  const project = encodeURIComponent(projectId);
  return fetchJson(`/api/projects/${project}/feedback/undo`, { method: "POST", body: { token } });
}

/** Whether the platform may still change this job, so that looking again makes sense. */
export function isMoving({ nextPollAt, state }: Job): boolean {
  return nextPollAt !== null || state === "intent" || state === "sending";
}

/** An open pull request is settled elsewhere; the server looks at it with growing gaps. */
const PULL_INTERVAL = 15_000;

function pollInterval(job: Job): number | false {
  if (isMoving(job)) {
    return Date.now() - job.createdAt < YOUNG ? POLL_INTERVAL : SLOW_POLL_INTERVAL;
  }
  return job.prState === "open" ? PULL_INTERVAL : false;
}
