import "server-only";
import { HOST_CHECK_STATES, type HostCheck } from "../contract/api/checks.ts";

const MAX_CHECKS = 100;
/** Characters of a name and of a link that are kept. */
const MAX_NAME = 200;
const MAX_LINK = 1_000;

/** Returns the checks that are shown, failed ones first. */
export function shownChecks(found: readonly HostCheck[]): HostCheck[] {
  const urgency = ({ state }: HostCheck) => HOST_CHECK_STATES.indexOf(state);
  return found
    .toSorted((one, other) => urgency(one) - urgency(other))
    .slice(0, MAX_CHECKS)
    .map(({ name, state, link }) => ({
      name: name.slice(0, MAX_NAME),
      state,
      link: link !== null && link.length <= MAX_LINK ? link : null,
    }));
}
