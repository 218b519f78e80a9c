import "server-only";
import type { PullNudge, PullReading } from "../contract/api/pull-states.ts";
import { DAY } from "../contract/platform/vocabulary.ts";

/** Milliseconds without activity after which an open pull request counts as quiet. */
const QUIET_AFTER = 3 * DAY;

/** Returns why a pull request doesn't get merged; null if nothing is known that someone has to do. */
export function pullNudge(reading: PullReading, now: number): PullNudge | null {
  if (reading.state !== "open") return null;
  if (reading.hasConflicts) return "conflicts";
  if (reading.hasFailedChecks) return "failed_checks";
  if (reading.needsChanges) return "changes_requested";
  if (reading.isDraft) return "draft";
  return reading.activeAt !== null && now - reading.activeAt >= QUIET_AFTER ? "quiet" : null;
}
