import { useQuery } from "@tanstack/react-query";
import { isDeletedOnPlatform, jobStatusWord } from "../../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { PULL_STATE } from "../../../lib/contract/api/pull-states.ts";
import { jobReport } from "../../../lib/queries/jobs.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Notice } from "../../ui/notice.tsx";
import { SafeLink } from "../../ui/safe-link.tsx";
import { JobExplanation } from "../job-explanation.tsx";
import { hasPull, JobResult } from "../job-result.tsx";
import { NextCheck } from "../next-check.tsx";
import { NUDGE_TEXT } from "../nudge-text.ts";

/** A job's status, announced to screen readers, and what went wrong. */
export function JobStatus({ job, isBuiltIn }: { job: JobDetail; isBuiltIn: boolean }) {
  const enabled = isBuiltIn && job.platformJobId !== null;
  const { data: report } = useQuery({ ...jobReport(job), enabled });
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div
          role="status"
          data-testid="job-status"
          data-status={jobStatusWord(job)}
          className="font-medium"
        >
          <JobResult job={job} deleted={isDeletedOnPlatform(job)} testId="job-pr-link" />
          {job.prState && (
            <span data-testid="pull-state" data-state={job.prState} className="sr-only">
              {PULL_STATE[job.prState].label}
            </span>
          )}
        </div>
        <p className="min-w-0 flex-1 basis-60 text-muted">
          <JobExplanation {...{ job, isBuiltIn }} isReportOnly={report?.isReportOnly ?? false} />
        </p>
      </div>
      {report?.failure && job.outcome !== "stopped" && (
        <Notice tone="bad">
          <span data-testid="job-failure" className="untrusted whitespace-pre-wrap">
            {displayable(report.failure)}
          </span>
        </Notice>
      )}
      <MissingNotice job={job} />
      <ProblemNotice job={job} />
      {job.prNudge && <Notice tone="warn">{NUDGE_TEXT[job.prNudge]}</Notice>}
      {job.prLink && !hasPull(job) && (
        <p>
          <SafeLink href={job.prLink} testId="job-pr-link">
            Pull request
          </SafeLink>
        </p>
      )}
      {job.linkText && (
        <p>
          <span className="text-muted">The platform sent this instead of a link:</span>{" "}
          <bdi className="untrusted font-mono text-xs" data-testid="job-link-text">
            {displayable(job.linkText)}
          </bdi>
        </p>
      )}
      {job.pullAdvice && <p className="text-muted">{job.pullAdvice}</p>}
    </div>
  );
}

/** Says what went wrong, and when Errata checks a sent job again. */
function ProblemNotice({ job: { problem, platformStatus, nextPollAt } }: { job: JobDetail }) {
  if (!problem) return null;
  return (
    <Notice tone="warn">
      {problem}
      {platformStatus !== null && nextPollAt !== null && (
        <>
          {" "}
          <NextCheck at={nextPollAt} />
        </>
      )}
    </Notice>
  );
}

/** Says that the platform doesn't know the job, while Errata keeps checking. */
function MissingNotice({ job }: { job: JobDetail }) {
  const { missingSince, deletedAt, nextPollAt } = job;
  if (missingSince === null || deletedAt !== null || nextPollAt === null) return null;
  return (
    <Notice tone="warn" role="status">
      The platform doesn't recognize this job. <NextCheck at={nextPollAt} />
    </Notice>
  );
}
