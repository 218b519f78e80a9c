import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import {
  createJob as createJobRoute,
  getJob,
  getJobReport,
  listJobs,
} from "../contract/api/job-routes.ts";
import { jobStatusWord, LEDGER_STATE } from "../contract/api/job-states.ts";
import type { Job } from "../contract/api/jobs.ts";
import { LIST_LIMIT } from "../contract/api/list-limits.ts";
import { PULL_STATE } from "../contract/api/pull-states.ts";
import { FIRST_CURSOR, request } from "./request.ts";

/** Milliseconds between two polls of an unsettled job. Older jobs are polled less often. */
const POLL_INTERVAL = 1_000;
const SLOW_POLL_INTERVAL = 5_000;
const NEW_JOB_MS = 120_000;

/** Filters of the job list, named as in the URL. Omitted filters match every job. */
export interface JobListFilter {
  /** Our states and the platform's statuses, separated by commas. */
  status?: string;
  /** A documentation page. */
  page?: string;
  /** ID of the person who created the job. */
  person?: string;
  /** The jobs that were created at once. */
  batch?: string;
  /** `me`: only jobs that need attention. */
  needs?: "me";
}

export const jobList = (projectId: string, filter: JobListFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ["jobs", projectId, "list", filter],
    queryFn: ({ pageParam, signal }) => {
      const limit = filter.batch && { limit: String(LIST_LIMIT.maximum) };
      const query = { ...filter, ...limit, ...(pageParam !== null && { cursor: pageParam }) };
      return request(listJobs, { params: { projectId }, query, signal });
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.jobs.some(isInProgress)) ? SLOW_POLL_INTERVAL : false,
  });

export const jobDetail = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "job", jobId],
    queryFn: ({ signal }) => request(getJob, { params: { projectId, jobId }, signal }),
    select: ({ job }) => job,
    // The next poll is a second away, and the page says when one failed.
    retry: false,
    refetchInterval: ({ state }) => (state.data ? pollInterval(state.data.job) : false),
  });

/** Creates a job. The same intent key again returns the same job. */
export function createJob(
  projectId: string,
  body: { intentKey: string; prompt: string; feedbackIds: string[]; batchId?: string },
) {
  return request(createJobRoute, { params: { projectId }, body });
}

/** Why a job failed and what its agent wrote. Only the built-in platform has this report. */
export const jobReport = (job: Job) => {
  const { projectId, id: jobId } = job;
  return queryOptions({
    // One cached report per state, so that the last one is read after the agent has ended.
    queryKey: ["jobs", projectId, "report", jobId, jobStatusWord(job)],
    queryFn: ({ signal }) => request(getJobReport, { params: { projectId, jobId }, signal }),
    select: ({ report }) => report,
    refetchInterval: isInProgress(job) ? SLOW_POLL_INTERVAL : false,
    retry: false,
  });
};

/** Whether the job may change without a person, so that screens poll it. */
export function isInProgress(job: Job): boolean {
  return job.nextPollAt !== null || (job.platformStatus === null && LEDGER_STATE[job.state].polls);
}

/** Milliseconds between two reads of an open pull request, which the server checks less and less. */
const PULL_INTERVAL = 8_000;

function pollInterval(job: Job): number | false {
  // The link arrives a moment before the server checks the pull request.
  const isUnchecked = job.prLink !== null && job.prState === null;
  if (isInProgress(job) || isUnchecked) {
    return Date.now() - job.createdAt < NEW_JOB_MS ? POLL_INTERVAL : SLOW_POLL_INTERVAL;
  }
  return job.prState !== null && !PULL_STATE[job.prState].settled ? PULL_INTERVAL : false;
}
