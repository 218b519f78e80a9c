import type { ReactNode } from "react";
import {
  isDeletedOnPlatform,
  isDocumentedStatus,
  isNoLongerPolled,
  type LedgerState,
  LINK_GRACE,
} from "../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import type { JobStatus as PlatformStatus } from "../../lib/contract/platform/vocabulary.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { platformStatusName } from "./job-badge.tsx";
import { NextCheck } from "./next-check.tsx";

/** Says in a sentence or two what a job's status means. */
export function JobExplanation({ job }: { job: JobDetail }): ReactNode {
  const { state, platformStatus } = job;
  if (platformStatus === null) return LEDGER_TEXT[state];
  if (job.outcome === "unfollowed" && job.nextPollAt === null && job.settledAt === null) {
    return "Errata stopped following this job. Check again to see how it is going.";
  }
  if (isDeletedOnPlatform(job)) {
    const name = displayable(platformStatusName(platformStatus));
    return `The platform hasn't recognized this job for a day, so Errata treats it as deleted. Its last status was ${name}.`;
  }
  if (job.missingSince !== null && job.settledAt === null) {
    return "This is the last status that the platform reported.";
  }
  if (job.isHeld) {
    return "The agent changed more than it may. Nothing was pushed. The job is waiting for a decision, also after a restart.";
  }
  if (isDocumentedStatus(platformStatus)) return PLATFORM_TEXT[platformStatus](job);
  return (
    <>
      The platform's documentation doesn't list this status.{" "}
      {isNoLongerPolled(job)
        ? "It hasn't changed for a day, so Errata stopped checking."
        : job.nextPollAt !== null && <NextCheck at={job.nextPollAt} />}
    </>
  );
}

const LEDGER_TEXT: Record<LedgerState, string> = {
  queued: "Sending to the platform.",
  scheduled: "The platform isn't accepting jobs right now. This job will be sent automatically.",
  sending: "Sending to the platform.",
  unconfirmed:
    "The platform's response was lost. The job may exist there, so it wasn't sent again.",
  rejected: "The platform rejected the request. No job was created.",
  canceled: "Canceled before it was sent.",
  not_created: "Marked as not created: the platform doesn't have this job.",
  sent: "Sent to the platform.",
};

const PLATFORM_TEXT: Record<PlatformStatus, (job: JobDetail) => string> = {
  active: () => "The agent is working. This page updates automatically. It's safe to close it.",
  completed: (job) => {
    if (job.outcome === "stopped") {
      return "The job was stopped. What its agent had done by then is the pull request.";
    }
    if (job.prLink) return "The agent finished and opened a pull request.";
    if (job.linkText) return "The agent finished. Its pull request link can't be opened.";
    return isAwaitingLink(job)
      ? "The agent finished. Waiting for the pull request link."
      : "The agent finished without changing any files, so there is no pull request.";
  },
  failed: ({ outcome }) =>
    outcome === "stopped"
      ? "The job was stopped. Nothing of it was kept."
      : "The agent failed. Nothing was merged.",
  archived: () => "This job was archived.",
};

function isAwaitingLink({ settledAt, lastPolledAt, nextPollAt }: JobDetail): boolean {
  return nextPollAt !== null && (lastPolledAt ?? 0) - (settledAt ?? 0) < LINK_GRACE;
}
