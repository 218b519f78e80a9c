import type {
  ConfirmedDecision,
  CountedValues,
  CountShift,
  Decision,
} from "../item-fields/decision.ts";
import { accepts } from "../item-fields/fields.ts";

/** The values by which an item is counted. All but the status are empty if it isn't loaded. */
type Counted = Omit<CountShift, "by">;

/**
 * Returns the differences between the counts before and after changes.
 * @param changes the values of each item before and now
 */
export function countDeltas(changes: readonly [before: Counted, after: Counted][]): CountShift[] {
  const deltas = new Map<string, CountShift>();
  const add = (kind: Counted, by: number) => {
    const key = JSON.stringify(kind);
    deltas.set(key, { ...kind, by: by + (deltas.get(key)?.by ?? 0) });
  };
  for (const [before, after] of changes) {
    add(before, -1);
    add(after, 1);
  }
  return [...deltas.values()];
}

/** Returns the values of an item that filters show counts of. */
export function countedValues(item: {
  source: string;
  helpful: boolean | null;
  comment: string | null;
}): Required<CountedValues> {
  return {
    source: item.source,
    helpful: String(item.helpful ?? "none"),
    // The store counts comments in the same way.
    comment: String(/[^ ]/.test(item.comment ?? "")),
  };
}

/** Counts from the server. */
interface Counts {
  total: number;
  status: Record<string, number>;
  source: Record<string, number>;
  helpful: Record<string, number>;
  comment: Record<string, number>;
  noise: number;
  snoozed: number;
  /**
   * When they arrived. Epoch milliseconds; without it, before anything was confirmed. On a slow network, counts
   * that were requested before a confirmation arrived and arrive after it include the decision.
   */
  receivedAt?: number;
}

/**
 * Returns the counts with the decisions that they don't include yet.
 * @param view the filters that the counted items match, apart from the status; empty without any, or without noise
 * @param wanted the statuses that `total` counts, and whether it counts noise and snoozed items; null for all
 */
export function withUnsavedCounts<Given extends Counts>(
  counts: Given,
  decisions: readonly (Decision | ConfirmedDecision)[],
  view: string,
  wanted: { status: readonly string[] | null; noise: boolean | null; snoozed?: boolean | null },
): Given {
  const status = { ...counts.status };
  const others = {
    source: { ...counts.source },
    helpful: { ...counts.helpful },
    comment: { ...counts.comment },
  };
  let { total, noise, snoozed, receivedAt = 0 } = counts;
  for (const decision of decisions) {
    const isIncluded = "confirmedAt" in decision && decision.confirmedAt <= receivedAt;
    if (isIncluded || (view !== "" && view !== decision.view)) continue;
    for (const shift of decision.shifts ?? []) {
      const isCounted = wanted.status?.includes(shift.status) ?? true;
      const fitsNoise = accepts(wanted.noise, shift.noise);
      const fitsSnooze = accepts(wanted.snoozed, shift.snooze);
      // Like all counts, these ignore their own filter.
      if (isCounted && fitsSnooze && shift.noise) noise += shift.by;
      if (isCounted && fitsNoise && shift.snooze) snoozed += shift.by;
      if (!fitsNoise || !fitsSnooze) continue;
      add(status, shift.status, shift.by);
      if (!isCounted) continue;
      total += shift.by;
      for (const name of COUNTED) add(others[name], shift[name], shift.by);
    }
  }
  return { ...counts, ...others, total, noise, snoozed, status };
}

const COUNTED = ["source", "helpful", "comment"] as const;

function add(counts: Record<string, number>, value: string | undefined, by: number): void {
  if (value !== undefined) counts[value] = (counts[value] ?? 0) + by;
}
