import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import * as jobRoutes from "../contract/api/job-routes.ts";
import { jobStatusWord, LEDGER_STATE } from "../contract/api/job-states.ts";
import type { Job, JobReport } from "../contract/api/jobs.ts";
import { LIST_LIMIT } from "../contract/api/list-limits.ts";
import { PULL_STATE, type PullState } from "../contract/api/pull-states.ts";
import { openLastingSource } from "../live/lasting-source.ts";
import { FIRST_CURSOR, request, urlOf } from "./request.ts";

/** Milliseconds between two polls of an unsettled job. Older jobs are polled less often. */
const POLL_INTERVAL_MS = 1_000;
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
  /** State of the pull request. */
  pull?: PullState;
}

/** Whether a list includes archived jobs: a list of a state or a batch does, others only have current jobs. */
export function includesArchived({
  status,
  batch,
}: Pick<JobListFilter, "status" | "batch">): boolean {
  return status !== undefined || batch !== undefined;
}

export const jobList = (projectId: string, filter: JobListFilter = {}) =>
  infiniteQueryOptions({
    queryKey: ["jobs", projectId, "list", filter],
    queryFn: ({ pageParam, signal }) => {
      const limit = filter.batch && { limit: String(LIST_LIMIT.maximum) };
      const query = { ...filter, ...limit, ...(pageParam !== null && { cursor: pageParam }) };
      return request(jobRoutes.listJobs, { params: { projectId }, query, signal });
    },
    initialPageParam: FIRST_CURSOR,
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.jobs.some(isInProgress)) ? SLOW_POLL_INTERVAL : false,
  });

/** The newest jobs whose pull request is open, one of which may be the shown one. */
export const TO_REVIEW = { pull: "open", limit: 2 } as const;

/** The newest other job whose pull request is open; null if there is none. */
export const jobsToReview = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "to review"],
    queryFn: ({ signal }) =>
      request(jobRoutes.listJobs, {
        params: { projectId },
        query: { ...TO_REVIEW, limit: String(TO_REVIEW.limit) },
        signal,
      }),
    select: ({ jobs }) => jobs.find(({ id }) => id !== jobId) ?? null,
  });

export const jobDetail = (projectId: string, jobId: string) =>
  queryOptions({
    queryKey: ["jobs", projectId, "job", jobId],
    queryFn: ({ signal }) => request(jobRoutes.getJob, { params: { projectId, jobId }, signal }),
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
  return request(jobRoutes.createJob, { params: { projectId }, body });
}

/** Why a job failed and what its agent wrote. Only the built-in platform has this report. */
export const jobReport = (job: ReportedJob) => {
  const { projectId, id: jobId } = job;
  return queryOptions({
    // One cached report per state, so that the last one is read after the agent has ended.
    queryKey: ["jobs", projectId, "report", jobId, jobStatusWord(job)],
    queryFn: ({ signal }) =>
      request(jobRoutes.getJobReport, { params: { projectId, jobId }, signal }),
    select: ({ report }) => report,
    // In case live updates don't arrive.
    refetchInterval: ({ state }) => (state.data?.report.isRunning ? SLOW_POLL_INTERVAL : false),
    retry: false,
  });
};

type ReportedJob = Pick<Job, "projectId" | "id" | "state" | "platformStatus">;

/** A message of a job's report stream. */
interface ReportUpdate {
  report: Omit<JobReport, "output">;
  /** The text that was added to the output, and its place. */
  output: { from: number; text: string };
}

/** Keeps a running job's report up to date with server-sent events. @returns a function that stops it */
export function followReport(client: QueryClient, job: ReportedJob): () => void {
  const { projectId, id: jobId } = job;
  const { queryKey } = jobReport(job);
  const url = urlOf(jobRoutes.followJob, { params: { projectId, jobId } });
  const { close } = openLastingSource(url, (source) => {
    source.onmessage = ({ data }: MessageEvent<string>) => {
      const { report, output }: ReportUpdate = JSON.parse(data);
      client.setQueryData(queryKey, (before) => {
        const known = before?.report.output ?? "";
        return { report: { ...report, output: known.slice(0, output.from) + output.text } };
      });
    };
    source.addEventListener("end", () => {
      close();
      void client.invalidateQueries({ queryKey: ["jobs", projectId, "job", jobId] });
    });
  });
  return close;
}

/** Whether the job may change without a person, so that screens poll it. */
export function isInProgress(job: Job): boolean {
  return job.nextPollAt !== null || (job.platformStatus === null && LEDGER_STATE[job.state].polls);
}

/** Milliseconds between two reads of an open pull request, which the server checks less and less. */
const PULL_INTERVAL_MS = 8_000;

function pollInterval(job: Job): number | false {
  // The link arrives a moment before the server checks the pull request.
  const isUnchecked = job.prLink !== null && job.prState === null;
  if (isInProgress(job) || isUnchecked) {
    return Date.now() - job.createdAt < NEW_JOB_MS ? POLL_INTERVAL_MS : SLOW_POLL_INTERVAL;
  }
  return job.prState !== null && !PULL_STATE[job.prState].settled ? PULL_INTERVAL_MS : false;
}
