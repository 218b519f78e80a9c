import type { PullNudge } from "../../lib/contract/api/pull-states.ts";

/** Says what keeps an open pull request from being merged, and what to do about it. */
export const NUDGE_TEXT: Record<PullNudge, string> = {
  conflicts: "The pull request has conflicts. Resolve them on its branch, or create a new job.",
  failed_checks: "Checks failed. Open the pull request to see why, then send a follow-up.",
  changes_requested: "A reviewer requested changes. Send a follow-up with what they ask for.",
  draft: "The pull request is a draft. Mark it as ready for review when the change is complete.",
  quiet: "No activity for 3 days. Ask someone for a review, merge it, or close it.",
};
