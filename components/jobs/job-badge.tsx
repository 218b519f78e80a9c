import {
  type JobStatePair,
  jobStateFacts,
  type LedgerState,
  platformStatusFacts,
  type ShownState,
  type Tone,
} from "../../lib/contract/api/job-states.ts";
import type { JobOutcome } from "../../lib/contract/api/jobs.ts";
import type { JobStatus } from "../../lib/contract/platform/vocabulary.ts";
import { displayable } from "../../lib/text/displayable.ts";
import {
  Archive,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleSlash,
  Clock,
  GitPullRequest,
  type Icon,
  LoaderCircle,
  Send,
} from "../ui/icons.tsx";

const LEDGER_ICON: Record<LedgerState, Icon> = {
  queued: Send,
  scheduled: Clock,
  sending: Send,
  unconfirmed: CircleHelp,
  rejected: CircleAlert,
  canceled: CircleSlash,
  not_created: CircleSlash,
  sent: Send,
};

const PLATFORM_ICON: Record<JobStatus, Icon> = {
  active: LoaderCircle,
  completed: CircleCheck,
  failed: CircleAlert,
  archived: Archive,
};

export const TONE: Record<Tone, string> = {
  muted: "text-muted",
  accent: "text-accent",
  good: "text-good",
  warn: "text-warn",
  bad: "text-bad",
};

/** The word for a job's state. A status that the platform doesn't document is shown as it came. */
export function jobStateName(job: JobStatePair): string {
  return jobStateFacts(job).label;
}

/** The word for a status of the platform. */
export function platformStatusName(status: string): string {
  return platformStatusFacts(status).label;
}

/** The words for jobs that a person ended. The platform reports them as failed. */
export const ENDED_BY_PERSON: ReadonlyMap<JobOutcome | null, ShownState> = new Map([
  ["stopped", { label: "Stopped", tone: "muted" }],
  ["discarded", { label: "Discarded", tone: "muted" }],
]);
/** The platform only says that the job is active. */
const HELD = { label: "Needs a decision", tone: "warn" } as const;

/** A job's state as a word with an icon. */
export function JobBadge(props: {
  job: JobStatePair & { prLink: string | null; outcome?: JobOutcome | null; isHeld?: boolean };
  /** The platform deleted the job before it settled. */
  deleted?: boolean;
}) {
  const { job, deleted = false } = props;
  const ended =
    job.platformStatus === "failed" ? ENDED_BY_PERSON.get(job.outcome ?? null) : undefined;
  const { label, tone } = ended ?? (job.isHeld ? HELD : jobStateFacts(job));
  const Icon = deleted ? CircleHelp : job.isHeld ? CircleAlert : iconOf(job);
  const isSpinning = job.platformStatus === "active" && !deleted && !job.isHeld;
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <Icon
        size={14}
        className={`shrink-0 ${TONE[deleted ? "warn" : tone]} ${isSpinning ? "motion-safe:animate-spin" : ""}`}
      />
      <bdi className="truncate" title={label}>
        {deleted ? "Deleted" : displayable(label)}
      </bdi>
    </span>
  );
}

function iconOf({ state, platformStatus, prLink }: JobStatePair & { prLink: string | null }) {
  if (platformStatus === null) return LEDGER_ICON[state];
  if (platformStatus === "completed" && prLink !== null) return GitPullRequest;
  const icons = new Map<string, Icon>(Object.entries(PLATFORM_ICON));
  return icons.get(platformStatus) ?? CircleHelp;
}
