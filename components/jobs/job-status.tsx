import type { ReactNode } from "react";
import { isDeletedOnPlatform, jobStatusWord } from "../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { archiveJob, checkJob } from "../../lib/queries/job-actions.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Time } from "../app/time.tsx";
import { Button } from "../ui/button.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { Notice } from "../ui/notice.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { JobExplanation } from "./job-explanation.tsx";
import { hasPull, JobResult } from "./job-result.tsx";
import { NextCheck } from "./next-check.tsx";
import { useJobAction } from "./use-job-action.ts";

/** A job's status, announced to screen readers, its pull request, and its facts. */
export function JobStatus({ job, canArchive }: { job: JobDetail; canArchive: boolean }) {
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div
          role="status"
          data-testid="job-status"
          data-status={jobStatusWord(job)}
          className="font-medium"
        >
          <JobResult job={job} deleted={isDeletedOnPlatform(job)} testId="job-pr-link" />
        </div>
        <p className="min-w-0 flex-1 basis-60 text-muted">
          <JobExplanation job={job} />
        </p>
        {canArchive && job.settledAt !== null && job.archivedAt === null && (
          <ArchiveJob projectId={job.projectId} jobId={job.id} />
        )}
      </div>
      <MissingNotice job={job} />
      <ProblemNotice job={job} />
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
      <Facts job={job} />
      {job.platformJobId !== null && <CheckAgain job={job} />}
    </div>
  );
}

/** Says what went wrong, and when Errata asks again about a job that was sent. */
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

function Facts({ job }: { job: JobDetail }) {
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Moment name="Created" at={job.createdAt} />
      {job.by && <Fact name="Created by">{job.by.name}</Fact>}
      <Moment name="Scheduled for" at={job.scheduledFor} />
      <Moment name="Finished" at={job.settledAt} />
      <Moment name="Archived" at={job.archivedAt} />
      <Moment name="Deleted" at={job.deletedAt} />
      {job.repository && (
        <Fact name="Repository">
          {job.repository}
          {job.ref && ` at ${job.ref}`}
        </Fact>
      )}
      {job.model && <Fact name="Model">{job.model}</Fact>}
      {job.platformJobId && <Fact name="Platform job ID">{job.platformJobId}</Fact>}
      <OtherJob name="Retry of" projectId={job.projectId} id={job.retryOf} />
      <OtherJob name="Retried as" projectId={job.projectId} id={job.retriedAs} />
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="untrusted min-w-0">{children}</dd>
    </>
  );
}

function Moment({ name, at }: { name: string; at: number | null }) {
  if (at === null) return null;
  return (
    <Fact name={name}>
      <Time at={at} exact />
    </Fact>
  );
}

function OtherJob(props: { name: string; projectId: string; id: string | null }) {
  if (props.id === null) return null;
  return (
    <Fact name={props.name}>
      <IntentLink href={`/${props.projectId}/jobs/${props.id}`} className="link text-accent">
        {props.id.slice(0, 8)}
      </IntentLink>
    </Fact>
  );
}

/** Archives a finished job. Only the built-in platform can: the interface has no such operation. */
function ArchiveJob({ projectId, jobId }: { projectId: string; jobId: string }) {
  const archive = useJobAction(projectId, () => archiveJob(projectId, jobId));
  return (
    <span className="flex items-center gap-2">
      {archive.error && <span className="text-bad">{archive.error.message}</span>}
      <Button disabled={archive.isPending} onClick={() => archive.mutate(undefined)}>
        Archive job
      </Button>
    </span>
  );
}

/** Asks the platform about a job now, also about a finished one, which may be active again. */
function CheckAgain({ job }: { job: JobDetail }) {
  const check = useJobAction(job.projectId, () => checkJob(job.projectId, job.id));
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button disabled={check.isPending} onClick={() => check.mutate(undefined)}>
        {check.isPending ? "Checking…" : "Check again"}
      </Button>
      <span role="status" className="text-muted">
        {check.error && <span className="text-bad">{check.error.message}</span>}
        {!check.error && job.lastPolledAt !== null && (
          <>
            Last checked <Time at={job.lastPolledAt} />
          </>
        )}
      </span>
    </div>
  );
}
