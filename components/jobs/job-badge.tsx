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

const STRANGE = { icon: CircleHelp, className: "text-warn" };

/** A job's state as a word with an icon; with a pull request it says so. */
export function JobBadge(props: {
  state: string;
  prLink: string | null;
  /** The platform does not know it any more: what it said last is nothing to wait for. */
  gone?: boolean;
}) {
  const { state, prLink, gone = false } = props;
  const { icon: Icon, className } = gone ? STRANGE : (LOOK[state] ?? STRANGE);
  const Shown = prLink && state === "completed" ? GitPullRequest : Icon;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Shown
        aria-hidden
        size={14}
        className={`shrink-0 ${className} ${state === "active" && !gone ? "motion-safe:animate-spin" : ""}`}
      />
      <span className="truncate">{gone ? "Gone" : jobStateName(state)}</span>
    </span>
  );
}
