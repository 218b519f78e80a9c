"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import type { JobDetail } from "../../lib/contract/dashboard.ts";
import { displayable } from "../../lib/prompt/untrusted.ts";
import { jobDetail } from "../../lib/queries/jobs.ts";
import { Time } from "../app/time.tsx";
import { Comment } from "../entry/comment.tsx";
import { SourceIcon } from "../entry/source-label.tsx";
import { StatusLabel } from "../entry/status-label.tsx";
import { Notice } from "../ui/notice.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { ArchiveJob } from "./archive-job.tsx";
import { JobBadge } from "./job-badge.tsx";

/** One job: what became of it, what was sent, and the feedback behind it. */
export function JobView(props: { projectId: string; jobId: string; canArchive: boolean }) {
  const { projectId, jobId } = props;
  const { data: job, error } = useQuery(jobDetail(projectId, jobId));
  if (!job) {
    return error ? (
      <Notice tone="bad">{error.message}</Notice>
    ) : (
      <p className="text-muted">Loading the job…</p>
    );
  }
  return (
    <>
      {error && <Notice tone="warn">{error.message} What is shown may be old.</Notice>}
      <h1 className="strange font-semibold text-base">{job.title}</h1>
      <Outcome job={job} canArchive={props.canArchive} />
      <section>
        <h2 className="mb-2 font-medium">
          Feedback behind it ({job.feedbackCount.toLocaleString("en")})
        </h2>
        <FeedbackBehind job={job} />
      </section>
      <section>
        <h2 className="mb-2 font-medium">Prompt as sent</h2>
        <pre
          tabIndex={0}
          data-testid="prompt-sent"
          className="strange max-h-[32rem] overflow-auto whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
        >
          {job.prompt}
        </pre>
      </section>
    </>
  );
}

function Outcome({ job, canArchive }: { job: JobDetail; canArchive: boolean }) {
  return (
    <div className="flex flex-col gap-3 rounded-md border border-line p-4">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
        <div role="status" data-testid="job-status" data-status={job.state} className="font-medium">
          <JobBadge state={job.state} prLink={job.prLink} />
        </div>
        <p className="min-w-0 flex-1 text-muted">{explanation(job)}</p>
        {canArchive && job.settledAt !== null && job.archivedAt === null && (
          <ArchiveJob projectId={job.projectId} jobId={job.id} />
        )}
      </div>
      {job.problem && <Notice tone="warn">{job.problem}</Notice>}
      {job.prLink && (
        <p>
          <SafeLink href={job.prLink} testId="job-pr-link">
            {job.prLink}
          </SafeLink>
        </p>
      )}
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-x-3 gap-y-1">
        <Fact name="Created">
          <Time at={job.createdAt} exact />
        </Fact>
        {job.settledAt !== null && (
          <Fact name="Ended">
            <Time at={job.settledAt} exact />
          </Fact>
        )}
        {job.archivedAt !== null && (
          <Fact name="Archived">
            <Time at={job.archivedAt} exact />
          </Fact>
        )}
        {job.repository && (
          <Fact name="Repository">
            {job.repository}
            {job.ref && ` at ${job.ref}`}
          </Fact>
        )}
        {job.model && <Fact name="Model">{job.model}</Fact>}
        {job.platformJobId && <Fact name="Platform's id">{job.platformJobId}</Fact>}
      </dl>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="strange min-w-0">{children}</dd>
    </>
  );
}

function explanation(job: JobDetail): string {
  switch (job.state) {
    case "intent":
    case "sending":
      return "On its way to the platform.";
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
    default:
      return "The platform reports a status that its documentation does not name.";
  }
}

function FeedbackBehind({ job }: { job: JobDetail }) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {job.feedback.map((entry) => (
        <li key={entry.id}>
          <Link
            href={`/${job.projectId}/feedback?job=${encodeURIComponent(job.id)}&open=${encodeURIComponent(entry.id)}`}
            className="flex items-center gap-2 px-3 py-2 hover:bg-raised"
          >
            <span className="w-24 shrink-0">
              <StatusLabel status={entry.status} />
            </span>
            <SourceIcon source={entry.source} helpful={entry.helpful} />
            <Comment
              text={entry.comment}
              source={entry.source}
              className="min-w-0 flex-1 truncate"
            />
            <bdi className="max-w-48 truncate text-muted max-sm:hidden">
              {displayable(entry.page)}
            </bdi>
          </Link>
        </li>
      ))}
      {job.missing.map((id) => (
        <li key={id} className="strange px-3 py-2 text-muted">
          {id} is not in the store.
        </li>
      ))}
    </ul>
  );
}
