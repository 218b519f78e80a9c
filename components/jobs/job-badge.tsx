import {
  Archive,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  Clock,
  GitPullRequest,
  LoaderCircle,
  Send,
} from "lucide-react";

const LOOK: Record<string, { icon: typeof Send; label: string; className: string }> = {
  intent: { icon: Send, label: "Sending", className: "text-muted" },
  sending: { icon: Send, label: "Sending", className: "text-muted" },
  active: { icon: LoaderCircle, label: "Active", className: "text-accent" },
  completed: { icon: CircleCheck, label: "Completed", className: "text-good" },
  failed: { icon: CircleAlert, label: "Failed", className: "text-bad" },
  archived: { icon: Archive, label: "Archived", className: "text-muted" },
  refused: { icon: CircleAlert, label: "Not sent", className: "text-bad" },
  waiting: { icon: Clock, label: "Waiting", className: "text-warn" },
  cancelled: { icon: CircleSlash, label: "Taken back", className: "text-muted" },
  not_created: { icon: CircleSlash, label: "Not created", className: "text-muted" },
  unknown: { icon: CircleHelp, label: "Unknown", className: "text-warn" },
};

/** The word for a job's state; one that nobody documented is shown as it came. */
export function jobStateName(state: string): string {
  return LOOK[state]?.label ?? state;
}

/** A job's state as a word with an icon; with a pull request it says so. */
export function JobBadge({ state, prLink }: { state: string; prLink: string | null }) {
  const { icon: Icon, className } = LOOK[state] ?? { icon: CircleHelp, className: "text-warn" };
  const Shown = prLink && state === "completed" ? GitPullRequest : Icon;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Shown
        aria-hidden
        size={14}
        className={`shrink-0 ${className} ${state === "active" ? "motion-safe:animate-spin" : ""}`}
      />
      <span className="truncate">{jobStateName(state)}</span>
    </span>
  );
}
