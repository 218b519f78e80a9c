import type { JobStatePair } from "../../lib/contract/api/job-states.ts";
import type { JobOutcome } from "../../lib/contract/api/jobs.ts";
import { PULL_STATE, type PullState } from "../../lib/contract/api/pull-states.ts";
import { pullNumber } from "../../lib/text/pull-name.ts";
import { useSession } from "../app/session.tsx";
import { IntentLink } from "../ui/intent-link.tsx";
import { SafeLink } from "../ui/safe-link.tsx";
import { JobBadge, TONE } from "./job-badge.tsx";
import { PULL_ICON } from "./pull-state-label.tsx";

type ShownJob = JobStatePair & {
  prLink: string | null;
  prState: PullState | null;
  outcome?: JobOutcome | null;
};

/** Its host hasn't been asked for its state yet. */
const NOT_ASKED = { label: "", tone: "muted" } as const;

/** A pull request on the built-in code host, which Errata shows itself unless a hosted platform has it. */
const SHOWN_HERE = /^https?:\/\/[^/]+(\/pulls\/\d+)$/;

/** A job's state, which is its pull request once it has one. That opens here if it can. @param props.testId on the job's own page */
export function JobResult(props: { job: ShownJob; deleted?: boolean; testId?: string }) {
  const { job, deleted, testId } = props;
  const { isHosted } = useSession();
  if (!hasPull(job) || deleted) return <JobBadge job={job} deleted={deleted} />;
  const { label, tone } = job.prState ? PULL_STATE[job.prState] : NOT_ASKED;
  const Icon = PULL_ICON[job.prState ?? "open"];
  const badge = (
    <>
      <Icon size={14} className={`shrink-0 ${TONE[tone]}`} />
      <span className="truncate">
        <span className="sr-only">Pull request </span>
        {`${pullNumber(job.prLink)} ${label}`.trim() || "Pull request"}
      </span>
    </>
  );
  const here = testId || isHosted ? undefined : SHOWN_HERE.exec(job.prLink)?.[1];
  if (here) {
    return (
      <IntentLink href={here} className="link untrusted inline-flex items-center gap-1 text-accent">
        {badge}
      </IntentLink>
    );
  }
  return (
    <SafeLink href={job.prLink} testId={testId} isBare>
      {badge}
    </SafeLink>
  );
}

/** Whether a job has done what it was created for. */
export function hasPull<Job extends ShownJob>(job: Job): job is Job & { prLink: string } {
  return job.platformStatus === "completed" && job.prLink !== null;
}
