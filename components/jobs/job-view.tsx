"use client";

import { useQuery } from "@tanstack/react-query";
import { isUnsettled, jobDetail } from "../../lib/queries/jobs.ts";
import { usePermission } from "../app/session.tsx";
import { Notice } from "../ui/notice.tsx";
import { AgentReport } from "./agent-report.tsx";
import { FollowUps } from "./follow-ups.tsx";
import { JobHistory } from "./job-history.tsx";
import { JobOutcome } from "./job-outcome.tsx";
import { FeedbackBehind } from "./linked-feedback.tsx";
import { NextStep } from "./next-step.tsx";
import { NotifyMe } from "./notify-me.tsx";

/** States of a job that nothing was sent for yet, or ever. */
const NOT_SENT: readonly string[] = ["intent", "waiting", "cancelled"];

/** One job: what became of it, what a person can do, what was sent, and the feedback behind it. */
export function JobView(props: { projectId: string; jobId: string; isEmbedded: boolean }) {
  const { projectId, jobId, isEmbedded } = props;
  const { data: job, error } = useQuery(jobDetail(projectId, jobId));
  const mayRun = usePermission("jobs");
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
      <h1 className="untrusted font-semibold text-base">{job.title}</h1>
      <JobOutcome job={job} canArchive={isEmbedded && mayRun} />
      <NotifyMe job={job} moving={isUnsettled(job)} />
      {mayRun && <NextStep job={job} />}
      {isEmbedded && job.platformJobId && <AgentReport job={job} />}
      <section>
        <h2 className="mb-2 font-medium">
          Feedback behind it ({job.feedbackCount.toLocaleString("en")})
        </h2>
        <FeedbackBehind job={job} />
      </section>
      <FollowUps job={job} mayWrite={mayRun} />
      <section>
        <h2 className="mb-2 font-medium">
          {NOT_SENT.includes(job.state) && !job.platformJobId ? "Prompt" : "Prompt as sent"}
        </h2>
        <pre
          tabIndex={0}
          data-testid="prompt-sent"
          className="untrusted max-h-[32rem] overflow-auto whitespace-pre-wrap rounded-md border border-line bg-raised p-3 font-mono text-xs leading-5"
        >
          {job.prompt}
        </pre>
      </section>
      <JobHistory job={job} />
    </>
  );
}
