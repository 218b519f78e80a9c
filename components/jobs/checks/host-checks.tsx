import type { HostCheck } from "../../../lib/contract/api/checks.ts";
import type { Tone } from "../../../lib/contract/api/job-states.ts";
import { displayable } from "../../../lib/text/displayable.ts";
import { CircleAlert, CircleCheck, CircleSlash, Clock, type Icon } from "../../ui/icons.tsx";
import { SafeLink } from "../../ui/safe-link.tsx";
import { TONE } from "../job-badge.tsx";

const STATES: Record<HostCheck["state"], { label: string; tone: Tone; Icon: Icon }> = {
  failed: { label: "Failed", tone: "bad", Icon: CircleAlert },
  allowed: { label: "Failed, but allowed to", tone: "warn", Icon: CircleAlert },
  running: { label: "Not finished", tone: "muted", Icon: Clock },
  passed: { label: "Passed", tone: "good", Icon: CircleCheck },
  none: { label: "No result", tone: "muted", Icon: CircleSlash },
};

/** Text in place of the state, for a preview. */
const PREVIEW: Record<HostCheck["state"], string> = {
  failed: "Preview failed",
  allowed: "Preview failed",
  running: "Preview not ready",
  passed: "Preview",
  none: "Preview not available",
};

/** The checks of the code host by name, previews of the change first. Each leads to its page there. */
export function HostChecks({ checks }: { checks: readonly HostCheck[] }) {
  return (
    <ul aria-label="Checks of the code host" className="flex flex-wrap gap-x-6 gap-y-1">
      {checks.map(({ name, state, link, isPreview }, index) => {
        const { label, tone, Icon } = STATES[state];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two checks can have the same name.
          <li key={index} data-state={state} className="flex min-w-0 items-center gap-1.5">
            <Icon size={14} className={`shrink-0 ${TONE[tone]}`} />
            <span className="shrink-0 text-muted">{isPreview ? PREVIEW[state] : label}</span>
            <SafeLink href={link ?? ""}>{displayable(name)}</SafeLink>
          </li>
        );
      })}
    </ul>
  );
}
