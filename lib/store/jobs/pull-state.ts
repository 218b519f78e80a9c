import "server-only";
import type { PullState } from "../../contract/api/job-reference.ts";

const STATES: readonly PullState[] = ["open", "merged", "closed", "unknown"];

/** What is known of a pull request, as it was written; null where nobody has looked. */
export function pullStateOf(text: string | null): PullState | null {
  return STATES.find((state) => state === text) ?? null;
}
