import { isDeletedOnPlatform } from "../../../lib/contract/api/job-states.ts";
import type { Job } from "../../../lib/contract/api/jobs.ts";
import { Time } from "../../app/time.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { JobResult } from "../job-result.tsx";
import { NUDGE_TEXT } from "../nudge-text.ts";

/** A job in a list. @param props.onOpen called when the link to it is followed */
export function JobItem({ job, onOpen }: { job: Job; onOpen?: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2">
      <span className="sm:w-28">
        <JobResult job={job} deleted={isDeletedOnPlatform(job)} />
      </span>
      <IntentLink
        href={`/${job.projectId}/jobs/${job.id}`}
        // Runs after the link was followed, as in the list of notifications.
        onClickCapture={() => onOpen && setTimeout(onOpen)}
        className="untrusted min-w-0 flex-1 truncate font-medium max-sm:order-first max-sm:basis-full sm:basis-48 underline-offset-2 hover:underline"
      >
        {job.title}
      </IntentLink>
      <span className="text-muted">
        {job.feedbackCount} {job.feedbackCount === 1 ? "item" : "items"}
      </span>
      {job.batchId && (
        <IntentLink
          href={`/${job.projectId}/jobs?batch=${job.batchId}`}
          className="link text-muted"
        >
          Batch
        </IntentLink>
      )}
      {job.by && <span className="untrusted text-muted">{job.by.name}</span>}
      <span className="text-right text-muted max-sm:ml-auto sm:w-20">
        <Time at={job.createdAt} compact />
      </span>
      {job.prNudge && (
        <p className="basis-full text-muted sm:pl-32" data-testid="pull-nudge">
          {NUDGE_TEXT[job.prNudge]}
        </p>
      )}
    </li>
  );
}
