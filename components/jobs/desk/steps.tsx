"use client";

import { useQuery } from "@tanstack/react-query";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { jobReport } from "../../../lib/queries/jobs.ts";
import { Time } from "../../app/time.tsx";
import { isAwaitingLink } from "../awaiting-link.ts";
import { jobSteps } from "./job-steps.ts";

/** Where a job is, with the time of each step. */
export function Steps({ job, isBuiltIn }: { job: JobDetail; isBuiltIn: boolean }) {
  const enabled = isBuiltIn && job.platformJobId !== null;
  const { data: report } = useQuery({ ...jobReport(job), enabled });
  return (
    <ol aria-label="Steps" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {jobSteps(job, report, isAwaitingLink(job, isBuiltIn)).map(
        ({ name, at, isCurrent, result }, index) => (
          <li
            key={name}
            aria-current={isCurrent && "step"}
            className={`flex items-center gap-2 ${at === null ? "text-muted" : ""} ${isCurrent ? "font-medium" : ""}`}
          >
            {index > 0 && (
              <span aria-hidden className="text-muted">
                →
              </span>
            )}
            <span>
              {result ? (
                <a href="#checks" className="link">
                  {name} <span className={result.isGood ? "" : "text-warn"}>{result.text}</span>
                </a>
              ) : (
                name
              )}
              {at !== null && (
                <span className="font-normal text-muted">
                  {" "}
                  <Time at={at} compact />
                </span>
              )}
            </span>
          </li>
        ),
      )}
    </ol>
  );
}
