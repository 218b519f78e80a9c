import type { JobDetail } from "../../../lib/contract/api/jobs.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { Time } from "../../app/time.tsx";
import { CircleAlert, CircleCheck } from "../../ui/icons.tsx";
import { SafeLink } from "../../ui/safe-link.tsx";
import { TONE } from "../job-badge.tsx";

const VERDICTS = {
  approved: { text: "approved", tone: "good", Icon: CircleCheck },
  changes_requested: { text: "requested changes", tone: "warn", Icon: CircleAlert },
} as const;

/** What reviewers of the pull request said on its code host. */
export function HostVerdicts({ job: { hostVerdicts } }: { job: JobDetail }) {
  const { host, verdicts } = hostVerdicts;
  if (verdicts.length === 0) return null;
  return (
    <ul
      aria-label={`Reviews on ${host}`}
      data-testid="host-verdicts"
      className="flex flex-wrap gap-x-6 gap-y-1"
    >
      {verdicts.map(({ by, verdict, at, link, isOutdated }) => {
        const { text, tone, Icon } = VERDICTS[verdict];
        return (
          <li key={`${by} ${verdict}`} data-verdict={verdict} className="flex min-w-0 gap-1.5">
            <Icon size={14} className={`mt-0.5 shrink-0 ${TONE[isOutdated ? "muted" : tone]}`} />
            <span className="min-w-0 text-muted">
              <SafeLink href={link ?? ""}>{displayable(by)}</SafeLink> {text}{" "}
              {at === null ? `on ${host}` : <Time at={at} />}
              {isOutdated && ", before the last change"}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
