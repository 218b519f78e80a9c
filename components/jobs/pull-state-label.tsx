import { PULL_STATE, type PullState } from "../../lib/contract/api/pull-states.ts";
import { CircleHelp, CircleSlash, GitMerge, GitPullRequest, type Icon } from "../ui/icons.tsx";
import { TONE } from "./job-badge.tsx";

export const PULL_ICON: Record<PullState, Icon> = {
  open: GitPullRequest,
  merged: GitMerge,
  closed: CircleSlash,
  unknown: CircleHelp,
};

/** A pull request's state as a word with an icon. */
export function PullStateLabel({ state, testId }: { state: PullState; testId?: string }) {
  const { label, tone } = PULL_STATE[state];
  const Icon = PULL_ICON[state];
  return (
    <span
      data-testid={testId}
      data-state={state}
      className="inline-flex items-center gap-1.5 font-medium"
    >
      <Icon size={14} className={TONE[tone]} />
      {label}
    </span>
  );
}
