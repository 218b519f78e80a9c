"use client";

import { useQuery } from "@tanstack/react-query";
import type { Job, JobReport } from "../../lib/contract/api/jobs.ts";
import { jobReport } from "../../lib/queries/jobs.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { Notice } from "../ui/notice.tsx";

/** Why the job failed and the agent's output, which only the built-in platform has. */
export function AgentReport({ job }: { job: Job }) {
  const { data: report } = useQuery(jobReport(job));
  if (!report) return null;
  return (
    <>
      {report.failure && (
        <Notice tone="bad">
          <span data-testid="job-failure" className="untrusted whitespace-pre-wrap">
            {displayable(report.failure)}
          </span>
        </Notice>
      )}
      {report.pages.length > 0 && <Pages pages={report.pages} />}
      {report.output.trim() !== "" && (
        <details className="rounded-md border border-line">
          <summary className="bg-raised px-3 py-1.5">Agent output</summary>
          <pre
            tabIndex={0}
            className="untrusted max-h-96 overflow-auto whitespace-pre-wrap p-3 font-mono text-xs leading-5"
          >
            {displayable(report.output)}
          </pre>
        </details>
      )}
    </>
  );
}

/** Pages that are listed. */
const MAX_PAGES = 20;

/** The files that the job's pages come from, as they were when the agent started. */
function Pages({ pages }: { pages: JobReport["pages"] }) {
  const more = pages.length - MAX_PAGES;
  return (
    <section>
      <h2 className="mb-2 font-medium">Pages ({pages.length.toLocaleString("en")})</h2>
      <ul data-testid="job-pages" className="divide-y divide-line rounded-md border border-line">
        {pages.slice(0, MAX_PAGES).map(({ page, file }) => (
          <li key={page} className="flex flex-wrap gap-x-3 px-3 py-1.5">
            <bdi className="untrusted min-w-0 break-words">{displayable(page)}</bdi>
            {file === null ? (
              <span className="text-muted">No file found</span>
            ) : (
              <bdi className="untrusted min-w-0 break-words text-muted">{displayable(file)}</bdi>
            )}
          </li>
        ))}
        {more > 0 && (
          <li className="px-3 py-1.5 text-muted">and {more.toLocaleString("en")} more</li>
        )}
      </ul>
    </section>
  );
}
