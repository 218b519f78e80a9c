"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import { PULL_STATE } from "../../../lib/contract/api/pull-states.ts";
import { inboxAddress } from "../../../lib/filters/view-address.ts";
import { jobCounts } from "../../../lib/queries/job-counts.ts";
import { type JobListFilter, jobList } from "../../../lib/queries/jobs.ts";
import { counted } from "../../../lib/text/counted.ts";
import { Permitted } from "../../app/permitted.tsx";
import { usePermission } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { jobStateName } from "../job-badge.tsx";
import { hasPull } from "../job-result.tsx";
import { JobActions, RetryFailed } from "./job-actions.tsx";
import { JobFilters } from "./job-filters.tsx";
import { JobTable } from "./job-table.tsx";

/** A project's jobs, newest first. */
export function JobList(props: { projectId: string; filter: JobListFilter; isBuiltIn: boolean }) {
  const { projectId, filter } = props;
  const query = useInfiniteQuery(jobList(projectId, filter));
  const { data: counts } = useQuery(jobCounts(projectId));
  const jobs = query.data?.pages.flatMap((page) => page.jobs);
  return (
    <>
      <JobFilters projectId={projectId} filter={filter} counts={counts} />
      <LoadError
        error={query.error}
        outdated={query.data ? "The list" : null}
        onRetry={() => void query.refetch()}
      />
      {query.isPending && !query.error && <p className="text-muted">Loading jobs…</p>}
      {jobs && filter.batch && (
        <BatchProgress projectId={projectId} jobs={jobs} isPartial={query.hasNextPage} />
      )}
      {jobs && <Jobs {...props} jobs={jobs} />}
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

/**
 * Counts the jobs of a batch by what their rows say, and offers to retry those that failed.
 * @param props.isPartial whether the batch has more jobs than these
 */
function BatchProgress(props: { projectId: string; jobs: Job[]; isPartial: boolean }) {
  const { projectId, jobs, isPartial } = props;
  const states = Map.groupBy(jobs, (job) =>
    hasPull(job) && job.prState ? PULL_STATE[job.prState].label : jobStateName(job),
  );
  const counts = [...states].map(([state, own]) => `${own.length} ${state.toLowerCase()}`);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p role="status" data-testid="batch-progress" className="text-muted tabular-nums">
        {[
          `${isPartial ? "First " : ""}${counted(jobs.length, "job")} created together`,
          ...counts,
        ].join(" · ")}
      </p>
      <Permitted to="jobs">
        <RetryFailed projectId={projectId} jobs={jobs} />
      </Permitted>
    </div>
  );
}

function Jobs(props: {
  projectId: string;
  jobs: Job[];
  filter: JobListFilter;
  isBuiltIn: boolean;
}) {
  const { projectId, jobs, filter } = props;
  const mayAct = usePermission("jobs");
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const chosen = jobs.filter(({ id }) => ids.has(id));
  if (jobs.length > 0) {
    return (
      <>
        {mayAct && (
          <div
            role="toolbar"
            aria-label="Selected jobs"
            className="flex min-h-8 flex-wrap items-center gap-2"
          >
            <span className="text-muted tabular-nums">
              {chosen.length > 0
                ? `${chosen.length} selected`
                : "Select jobs to archive, retry, or mark as handled"}
            </span>
            <JobActions
              {...props}
              jobs={chosen}
              onDone={(done) => setIds((before) => before.difference(new Set(done)))}
            />
          </div>
        )}
        <JobTable jobs={jobs} chosen={mayAct ? { ids, onChange: setIds } : null} />
      </>
    );
  }
  if (Object.keys(filter).length > 0) {
    return (
      <EmptyState title="No matching jobs">
        <IntentLink href={`/${projectId}/jobs`} className="link text-accent">
          Show current jobs
        </IntentLink>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No jobs yet">
      Select feedback in the inbox and draft a fix. The job and its pull request will be here.
      <IntentLink href={inboxAddress(projectId)} className="link mt-3 text-accent">
        Open inbox
      </IntentLink>
    </EmptyState>
  );
}
