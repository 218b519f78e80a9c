import { ExternalLink } from "lucide-react";
import type { OpenJob } from "../../lib/contract/api/jobs.ts";
import { jobStateName } from "../jobs/job-badge.tsx";
import { Notice } from "../ui/notice.tsx";

/** Says which entries already are behind a job that is not over, and leads to it. */
export function OpenJobsNotice(props: {
  projectId: string;
  open: OpenJob[];
  /** The entries of this job. */
  of: string[];
}) {
  const ids = new Set(props.of);
  const concerned = props.open.filter(({ feedbackId }) => ids.has(feedbackId));
  if (concerned.length === 0) return null;
  const jobs = [...Map.groupBy(concerned, ({ jobId }) => jobId)];
  return (
    <Notice tone="warn">
      Already behind a job that is not over. Another one may change the same lines.
      <ul className="mt-1 flex list-disc flex-col gap-1 pl-4" data-testid="open-jobs">
        {jobs.map(([jobId, entries]) => (
          <li key={jobId}>
            <span className="untrusted font-mono text-xs">
              {entries.map(({ feedbackId }) => feedbackId).join(", ")}
            </span>
            :{" "}
            <a
              href={`/${props.projectId}/jobs/${encodeURIComponent(jobId)}`}
              target="_blank"
              rel="noopener"
              className="inline-flex items-center gap-1 underline underline-offset-2"
            >
              {stateOf(entries[0])}
              <ExternalLink aria-label="(opens in a new tab)" size={12} className="shrink-0" />
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function stateOf(job: OpenJob | undefined): string {
  if (!job) return "Job";
  const pull = job.prLink && job.prState === "open" ? ", its pull request is open" : "";
  return `${jobStateName(job)}${pull}`;
}
