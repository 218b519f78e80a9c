import { isDeletedOnPlatform, jobStateFacts } from "../../../lib/contract/api/job-states.ts";
import type { JobDetail, JobEvent } from "../../../lib/contract/api/jobs.ts";
import { pullName } from "../../../lib/text/pull-name.ts";
import { type CheckedReport, checkResult, isChecked } from "../checks/check-words.ts";
import { ENDED_BY_PERSON } from "../job-badge.tsx";

/** A step of a job: passed at an instant, or still to come. */
export interface JobStep {
  name: string;
  /** Epoch milliseconds; null while it isn't reached. */
  at: number | null;
  /** Whether the job is at this step. */
  isCurrent: boolean;
  /** The result of the step. */
  result?: ReturnType<typeof checkResult>;
}

type Step = Omit<JobStep, "isCurrent">;

/**
 * Returns the steps of a job, up to its end.
 * @param report results of the built-in platform's checks; left out where there are none
 * @param awaitsLink whether the pull request of a finished job may still be named
 */
export function jobSteps(job: JobDetail, report?: CheckedReport, awaitsLink = false): JobStep[] {
  const { history, platformStatus, settledAt, createdAt } = job;
  const at = (isEvent: (event: JobEvent) => boolean) => history.findLast(isEvent)?.at ?? null;
  const isSent = platformStatus !== null;
  const running = isSent ? (at(({ kind }) => kind === "answered") ?? createdAt) : null;
  const checks = checksStep(report, at(({ kind }) => kind === "link") ?? running, job);
  const work = { name: job.isHeld ? "Waiting for a decision" : "Running", at: running };
  const end = awaitsLink ? null : endWithoutPull(job, report);
  const steps: Step[] = [
    { name: "Queued", at: createdAt },
    ...(job.isHeld ? [...checks, work] : [work, ...(end ? [] : checks)]),
    ...(end ?? pullSteps(job, at)),
  ];
  const isRunning = isSent && settledAt === null && !isDeletedOnPlatform(job);
  const isWaiting = typeof report?.ahead === "number";
  const now = report?.check?.state === "running" ? "Checks" : isWaiting ? "Queued" : work.name;
  const last = isRunning
    ? steps.findIndex(({ name }) => name === now)
    : steps.findLastIndex((step) => step.at !== null);
  return steps.map((step, index) => ({
    ...step,
    ...(index > last && { at: null, result: null }),
    isCurrent: index === last,
  }));
}

/** @param end when the change was there, if no command says when the checks ended */
function checksStep(
  report: CheckedReport | undefined,
  end: number | null,
  { prLink, prChecksFailed: hostFailed }: JobDetail,
): Step[] {
  // A change from before there were checks has none.
  const hasOwn = report && (prLink === null || isChecked(report));
  if (!hasOwn && hostFailed === null) return [];
  return [
    { name: "Checks", at: report?.check?.at ?? end, result: checkResult(report, hostFailed) },
  ];
}

function endWithoutPull(job: JobDetail, report: CheckedReport | undefined): Step[] | null {
  const { state, platformStatus, prLink, settledAt, outcome } = job;
  const { settled, label } = jobStateFacts(job);
  if (prLink !== null || !settled) return null;
  if (platformStatus === "completed") {
    return [{ name: report?.isReportOnly ? "Report" : "No changes", at: settledAt }];
  }
  const isOver = platformStatus !== null || state !== "sent";
  const name = ENDED_BY_PERSON.get(outcome)?.label ?? label;
  return isOver && outcome !== "exists" ? [{ name, at: settledAt ?? job.createdAt }] : null;
}

function pullSteps(
  { prLink, prState }: JobDetail,
  at: (isEvent: (event: JobEvent) => boolean) => number | null,
): Step[] {
  const settled = prState === "closed" ? "closed" : "merged";
  return [
    {
      name: prLink === null ? "Pull request" : pullName(prLink),
      at: prLink === null ? null : at(({ kind }) => kind === "link"),
    },
    {
      name: settled === "closed" ? "Closed" : "Merged",
      at:
        prState === settled
          ? at(({ kind, detail }) => kind === "pull" && detail.to === settled)
          : null,
    },
  ];
}
