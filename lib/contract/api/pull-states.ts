// Every state of a pull request, apart from those of jobs, so that the inbox loads less.
import type { HostCheck } from "./checks.ts";
import type { HostReview } from "./host-reviews.ts";
import type { ShownState } from "./job-states.ts";

/** States of a pull request; `unknown` if Errata can't ask the code host. */
export const PULL_STATES = ["open", "merged", "closed", "unknown"] as const;
export type PullState = (typeof PULL_STATES)[number];

export const PULL_STATE = {
  open: { label: "Open", tone: "accent", settled: false },
  merged: { label: "Merged", tone: "good", settled: true },
  closed: { label: "Closed", tone: "muted", settled: true },
  unknown: { label: "Status unknown", tone: "muted", settled: false },
} as const satisfies Record<PullState, ShownState & { settled: boolean }>;

/** Pull requests that may still change; one that can't be checked may be open. */
export const UNSETTLED_PULL_STATES = PULL_STATES.filter((state) => !PULL_STATE[state].settled);

/** What a code host says about a pull request. What it doesn't say is null. */
export interface PullReading {
  state: Exclude<PullState, "unknown">;
  isDraft: boolean;
  /** When someone last did something with it, in epoch milliseconds. */
  activeAt: number | null;
  hasConflicts: boolean | null;
  hasFailedChecks: boolean | null;
  /** The first checks, failed ones first; fewer if the host doesn't name all of them. */
  checks: HostCheck[];
  /** Whether a reviewer requested changes, and nothing was pushed since. */
  needsChanges: boolean | null;
  /** What people said on a code host other than the built-in one; null also where it wasn't read. */
  review: HostReview | null;
}

/** Why an open pull request doesn't get merged, most urgent first. */
export const PULL_NUDGES = [
  "conflicts",
  "failed_checks",
  "changes_requested",
  "draft",
  "quiet",
] as const;
export type PullNudge = (typeof PULL_NUDGES)[number];
