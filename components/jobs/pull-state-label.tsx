import { CircleHelp, CircleSlash, GitMerge, GitPullRequest } from "lucide-react";
import type { PullState } from "../../lib/contract/api/job-reference.ts";

const LOOK = {
  open: { icon: GitPullRequest, label: "Open", className: "text-good" },
  merged: { icon: GitMerge, label: "Merged", className: "text-accent" },
  closed: { icon: CircleSlash, label: "Closed", className: "text-bad" },
  unknown: { icon: CircleHelp, label: "State unknown", className: "text-muted" },
} as const;

/** What became of a pull request, as a word with an icon. */
export function PullStateLabel({ state, testId }: { state: PullState; testId?: string }) {
  const { icon: Icon, label, className } = LOOK[state];
  return (
    <span
      data-testid={testId}
      data-state={state}
      className="inline-flex items-center gap-1.5 font-medium"
    >
      <Icon aria-hidden size={14} className={className} />
      {label}
    </span>
  );
}
