"use client";

import { useState } from "react";
import { isOpenFailure, jobStateFacts } from "../../../lib/contract/api/job-states.ts";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import { archiveJob, setJobOutcome } from "../../../lib/queries/job-actions.ts";
import { counted } from "../../../lib/text/counted.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { useJobAction } from "../use-job-action.ts";

interface Action {
  name: string;
  /** Counts the jobs that were changed, such as "3 jobs". */
  done: (jobs: string) => string;
  isFor: (job: Job) => boolean;
  run: (job: Job) => Promise<unknown>;
}

const ARCHIVE: Action = {
  name: "Archive",
  done: (jobs) => `Archived ${jobs}.`,
  // An open pull request would be forgotten.
  isFor: ({ settledAt, archivedAt, prState }) =>
    settledAt !== null && archivedAt === null && prState !== "open",
  run: ({ projectId, id }) => archiveJob(projectId, id),
};

const MARK_HANDLED: Action = {
  name: "Mark as handled",
  done: (jobs) => `Marked ${jobs} as handled.`,
  isFor: isOpenFailure,
  run: ({ projectId, id }) => setJobOutcome(projectId, id, { outcome: "handled" }),
};

const RETRY: Action = {
  name: "Retry",
  done: (jobs) => `Retried ${jobs}.`,
  isFor: (job) => isOpenFailure(job) && jobStateFacts(job).retryable,
  // The same key for the same job, so that a second press sends nothing more, in whatever tab.
  run: ({ projectId, id }) =>
    setJobOutcome(projectId, id, { outcome: "retry", intentKey: `retry-${id}` }),
};

/**
 * Buttons for what can be done to the chosen jobs, each with the number of jobs that it is for.
 * @param props.isBuiltIn whether the built-in platform runs the jobs. Only that one can archive
 * @param props.onDone called with the jobs to which something was done
 */
export function JobActions(props: {
  projectId: string;
  jobs: readonly Job[];
  isBuiltIn: boolean;
  onDone: (ids: readonly string[]) => void;
}) {
  const { projectId, jobs, isBuiltIn, onDone } = props;
  const { work, report } = useActionOnJobs(projectId, onDone);
  const actions = [RETRY, MARK_HANDLED, ...(isBuiltIn ? [ARCHIVE] : [])];
  const possible = actions.flatMap((action) => {
    const chosen = jobs.filter(action.isFor);
    return chosen.length > 0 ? [{ action, chosen }] : [];
  });
  return (
    <>
      {possible.map(({ action, chosen }) => (
        <Button
          key={action.name}
          disabled={work.isPending}
          onClick={() => work.mutate({ action, jobs: chosen })}
        >
          {action.name} <span className="tabular-nums">{chosen.length}</span>
        </Button>
      ))}
      {jobs.length > 0 && possible.length === 0 && !work.isPending && (
        <span className="text-muted">No actions for these jobs</span>
      )}
      <ActionReport report={report} error={work.error} />
    </>
  );
}

/** Retries the jobs of a batch that failed. */
export function RetryFailed({ projectId, jobs }: { projectId: string; jobs: readonly Job[] }) {
  const { work, report } = useActionOnJobs(projectId, () => undefined);
  const failed = jobs.filter(RETRY.isFor);
  return (
    <>
      {failed.length > 0 && (
        <Button
          disabled={work.isPending}
          onClick={() => work.mutate({ action: RETRY, jobs: failed })}
        >
          {`Retry ${counted(failed.length, "failed job")}`}
        </Button>
      )}
      <ActionReport report={report} error={work.error} />
    </>
  );
}

function ActionReport({ report, error }: { report: string; error: Error | null }) {
  return (
    <>
      <span role="status" className="text-muted tabular-nums">
        {report}
      </span>
      <ErrorNotice error={error} />
    </>
  );
}

/** Runs an action on one job after the other. A failure doesn't stop the rest. */
function useActionOnJobs(projectId: string, onDone: (ids: readonly string[]) => void) {
  const [report, setReport] = useState("");
  const work = useJobAction(
    projectId,
    async ({ action, jobs }: { action: Action; jobs: readonly Job[] }) => {
      const done: string[] = [];
      const problems: Error[] = [];
      for (const [at, job] of jobs.entries()) {
        setReport(`${action.name}: ${at + 1} of ${jobs.length}`);
        try {
          await action.run(job);
          done.push(job.id);
        } catch (error) {
          problems.push(error instanceof Error ? error : new Error(String(error)));
        }
      }
      setReport(done.length > 0 ? action.done(counted(done.length, "job")) : "");
      onDone(done);
      const [first] = problems;
      if (first) {
        throw new Error(
          `${action.name} failed for ${counted(problems.length, "job")}: ${first.message}`,
        );
      }
    },
  );
  return { work, report };
}
