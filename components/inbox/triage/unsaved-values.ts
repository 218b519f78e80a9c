import type { FeedbackRow } from "../../../lib/contract/api/feedback.ts";
import type { NoiseReason } from "../../../lib/contract/api/noise.ts";
import { type FeedbackFilters, ME, NOBODY } from "../../../lib/filters/feedback-filters.ts";
import { assigneesAfter, noiseAfter, statusesAfter } from "../../../lib/outbox/decision.ts";
import type { OutboxState } from "../../../lib/outbox/outbox.ts";

/** What items have that the server's list doesn't show yet, by ID. */
export interface UnsavedValues {
  statuses: ReadonlyMap<string, string>;
  /** A person's ID, or null for nobody. */
  assignees: ReadonlyMap<string, string | null>;
  /** Why they are suspected noise, or null if they aren't. */
  noise: ReadonlyMap<string, string | null>;
}

/** Returns what items have because of decisions that aren't saved or shown yet. */
export function unsavedValues({
  confirmed,
  waiting,
}: Pick<OutboxState, "confirmed" | "waiting">): UnsavedValues {
  const decisions = [...confirmed, ...waiting];
  return {
    statuses: statusesAfter(decisions),
    assignees: assigneesAfter(decisions),
    noise: noiseAfter(decisions),
  };
}

type Filters = Pick<FeedbackFilters, "status" | "assignee" | "noise">;

/**
 * Applies what the server's list doesn't have yet, and removes rows that no longer match the filters.
 * @param me ID of the person who reads the list
 */
export function withUnsavedValues(
  rows: FeedbackRow[],
  { statuses, assignees, noise: reasons }: UnsavedValues,
  filters: Filters,
  me: string,
): FeedbackRow[] {
  if (statuses.size + assignees.size + reasons.size === 0) return rows;
  return rows.flatMap((row) => {
    const status = statuses.get(row.id) ?? row.status;
    const unsaved = assignees.get(row.id);
    const assignee = unsaved === undefined ? row.assignee : unsaved;
    const before = row.noise ?? null;
    const reason = reasons.get(row.id);
    const noise = reason === undefined ? before : (reason as NoiseReason | null);
    if (status === row.status && assignee === row.assignee && noise === before) return [row];
    return matchesFilters(filters, { status, assignee, noise }, me)
      ? [{ ...withStatus(row, status), assignee, noise }]
      : [];
  });
}

/** Returns the row with a status that isn't saved yet. Only a saved one can differ from the platform's. */
function withStatus(row: FeedbackRow, status: string): FeedbackRow {
  const platformStatus = row.platformStatus === row.status ? status : row.platformStatus;
  return { ...row, status, platformStatus };
}

/**
 * Whether an item matches the filters with what someone changed of it.
 * @param me ID of the person who reads the list
 */
export function matchesFilters(
  { status: statuses, assignee: person, noise: isNoise }: Filters,
  { status, assignee, noise }: { status?: string; assignee?: string | null; noise?: string | null },
  me: string,
): boolean {
  const hasStatus = status === undefined || !statuses || statuses.some((one) => one === status);
  const isTheirs = person === (assignee ?? NOBODY) || (person === ME && assignee === me);
  const hasNoise = noise === undefined || isNoise === null || isNoise === (noise !== null);
  return hasStatus && hasNoise && (assignee === undefined || person === null || isTheirs);
}
