import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Job, JobCounts, JobDetail, JobPage, JobReport } from "../contract/api/jobs.ts";
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
  /** Id of who asked for them. */
  person?: string;
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

/** Why a job failed and what its agent said, which only the embedded platform can tell. */
export const jobReport = (job: Job) =>
  queryOptions({
    // Each state has its own report: the last one is read when the agent has ended.
    queryKey: ["jobs", job.projectId, "report", job.id, job.state],
    queryFn: ({ signal }) =>
      fetchJson<{ report: JobReport }>(
        `${jobs(job.projectId)}/${encodeURIComponent(job.id)}/report`,
        {
          signal,
        },
      ),
    select: ({ report }) => report,
    refetchInterval: isMoving(job) ? SLOW_POLL_INTERVAL : false,
    retry: false,
  });

/** Whether the platform may still change this job, so that looking again makes sense. */
export function isMoving({ nextPollAt, state }: Job): boolean {
  return nextPollAt !== null || state === "intent" || state === "sending";
}

/** Whether the platform does not know it any more, though it had not settled. */
export function isGone({ platformJobId, settledAt, nextPollAt }: Job): boolean {
  return platformJobId !== null && settledAt === null && nextPollAt === null;
}

/** An open pull request is settled elsewhere; the server looks at it with growing gaps. */
const PULL_INTERVAL = 8_000;

function pollInterval(job: Job): number | false {
  // The link comes a moment before the server has looked behind it.
  const isUnseen = job.prLink !== null && job.prState === null;
  if (isMoving(job) || isUnseen) {
    return Date.now() - job.createdAt < YOUNG ? POLL_INTERVAL : SLOW_POLL_INTERVAL;
  }
  return job.prState === "open" || job.prState === "unknown" ? PULL_INTERVAL : false;
}
