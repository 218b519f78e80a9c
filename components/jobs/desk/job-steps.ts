import { isDeletedOnPlatform, jobStateFacts } from "../../../lib/contract/api/job-states.ts";
import type { JobDetail, JobEvent } from "../../../lib/contract/api/jobs.ts";
import { pullName } from "../../../lib/text/pull-name.ts";

/** A step of a job: passed at an instant, or still to come. */
export interface JobStep {
  name: string;
  /** Epoch milliseconds; null while it isn't reached. */
  at: number | null;
  /** Whether the job is at this step. */
  isCurrent: boolean;
}

/** Returns the steps of a job, up to its end. */
export function jobSteps(job: JobDetail): JobStep[] {
  const { history, platformStatus, settledAt, createdAt } = job;
  const at = (isEvent: (event: JobEvent) => boolean) => history.findLast(isEvent)?.at ?? null;
  const isSent = platformStatus !== null;
  const running = isSent ? (at(({ kind }) => kind === "answered") ?? createdAt) : null;
  const steps: Omit<JobStep, "isCurrent">[] = [
    { name: "Queued", at: createdAt },
    { name: job.isHeld ? "Waiting for a decision" : "Running", at: running },
    ...(endWithoutPull(job) ?? pullSteps(job, at)),
  ];
  const isRunning = isSent && settledAt === null && !isDeletedOnPlatform(job);
  const last = isRunning ? 1 : steps.findLastIndex((step) => step.at !== null);
  return steps.map((step, index) => ({
    ...step,
    at: index <= last ? step.at : null,
    isCurrent: index === last,
  }));
}

function endWithoutPull(job: JobDetail): Omit<JobStep, "isCurrent">[] | null {
  const { state, platformStatus, prLink, settledAt, outcome } = job;
  const { settled, label } = jobStateFacts(job);
  if (prLink !== null || !settled) return null;
  if (platformStatus === "completed") return [{ name: "No changes", at: settledAt }];
  const isOver = platformStatus !== null || state !== "sent";
  return isOver && outcome !== "exists" ? [{ name: label, at: settledAt ?? job.createdAt }] : null;
}

function pullSteps(
  { prLink, prState }: JobDetail,
  at: (isEvent: (event: JobEvent) => boolean) => number | null,
): Omit<JobStep, "isCurrent">[] {
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
