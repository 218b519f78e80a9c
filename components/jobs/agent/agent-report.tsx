"use client";

import { useQuery } from "@tanstack/react-query";
import type { JobDetail, JobReport } from "../../../lib/contract/api/jobs.ts";
import { jobReport } from "../../../lib/queries/jobs.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Button } from "../../ui/button.tsx";
import { download } from "../../ui/download.ts";
import { Notice } from "../../ui/notice.tsx";
import { LifeSigns } from "./life-signs.tsx";
import { useLiveReport } from "./use-live-report.ts";

/** What the agent does and prints while it runs. Only the built-in platform has it. */
export function AgentReport({ job }: { job: JobDetail }) {
  const { data: report } = useQuery(jobReport(job));
  useLiveReport(job);
  if (!report) return null;
  const { failure, isRunning, isReportOnly, activities, denied, pages, output } = report;
  const isReport = isReportOnly && !isRunning && failure === null;
  // Agents whose stream Errata doesn't know report with all that they print.
  const summary = report.summary ?? (isReport ? output.trim() : null);
  return (
    <section aria-label="Agent" className="flex flex-col gap-3">
      {isRunning && <LifeSigns job={job} printedAt={report.printedAt} ahead={report.ahead} />}
      {isRunning && activities.length > 0 && <Activities activities={activities} />}
      {denied.length > 0 && (
        <Notice tone="warn">
          The agent wasn't allowed to use:{" "}
          <span className="untrusted">{denied.map(displayable).join(", ")}</span>
        </Notice>
      )}
      {!isRunning && summary && (
        <Folded name={isReport ? "Report" : "What the agent says"} isOpen>
          {summary}
        </Folded>
      )}
      {pages.length > 0 && <Pages pages={pages} />}
      {!isRunning && activities.length > 0 && (
        <Folded name="What the agent did">{activities.join("\n")}</Folded>
      )}
      {output.trim() !== "" && output.trim() !== summary && (
        <Folded name="Agent output" file={`agent-output-${job.id}.txt`}>
          {output}
        </Folded>
      )}
    </section>
  );
}

/** Activities that are shown while the agent runs. */
const MAX_SHOWN = 6;

function Activities({ activities }: { activities: readonly string[] }) {
  const hidden = Math.max(0, activities.length - MAX_SHOWN);
  return (
    <ol
      role="log"
      aria-label="Agent activity"
      data-testid="agent-activity"
      // Reserves its full height, so that nothing below moves with each line.
      className="flex min-h-44 flex-col gap-1 rounded-md border border-line p-3"
    >
      {activities.slice(hidden).map((activity, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: activities are only added, so that their numbers stay.
        <li key={hidden + index} className="untrusted last:font-medium">
          {displayable(activity)}
        </li>
      ))}
    </ol>
  );
}

/** @param props.file name of the file that it can be downloaded as; no download without it */
function Folded(props: { name: string; isOpen?: boolean; file?: string; children: string }) {
  const { name, isOpen, file, children } = props;
  return (
    <details open={isOpen} className="rounded-md border border-line">
      <summary className="bg-raised px-3 py-1.5">{name}</summary>
      {file && (
        <Button
          variant="quiet"
          className="mx-2 mt-2"
          onClick={() => download(file, children, "text/plain")}
        >
          Download output
        </Button>
      )}
      <pre
        tabIndex={0}
        className="untrusted max-h-96 overflow-auto whitespace-pre-wrap p-3 font-mono text-xs leading-5"
      >
        {displayable(children)}
      </pre>
    </details>
  );
}

/** Pages that are listed. */
const MAX_PAGES = 20;

/** The files that the job's pages come from, as they were when the agent started. */
function Pages({ pages }: { pages: JobReport["pages"] }) {
  const more = pages.length - MAX_PAGES;
  return (
    <details className="rounded-md border border-line">
      <summary className="bg-raised px-3 py-1.5">
        Pages ({pages.length.toLocaleString("en")})
      </summary>
      <ul data-testid="job-pages" className="divide-y divide-line">
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
    </details>
  );
}
