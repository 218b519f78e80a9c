import Link from "next/link";
import type { ReactNode } from "react";
import {
  isDeletedOnPlatform,
  jobStatusWord,
  type LedgerState,
} from "../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import type { JobStatus as PlatformStatus } from "../../lib/contract/platform/vocabulary.ts";
import { Time } from "../app/time.tsx";
import { Notice } from "../ui/notice.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { ArchiveJob } from "./archive-job.tsx";
import { JobBadge, platformStatusName } from "./job-badge.tsx";
import { PullStateLabel } from "./pull-state-label.tsx";

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
          <JobBadge job={job} deleted={isDeletedOnPlatform(job)} />
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
      {job.by && <Fact name="Created by">{job.by.name}</Fact>}
      <Moment name="Scheduled for" at={job.scheduledFor} />
      <Moment name="Finished" at={job.settledAt} />
      <Moment name="Archived" at={job.archivedAt} />
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
      <Link
        href={`/${props.projectId}/jobs/${props.id}`}
        className="text-accent underline underline-offset-2"
      >
        {props.id.slice(0, 8)}
      </Link>
    </Fact>
  );
}

const LEDGER_TEXT: Record<LedgerState, string> = {
  queued: "Sending to the platform.",
  scheduled: "The platform isn't accepting jobs right now. This job will be sent automatically.",
  sending: "Sending to the platform.",
  unconfirmed: "The platform's answer was lost. The job may exist there, so it wasn't sent again.",
  rejected: "The platform rejected the request. No job was created.",
  canceled: "Canceled before it was sent.",
  not_created: "Someone checked: the platform doesn't have this job.",
  sent: "Sent to the platform.",
};

const PLATFORM_TEXT: Record<PlatformStatus, (job: JobDetail) => string> = {
  active: () => "The agent is working. This page updates automatically, and you can close it.",
  completed: (job) => {
    if (job.prLink) return "The agent finished and opened a pull request.";
    return job.nextPollAt === null
      ? "The agent finished without changing any files, so there is no pull request."
      : "The agent finished. Waiting for the pull request link.";
  },
  failed: () => "The agent failed. Nothing was merged.",
  archived: () => "This job was archived.",
};

function explanation(job: JobDetail): string {
  const { state, platformStatus } = job;
  if (platformStatus === null) return LEDGER_TEXT[state];
  if (isDeletedOnPlatform(job)) {
    const name = platformStatusName(platformStatus);
    return `This job was deleted on the platform. Its last status was “${name}”.`;
  }
  const texts = new Map<string, (job: JobDetail) => string>(Object.entries(PLATFORM_TEXT));
  const text = texts.get(platformStatus);
  return text ? text(job) : "The platform reports a status that its documentation doesn't list.";
}
