import { CircleHelp, CircleSlash, GitMerge, GitPullRequest } from "lucide-react";
import { PULL_STATE, type PullState } from "../../lib/contract/api/job-states.ts";
import { TONE } from "./job-badge.tsx";

const ICON: Record<PullState, typeof CircleHelp> = {
  open: GitPullRequest,
  merged: GitMerge,
  closed: CircleSlash,
  unknown: CircleHelp,
};

/** A pull request's state as a word with an icon. */
export function PullStateLabel({ state, testId }: { state: PullState; testId?: string }) {
  const { label, tone } = PULL_STATE[state];
  const Icon = ICON[state];
  return (
    <span
      data-testid={testId}
      data-state={state}
      className="inline-flex items-center gap-1.5 font-medium"
    >
      <Icon aria-hidden size={14} className={TONE[tone]} />
      {label}
    </span>
  );
}
