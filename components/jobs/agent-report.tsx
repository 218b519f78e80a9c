"use client";

import { useQuery } from "@tanstack/react-query";
import type { Job } from "../../lib/contract/api/jobs.ts";
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
