"use client";

import { useQuery } from "@tanstack/react-query";
import { jobStateFacts } from "../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import { isInProgress, jobDetail } from "../../lib/queries/jobs.ts";
import { usePermission } from "../app/session.tsx";
import { Time } from "../app/time.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Notice } from "../ui/notice.tsx";
import { AgentReport } from "./agent-report.tsx";
import { FollowUps } from "./follow-ups.tsx";
import { jobEventSentence } from "./job-event-sentence.ts";
import { JobStatus } from "./job-status.tsx";
import { LinkedFeedback } from "./linked-feedback.tsx";
import { NextStep } from "./next-step.tsx";
import { NotifyMe } from "./notify-me.tsx";

const NotifyReaders = lazyPart({
  name: "the list of readers to notify",
  load: () => import("./notify-readers.tsx").then((module) => module.NotifyReaders),
});

/** One job: its status, the next step, the linked feedback, follow-ups, prompt, and history. */
export function JobView(props: { projectId: string; jobId: string; isBuiltIn: boolean }) {
  const { projectId, jobId, isBuiltIn } = props;
  const { data: job, error } = useQuery(jobDetail(projectId, jobId));
  const mayRun = usePermission("jobs");
  const mayContact = usePermission("contacts");
  if (!job) {
    return error ? (
      <Notice tone="bad">{error.message}</Notice>
    ) : (
      <p className="text-muted">Loading job…</p>
    );
  }
  return (
    <>
      {error && <Notice tone="warn">{error.message} This page may be out of date.</Notice>}
      <h1 className="untrusted page-title">{job.title}</h1>
      <JobStatus job={job} canArchive={isBuiltIn && mayRun} />
      <NotifyMe job={job} inProgress={job.settledAt === null && isInProgress(job)} />
      {mayRun && <NextStep job={job} />}
      {mayContact && job.prState === "merged" && <NotifyReaders job={job} />}
      {isBuiltIn && job.platformJobId && <AgentReport job={job} />}
      <section>
        <h2 className="mb-2 font-medium">
          Linked feedback ({job.feedbackCount.toLocaleString("en")})
        </h2>
        <LinkedFeedback job={job} />
      </section>
      <FollowUps job={job} mayWrite={mayRun} />
      <section>
        <h2 className="mb-2 font-medium">{jobStateFacts(job).sent ? "Prompt sent" : "Prompt"}</h2>
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

/** A job's history, oldest first. */
function JobHistory({ job }: { job: JobDetail }) {
  return (
    <section>
      <h2 className="mb-2 font-medium">History</h2>
      <ol className="flex flex-col gap-1">
        {job.history.map((event) => (
          <li key={event.id} className="flex gap-3">
            <span className="w-24 shrink-0 text-muted">
              <Time at={event.at} />
            </span>
            <span className="untrusted min-w-0">{jobEventSentence(event)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
