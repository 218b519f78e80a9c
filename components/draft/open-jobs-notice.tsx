import type { OpenJob } from "../../lib/contract/api/jobs.ts";
import { jobStateName } from "../jobs/job-badge.tsx";
import { ExternalLink } from "../ui/icons.tsx";
import { Notice } from "../ui/notice.tsx";

/** Warns about items that are already in an open job, with links. */
export function OpenJobsNotice(props: {
  projectId: string;
  open: OpenJob[];
  /** Feedback IDs of this job. */
  of: string[];
}) {
  const ids = new Set(props.of);
  const affected = props.open.filter(({ feedbackId }) => ids.has(feedbackId));
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
              className="inline-flex items-center gap-1 underline underline-offset-2"
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
