import { LINK_GRACE_MS } from "../../lib/contract/api/job-states.ts";
import type { JobDetail } from "../../lib/contract/api/jobs.ts";

/**
 * Whether a finished job's pull request may still be named. On a hosted platform that can take a while; the built-in one
 * names it with the status.
 */
export function isAwaitingLink(job: JobDetail, isBuiltIn: boolean): boolean {
  const { platformStatus, prLink, settledAt, lastPolledAt, nextPollAt } = job;
  if (isBuiltIn || platformStatus !== "completed" || prLink !== null) return false;
  return nextPollAt !== null && (lastPolledAt ?? 0) - (settledAt ?? 0) < LINK_GRACE_MS;
}
