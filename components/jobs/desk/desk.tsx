"use client";

import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { JobReview } from "../../../lib/contract/api/job-review.ts";
import { jobStateFacts } from "../../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { isInProgress, jobDetail } from "../../../lib/queries/jobs.ts";
import { jobReview } from "../../../lib/queries/reviews.ts";
import { usePermission } from "../../app/session.tsx";
import { LoadError } from "../../ui/load-error.tsx";
import { Notice } from "../../ui/notice.tsx";
import { AgentReport } from "../agent/agent-report.tsx";
import { AddOpenItems } from "../asked/add-open-items.tsx";
import { AskedItems } from "../asked/asked-items.tsx";
import { LinkedFeedback } from "../asked/linked-feedback.tsx";
import { Changes } from "../changes/changes.tsx";
import { LookFirst } from "../changes/look-first.tsx";
import { Checks } from "../checks/checks.tsx";
import { ProblemsContext, useProblems } from "../checks/use-problems.ts";
import type { PlacedComment } from "../comments/comment-places.ts";
import { HostCommentList } from "../comments/host-comment-list.tsx";
import { type HostComments, HostCommentsContext } from "../comments/host-comments-context.ts";
import { ReviewComments } from "../comments/review-comments.tsx";
import { type Review, ReviewContext } from "../comments/review-context.ts";
import { useHostComments } from "../comments/use-host-comments.ts";
import { useReview } from "../comments/use-review.ts";
import { FollowUps } from "../follow-ups.tsx";
import { NotifyMe } from "../notify-me.tsx";
import { DeskHead } from "./desk-head.tsx";
import { JobHistory } from "./history.tsx";
import { JobFacts } from "./job-facts.tsx";
import { LinkedContext } from "./linked.ts";
import { steadyField } from "./steady-field.ts";
import { useDeskFocus } from "./use-desk-focus.ts";

/** One job: where it is and what to do now, what was asked, and what was changed. */
export function Desk(props: {
  projectId: string;
  jobId: string;
  isBuiltIn: boolean;
  /** Page of the diff. */
  page: number;
  /** Page of the diff of a change that waits. */
  heldPage: number;
}) {
  const { projectId, jobId, isBuiltIn, page, heldPage } = props;
  const { data: job, error } = useQuery(jobDetail(projectId, jobId));
  const hasChange = Boolean(job?.prLink);
  const query = useQuery({ ...jobReview(projectId, jobId, page), enabled: hasChange });
  // Deferred, so that a long diff is rendered in slices.
  const review = useDeferredValue(query.data);
  const { linked, openHunk, handlers } = useDeskFocus(review);
  const mayRun = usePermission("jobs");
  const diff = review?.changes ?? null;
  const { comments, context } = useReview(mayRun ? job : undefined, diff);
  const onHost = useHostComments(job, { diff, own: comments, mayTake: mayRun });
  const pageAddress = (to: number) => `/${projectId}/jobs/${jobId}?page=${to}`;
  if (!job) return <NoJob error={error} />;
  return (
    <div ref={steadyField} className="flex flex-col gap-6" {...handlers}>
      {error && <Notice tone="warn">{error.message} This page may be out of date.</Notice>}
      <DeskHead {...{ job, isBuiltIn, heldPage }} review={query.data} />
      <NotifyMe job={job} inProgress={job.settledAt === null && isInProgress(job)} />
      <LinkedContext value={linked}>
        <div className="grid items-start gap-6 lg:grid-cols-[20rem_minmax(0,1fr)] xl:grid-cols-[24rem_minmax(0,1fr)]">
          <div className="flex min-w-0 flex-col gap-6">
            <Asked job={job} review={review} mayJudge={mayRun} />
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            {hasChange && (
              <LoadError
                error={query.error}
                outdated={query.data ? "The diff" : null}
                onRetry={() => void query.refetch()}
              />
            )}
            <Changed
              {...{ job, isBuiltIn, review, context, onHost, pageAddress }}
              reviewed={query.data?.reviewed}
              onOpen={openHunk}
            />
            {isBuiltIn && job.platformJobId && <AgentReport job={job} />}
            {comments.length > 0 && (
              <ReviewComments {...{ job, comments, pageAddress }} onOpen={openHunk} />
            )}
            <Conversation job={job} comments={comments} mayRun={mayRun} />
          </div>
        </div>
      </LinkedContext>
      <JobHistory job={job} />
      <JobFacts job={job} canArchive={isBuiltIn && mayRun} />
    </div>
  );
}

function NoJob({ error }: { error: Error | null }) {
  if (error) return <Notice tone="bad">{error.message}</Notice>;
  return <p className="text-muted">Loading job…</p>;
}

/** What was asked: the linked feedback with what the change did about it. */
function Asked(props: { job: JobDetail; review: JobReview | undefined; mayJudge: boolean }) {
  const { job, review, mayJudge } = props;
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-medium">Linked feedback ({job.feedbackCount.toLocaleString("en")})</h2>
      {review?.changes ? (
        <>
          <AskedItems job={job} review={review} mayJudge={mayJudge} />
          {mayJudge && <AddOpenItems job={job} review={review} />}
        </>
      ) : (
        <LinkedFeedback job={job} />
      )}
    </section>
  );
}

/** What the checks say, and what was changed. */
function Changed(props: {
  job: JobDetail;
  isBuiltIn: boolean;
  review: JobReview | undefined;
  context: Review | null;
  onHost: HostComments | null;
  reviewed: readonly string[] | undefined;
  onOpen: (hunk: string) => void;
  pageAddress: (page: number) => string;
}) {
  const { job, isBuiltIn, review, context, onHost, reviewed, onOpen, pageAddress } = props;
  const changes = review?.changes ?? null;
  const { placed, byFile } = useProblems(job, isBuiltIn, changes);
  return (
    <>
      {review?.problem && <Notice tone="warn">{review.problem}</Notice>}
      {changes?.isOutdated && (
        <Notice tone="warn" role="status">
          The repository isn't answering. This diff may be out of date; Errata keeps trying.
        </Notice>
      )}
      <Checks {...{ job, isBuiltIn, pageAddress }} problems={placed} page={changes?.page} />
      {onHost && <HostCommentList from={onHost} {...{ onOpen, pageAddress }} />}
      {review && changes && (
        <ProblemsContext value={byFile}>
          <LookFirst review={review} onOpen={onOpen} />
          <ReviewContext value={context}>
            <HostCommentsContext value={onHost}>
              <Changes {...{ changes, job, reviewed, pageAddress }} previews={review.previews} />
            </HostCommentsContext>
          </ReviewContext>
        </ProblemsContext>
      )}
    </>
  );
}

/** The follow-ups, and the prompt as it was sent. */
function Conversation(props: {
  job: JobDetail;
  comments: readonly PlacedComment[];
  mayRun: boolean;
}) {
  const { job, comments, mayRun } = props;
  // As it was when the page was opened: closing it later would move what is above.
  const [isPromptOpen] = useState(job.prLink === null);
  return (
    <>
      <FollowUps job={job} comments={comments} mayWrite={mayRun} />
      <details className="rounded-md border border-line" open={isPromptOpen}>
        <summary className="bg-raised px-3 py-1.5">
          {jobStateFacts(job).sent ? "Prompt sent" : "Prompt"}
        </summary>
        <pre
          tabIndex={0}
          data-testid="prompt-sent"
          className="untrusted max-h-[32rem] overflow-auto whitespace-pre-wrap p-3 font-mono text-xs leading-5"
        >
          {job.prompt}
        </pre>
      </details>
    </>
  );
}
