import type { OpenJob } from "../../lib/contract/api/jobs.ts";
import { jobStateName } from "../jobs/job-badge.tsx";
import { ExternalLink } from "../ui/icons.tsx";
import { Notice } from "../ui/notice.tsx";
import type { JobRequest } from "./draft-session.ts";
import { inOtherJobs } from "./draft-session.ts";

/** Warns about items that are already in an open job, with links. */
export function OpenJobsNotice(props: {
  projectId: string;
  open: OpenJob[];
  /** The job that is reviewed. It may exist already if the server's answer got lost. */
  intent: JobRequest;
}) {
  const affected = inOtherJobs(props.open, props.intent);
  if (affected.length === 0) return null;
  const jobs = [...Map.groupBy(affected, ({ jobId }) => jobId)];
  return (
    <Notice tone="warn">
      Already in an open job. Another job may change the same lines.
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4" data-testid="open-jobs">
        {jobs.map(([jobId, items]) => (
          <li key={jobId}>
            <span className="untrusted font-mono text-xs">
              {items.map(({ feedbackId }) => feedbackId).join(", ")}
            </span>
            :{" "}
            <a
              href={`/${props.projectId}/jobs/${encodeURIComponent(jobId)}`}
              target="_blank"
              rel="noopener"
              className="link inline-flex items-center gap-1"
            >
              {stateOf(items[0])}
              <ExternalLink label="(opens in a new tab)" size={12} />
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function stateOf(job: OpenJob | undefined): string {
  if (!job) return "Job";
  const pull = job.prLink && job.prState === "open" ? ", pull request open" : "";
  return `${jobStateName(job)}${pull}`;
}
