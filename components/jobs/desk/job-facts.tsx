"use client";

import type { ReactNode } from "react";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { archiveJob, checkJob } from "../../../lib/queries/job-actions.ts";
import { Time } from "../../app/time.tsx";
import { Button } from "../../ui/button.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { useJobAction } from "../use-job-action.ts";

/** When things happened to a job and where, and a check of its status now. */
export function JobFacts({ job, canArchive }: { job: JobDetail; canArchive: boolean }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-medium">Details</h2>
      <Facts job={job} />
      {job.platformJobId !== null && <CheckAgain job={job} />}
      {canArchive && job.settledAt !== null && job.archivedAt === null && (
        <ArchiveJob projectId={job.projectId} jobId={job.id} />
      )}
    </section>
  );
}

function Facts({ job }: { job: JobDetail }) {
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Moment name="Created" at={job.createdAt} />
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
