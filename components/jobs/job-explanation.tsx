import type { ReactNode } from "react";
import {
  isDeletedOnPlatform,
  isDocumentedStatus,
  isNoLongerPolled,
  type LedgerState,
} from "../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";
import type { JobStatus as PlatformStatus } from "../../lib/contract/platform/vocabulary.ts";
import { displayable } from "../../lib/text/displayable.ts";
import { isAwaitingLink } from "./awaiting-link.ts";
import { platformStatusName } from "./job-badge.tsx";
import { NextCheck } from "./next-check.tsx";

/** Says in a sentence or two what a job's status means. */
export function JobExplanation(props: {
  job: JobDetail;
  isBuiltIn: boolean;
  /** Whether its agent only reports. */
  isReportOnly: boolean;
}): ReactNode {
  const { job, isBuiltIn, isReportOnly } = props;
  const { state, platformStatus } = job;
  if (platformStatus === null) return LEDGER_TEXT[state];
  if (job.outcome === "unfollowed" && job.nextPollAt === null && job.settledAt === null) {
    return "Errata stopped following this job. Check again to see its status.";
  }
  if (isDeletedOnPlatform(job)) {
    const name = displayable(platformStatusName(platformStatus));
    return `The platform hasn't recognized this job for a day, so Errata treats it as deleted. Its last status was ${name}.`;
  }
  if (job.missingSince !== null && job.settledAt === null) {
    return "This is the last status that the platform reported.";
  }
  if (job.isHeld) {
    return "The agent changed more than it's allowed to. Nothing was pushed. The job waits for someone to decide.";
  }
  const isOnlyReport = isReportOnly && job.prLink === null && job.outcome !== "stopped";
  if (isOnlyReport && platformStatus === "completed") {
    return "The agent reported what it found. It only reports in this project, so nothing was changed.";
  }
  if (isDocumentedStatus(platformStatus)) return PLATFORM_TEXT[platformStatus](job, isBuiltIn);
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

const OPENED = "The agent finished and opened a pull request.";

const PLATFORM_TEXT: Record<PlatformStatus, (job: JobDetail, isBuiltIn: boolean) => string> = {
  active: () => "The agent is working. This page updates automatically. It's safe to close it.",
  completed: (job, isBuiltIn) => {
    if (job.outcome === "stopped") {
      return "The job was stopped. The pull request has what the agent had done by then.";
    }
    // The outcome is shown below.
    if (job.prLink) return job.prState === "merged" ? "" : OPENED;
    if (job.linkText) return "The agent finished. Its pull request link can't be opened.";
    return isAwaitingLink(job, isBuiltIn)
      ? "The agent finished. Waiting for the pull request link."
      : "The agent finished without changing any files, so there is no pull request.";
  },
  failed: ({ outcome, history }) => {
    if (outcome === "stopped") return "The job was stopped, and its changes were discarded.";
    // Older jobs have this outcome only in their history.
    const last = history.findLast(({ kind }) => kind === "held" || kind === "message");
    return last?.kind === "held" && last.detail.decision === "discard"
      ? "The agent finished, and its change was discarded."
      : "The agent failed. Nothing was merged.";
  },
  archived: () => "This job was archived.",
};
