"use client";

import { useQuery } from "@tanstack/react-query";
import type { CommandCheck } from "../../../lib/contract/api/checks.ts";
import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { jobReport } from "../../../lib/queries/jobs.ts";
import { counted } from "../../../lib/text/counted.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Time } from "../../app/time.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PathText } from "../../ui/path-text.tsx";
import { isChecked, newProblemCount } from "./check-words.ts";
import { HostChecks } from "./host-checks.tsx";
import { type PlacedProblem, problemDiffId, problemListId } from "./problem-places.ts";

const UNCHECKED = { problems: null, check: null, givenBackAt: null, isRunning: false };

/** What checks found in a job's change: Errata's own and those of the command on the built-in platform, and the code host's. */
export function Checks(props: {
  job: JobDetail;
  isBuiltIn: boolean;
  problems: readonly PlacedProblem[];
  /** Which page of the diff is shown. */
  page: number | undefined;
  /** The address of a page of the diff. */
  pageAddress: (page: number) => string;
}) {
  const { job, isBuiltIn } = props;
  const enabled = isBuiltIn && job.platformJobId !== null;
  const { data: report } = useQuery({ ...jobReport(job), enabled });
  const isOwn = report !== undefined && isChecked(report);
  if (!isOwn && job.prChecksFailed === null && job.hostChecks.length === 0) return null;
  const { problems, check, givenBackAt, isRunning } = report ?? UNCHECKED;
  const count = newProblemCount({ problems, check });
  return (
    <section
      id="checks"
      aria-labelledby="checks-title"
      data-testid="checks"
      className="flex flex-col gap-2"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h2 id="checks-title" className="font-medium">
          Checks
        </h2>
        {isOwn && (
          <span role="status" className="text-muted">
            {check?.state === "running" ? "Running the check command…" : ownResult(count)}
          </span>
        )}
        {job.prChecksFailed !== null && (
          <span role="status" className="text-muted">
            {job.prChecksFailed ? "Failed on the code host" : "No failures on the code host"}
          </span>
        )}
        {givenBackAt !== null && (
          <span className="text-muted">
            Sent back to the agent <Time at={givenBackAt} />
            {isRunning && ". It's working on them."}
          </span>
        )}
      </div>
      {job.hostChecks.length > 0 && <HostChecks checks={job.hostChecks} />}
      {check && <Command check={check} />}
      <Problems {...props} unnamed={check?.more ?? 0} />
    </section>
  );
}

function ownResult(count: number): string {
  return count > 0 ? counted(count, "new problem") : "No new problems";
}

/** @param props.unnamed number of problems that the list leaves out */
function Problems(props: {
  problems: readonly PlacedProblem[];
  unnamed: number;
  page: number | undefined;
  pageAddress: (page: number) => string;
}) {
  const { problems, unnamed, page, pageAddress } = props;
  if (problems.length === 0) return null;
  return (
    <ul className="max-h-96 divide-y divide-line overflow-y-auto rounded-md border border-line">
      {problems.map((problem) => (
        <li key={problem.index} id={problemListId(problem.index)} tabIndex={-1}>
          <Problem problem={problem} page={page} pageAddress={pageAddress} />
        </li>
      ))}
      {unnamed > 0 && (
        <li className="px-3 py-2 text-muted">and {counted(unnamed, "more", "more")}</li>
      )}
    </ul>
  );
}

/**
 * What the command reports besides problems: why it couldn't run, or that it fails only with the change, and its last
 * lines.
 */
function Command({ check: { state, reason, output } }: { check: CommandCheck }) {
  if (reason === null) return null;
  return (
    <>
      <Notice tone={state === "failed" ? "info" : "warn"}>
        <span className="untrusted">{displayable(reason)}</span>
      </Notice>
      {output !== "" && (
        <details className="rounded-md border border-line">
          <summary className="bg-raised px-3 py-1.5">End of the check's output</summary>
          <pre
            tabIndex={0}
            className="untrusted max-h-96 overflow-auto whitespace-pre-wrap p-3 font-mono text-xs leading-5"
          >
            {displayable(output)}
          </pre>
        </details>
      )}
    </>
  );
}

/** A problem, which leads to its place in the diff. */
function Problem(props: {
  problem: PlacedProblem;
  page: number | undefined;
  pageAddress: (page: number) => string;
}) {
  const { problem, page, pageAddress } = props;
  const { file, line, message } = problem;
  const text = (
    <>
      <span>{displayable(message)}</span>
      <span className="text-muted">
        <PathText path={file} />
        {line > 0 && `:${line}`}
      </span>
    </>
  );
  const className = "untrusted flex w-full flex-col items-start gap-0.5 px-3 py-2 text-left";
  if (problem.page === undefined) return <div className={className}>{text}</div>;
  const look = `${className} hover:bg-raised`;
  return problem.page === page ? (
    <button type="button" onClick={() => openInDiff(problem)} className={look}>
      {text}
    </button>
  ) : (
    <a href={pageAddress(problem.page)} className={look}>
      {text}
    </a>
  );
}

/** Opens a problem's file, and moves the focus to the problem. */
function openInDiff({ index }: PlacedProblem): void {
  const note = document.getElementById(problemDiffId(index));
  const file = note?.closest("details");
  if (file) file.open = true;
  note?.focus();
  note?.scrollIntoView({ block: "center" });
}
