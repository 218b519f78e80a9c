import "server-only";
import { HOST_CHECK_STATES, type HostCheck } from "../contract/api/checks.ts";

const MAX_CHECKS = 100;
/** Characters of a name and of a link that are kept. */
const MAX_NAME = 200;
const MAX_LINK = 1_000;

/** Returns the checks that are shown: previews, then checks, failed ones first. */
export function shownChecks(found: readonly HostCheck[]): HostCheck[] {
  const urgency = ({ state, isPreview }: HostCheck) =>
    isPreview ? -1 : HOST_CHECK_STATES.indexOf(state);
  return found
    .toSorted((one, other) => urgency(one) - urgency(other))
    .slice(0, MAX_CHECKS)
    .map(({ name, link, ...check }) => ({
      ...check,
      name: name.slice(0, MAX_NAME),
      link: link !== null && link.length <= MAX_LINK ? link : null,
    }));
}
