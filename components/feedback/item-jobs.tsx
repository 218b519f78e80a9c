import type { FeedbackDetail } from "../../lib/contract/api/feedback.ts";
import { Time } from "../app/time.tsx";
import { JobResult } from "../jobs/job-result.tsx";
import { IntentLink } from "../ui/intent-link.tsx";

/** The agent jobs that an item is linked to, newest first. */
export function ItemJobs({ projectId, jobs }: { projectId: string; jobs: FeedbackDetail["jobs"] }) {
  return (
    <section>
      <h3 className="mb-1 font-medium">Agent jobs</h3>
      {jobs.length === 0 ? (
        <p className="text-muted">No agent jobs yet</p>
      ) : (
        <ul className="flex flex-col gap-1">
          {jobs.map((job) => (
            <li key={job.id} className="flex items-center gap-3">
              <JobResult job={job} />
              <span className="text-muted">
                <Time at={job.createdAt} />
              </span>
              <IntentLink href={`/${projectId}/jobs/${job.id}`} className="link text-accent">
                Open job
              </IntentLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
