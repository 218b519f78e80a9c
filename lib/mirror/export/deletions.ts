import "server-only";
import type { Clock } from "../../clock.ts";
import { DAY } from "../../contract/platform/vocabulary.ts";
import type { Log } from "../../log.ts";
import type { LaneState, SyncProblem } from "../../store/sync/state.ts";
import type { SyncStep, SyncStore } from "../../store/sync/store.ts";
import { coverageOf } from "./lane-transitions.ts";

/** Milliseconds for which most items must be missing before they count as deleted. */
const MIN_MISSING_MS = DAY;

/**
 * Marks items that two completed syncs missed as deleted. If the latest one missed more than half, the
 * platform's list is probably wrong, so that only full syncs mark them, a day later. Runs after the end of
 * the sync is committed: if it fails, the end of the next sync marks them.
 * @param before the lane's state before its latest export page
 * @param after the step that was committed with that page
 */
export async function markDeleted(
  { sync, clock, log }: { sync: SyncStore; clock: Clock; log: Log },
  projectId: string,
  { lastCompleted: before }: LaneState,
  after: SyncStep,
): Promise<void> {
  const { lane, laneState } = after;
  const { lastCompleted, mostMissingSince } = laneState;
  if (lane === "newItems") return;
  if (!before || !lastCompleted || lastCompleted === before) return;
  const coverage = coverageOf(before, lastCompleted);
  const now = clock.now();
  const rememberMissing = async (since: number | null) => {
    if (since === mostMissingSince) return;
    await sync.write(projectId, { ...after, laneState: { ...laneState, mostMissingSince: since } });
  };
  // The latest sync alone shows it: one before that ended halfway would leave few that both missed.
  if (await sync.isMostMissing(projectId, { ...coverage, since: lastCompleted.startedAt })) {
    if (lane !== "full") return;
    const since = mostMissingSince ?? now;
    await rememberMissing(since);
    if (now - since < MIN_MISSING_MS) {
      log.warn({ projectId }, "full sync missed most items; not marked as deleted yet");
      return;
    }
  }
  const marked = await sync.markDeleted(projectId, coverage, now);
  await rememberMissing(null);
  if (marked > 0) log.info({ projectId, lane, marked }, "items deleted on the platform");
}

/** Returns the problem to show while most items are missing; null if they aren't. */
export function missingProblem({ mostMissingSince }: LaneState): SyncProblem | null {
  if (mostMissingSince === null) return null;
  const message =
    "The platform lists far fewer items than before, so Errata hasn't marked the missing ones as " +
    "deleted yet. Your data is safe.";
  const dueAt = mostMissingSince + MIN_MISSING_MS;
  return { code: "most_missing", message, since: mostMissingSince, dueAt };
}
