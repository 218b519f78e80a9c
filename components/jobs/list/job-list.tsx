"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import { PULL_STATE } from "../../../lib/contract/api/pull-states.ts";
import { inboxAddress } from "../../../lib/filters/view-address.ts";
import { jobCounts } from "../../../lib/queries/job-counts.ts";
import { type JobListFilter, jobList } from "../../../lib/queries/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { jobStateName } from "../job-badge.tsx";
import { hasPull } from "../job-result.tsx";
import { JobFilters } from "./job-filters.tsx";
import { JobTable } from "./job-table.tsx";

/** A project's jobs, newest first. */
export function JobList({ projectId, filter }: { projectId: string; filter: JobListFilter }) {
  const query = useInfiniteQuery(jobList(projectId, filter));
  const { data: counts } = useQuery(jobCounts(projectId));
  return (
    <>
      <JobFilters projectId={projectId} filter={filter} counts={counts} />
      <LoadError
        error={query.error}
        outdated={query.data ? "The list" : null}
        onRetry={() => void query.refetch()}
      />
      {query.isPending && !query.error && <p className="text-muted">Loading jobs…</p>}
      {filter.batch && query.data && (
        <BatchProgress jobs={query.data.pages.flatMap((page) => page.jobs)} />
      )}
      {query.data && (
        <Jobs
          projectId={projectId}
          jobs={query.data.pages.flatMap((page) => page.jobs)}
          filtered={Object.keys(filter).length > 0}
        />
      )}
      {query.hasNextPage && (
        <Button
          className="self-center"
          disabled={query.isFetchingNextPage}
          onClick={() => query.fetchNextPage()}
        >
          Show more jobs
        </Button>
      )}
    </>
  );
}

/** Counts the jobs of a batch by what their rows say. */
function BatchProgress({ jobs }: { jobs: Job[] }) {
  const states = Map.groupBy(jobs, (job) =>
    hasPull(job) && job.prState ? PULL_STATE[job.prState].label : jobStateName(job),
  );
  const counts = [...states].map(([state, own]) => `${own.length} ${state.toLowerCase()}`);
  return (
    <p role="status" data-testid="batch-progress" className="text-muted tabular-nums">
      {[`${jobs.length} ${jobs.length === 1 ? "job" : "jobs"} created at once`, ...counts].join(
        " · ",
      )}
    </p>
  );
}

function Jobs(props: { projectId: string; jobs: Job[]; filtered: boolean }) {
  const { projectId, jobs, filtered } = props;
  if (jobs.length > 0) {
    return <JobTable jobs={jobs} />;
  }
  if (filtered) return <p className="py-16 text-center text-muted">No matching jobs</p>;
  return (
    <p className="py-16 text-center text-muted">
      No jobs yet. Select feedback in the{" "}
      <IntentLink href={inboxAddress(projectId)} className="link text-accent">
        inbox
      </IntentLink>{" "}
      and draft a fix to create one.
    </p>
  );
}
