import {
  isDeletedOnPlatform,
  isNoLongerPolled,
  isOpenFailure,
  jobStateFacts,
  LEDGER_STATE,
} from "../../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { MarkHandled } from "../mark-handled.tsx";
import { SuggestedTriage } from "../merge/suggested-triage.tsx";
import { SetOutcome } from "../set-outcome.tsx";

/** What the person can do next about this job, if anything. */
export function NextStep({ job }: { job: JobDetail }) {
  if (job.state === "unconfirmed") return <SetOutcome job={job} />;
  if (LEDGER_STATE[job.state].cancelable) {
    return <MarkHandled job={job} outcome="cancel" label="Cancel job" />;
  }
  const hasFailed = isOpenFailure(job);
  const isLost = (isDeletedOnPlatform(job) || isNoLongerPolled(job)) && job.outcome === null;
  return (
    <>
      {(hasFailed || isLost) && (
        <MarkHandled
          job={job}
          outcome="handled"
          label="Mark as handled"
          canRetry={hasFailed && jobStateFacts(job).retryable}
        />
      )}
      <SuggestedTriage job={job} />
    </>
  );
}
