"use client";

import { useQuery } from "@tanstack/react-query";
import type { JobDetail, JobTriage } from "../../../lib/contract/api/jobs.ts";
import { jobsToReview } from "../../../lib/queries/jobs.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { pullNumber } from "../../../lib/text/pull-name.ts";
import { buttonClass } from "../../ui/button.tsx";
import { IntentLink } from "../../ui/intent-link.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { TriageDone } from "./triage-done.tsx";

/** Pages that are linked. */
const MAX_PAGES = 3;

/** Says what a merge did, where to see it, and what to review next. */
export function Merged(props: { job: JobDetail; result: JobTriage | null; hasSite: boolean }) {
  const { job, result, hasSite } = props;
  const { data: next } = useQuery(jobsToReview(job.projectId, job.id));
  const pages = [...new Set(job.feedback.map(({ page }) => page))].slice(0, MAX_PAGES);
  return (
    <section aria-label="Merged" className="flex flex-col gap-3">
      {/* The job's status says it to the eye. */}
      <p role="status" className="sr-only">
        {pullNumber(job.prLink ?? "")} is merged
        {job.ref && (
          <>
            {" into "}
            <code className="untrusted font-mono">{displayable(job.ref)}</code>
          </>
        )}
        .
      </p>
      {result && <TriageDone job={job} status="resolved" result={result} />}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {next ? (
          <IntentLink
            href={`/${next.projectId}/jobs/${next.id}`}
            className={`${buttonClass("primary")} min-w-0 max-w-full`}
          >
            <span className="truncate">
              Review next: {pullNumber(next.prLink ?? "")} {displayable(next.title)}
            </span>
          </IntentLink>
        ) : (
          next === null && <span className="text-muted">No other pull requests to review.</span>
        )}
        {hasSite &&
          pages.map((page) => (
            <a
              key={page}
              href={`/site/${job.projectId}${page}`}
              className="link untrusted text-accent"
            >
              See <PathText path={page} />
            </a>
          ))}
      </p>
    </section>
  );
}
