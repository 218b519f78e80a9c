import Link from "next/link";
import type { ReactNode } from "react";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { isDeletedOnPlatform } from "../../lib/queries/jobs.ts";
import { Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { ArchiveJob } from "./archive-job.tsx";
import { JobBadge, jobStateName } from "./job-badge.tsx";
import { PullStateLabel } from "./pull-state-label.tsx";

/** How a job stands, said aloud when it changes, and where its pull request is. */
export function JobOutcome({ job, canArchive }: { job: JobDetail; canArchive: boolean }) {
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div role="status" data-testid="job-status" data-status={job.state} className="font-medium">
          <JobBadge state={job.state} prLink={job.prLink} gone={isDeletedOnPlatform(job)} />
        </div>
        <p className="min-w-0 flex-1 basis-60 text-muted">{explanation(job)}</p>
        {canArchive && job.settledAt !== null && job.archivedAt === null && (
          <ArchiveJob projectId={job.projectId} jobId={job.id} />
        )}
      </div>
      {job.problem && <Notice tone="warn">{job.problem}</Notice>}
      {job.prLink && (
        <p className="flex flex-wrap items-center gap-3">
          <SafeLink href={job.prLink} testId="job-pr-link">
            {job.prLink}
          </SafeLink>
          {job.prState && <PullStateLabel state={job.prState} />}
        </p>
      )}
      <Facts job={job} />
    </div>
  );
}

function Facts({ job }: { job: JobDetail }) {
  return (
    <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1">
      <Moment name="Created" at={job.createdAt} />
      {job.by && <Fact name="By">{job.by.name}</Fact>}
      <Moment name="Waits until" at={job.notBefore} />
      <Moment name="Ended" at={job.settledAt} />
      <Moment name="Archived" at={job.archivedAt} />
      {job.repository && (
        <Fact name="Repository">
          {job.repository}
          {job.ref && ` at ${job.ref}`}
        </Fact>
      )}
      {job.model && <Fact name="Model">{job.model}</Fact>}
      {job.platformJobId && <Fact name="Platform's id">{job.platformJobId}</Fact>}
      <OtherJob name="Repeats" projectId={job.projectId} id={job.retryOf} />
      <OtherJob name="Repeated by" projectId={job.projectId} id={job.retriedBy} />
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
      <Link
        href={`/${props.projectId}/jobs/${props.id}`}
        className="text-accent underline underline-offset-2"
      >
        another job
      </Link>
    </Fact>
  );
}

function explanation(job: JobDetail): string {
  if (isDeletedOnPlatform(job)) {
    return `It was “${jobStateName(job.state)}” when the platform last knew it. It is followed no more.`;
  }
  switch (job.state) {
    case "intent":
    case "sending":
      return "On its way to the platform.";
    case "waiting":
      return "The platform takes no job now. It is sent by itself when the time has come.";
    case "active":
      return "The agent is working on it. This page follows by itself; you may close it.";
    case "completed":
      if (job.prLink) return "The agent is done and opened a pull request.";
      return job.nextPollAt === null
        ? "The agent is done. It changed no files, so there is no pull request."
        : "The agent is done. No pull request so far; its link can be a moment late.";
    case "failed":
      return "The agent met an error it could not recover from. Nothing was merged.";
    case "archived":
      return "This job was archived.";
    case "refused":
      return "The platform did not take it. No job was created.";
    case "unknown":
      return "The answer was lost. The job may exist on the platform; it was not sent again.";
    case "cancelled":
      return "Taken back before it was sent.";
    case "not_created":
      return "Somebody looked: the platform has no such job.";
    default:
      return "The platform reports a status that its documentation does not name.";
  }
}
