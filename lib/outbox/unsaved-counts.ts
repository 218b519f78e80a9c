import type { ConfirmedDecision, Decision } from "./decision.ts";

/**
 * Returns how many items each status gains or loses.
 * @param changes the status of each item before and after
 */
export function shiftOf(changes: readonly (readonly [string, string])[]): Record<string, number> {
  const shift: Record<string, number> = {};
  for (const [before, after] of changes) {
    shift[before] = (shift[before] ?? 0) - 1;
    shift[after] = (shift[after] ?? 0) + 1;
  }
  return shift;
}

/** Counts from the server. */
interface Counts {
  total: number;
  status: Record<string, number>;
  /** When they were requested. Epoch milliseconds; without it, before anything was confirmed. */
  requestedAt?: number;
}

/**
 * Returns the counts with the decisions that they don't include yet.
 * @param view the filters that the counted items match, apart from the status; empty without any
 * @param isCounted whether items of a status are part of `total`
 */
export function withUnsavedCounts<Given extends Counts>(
  counts: Given,
  decisions: readonly (Decision | ConfirmedDecision)[],
  view: string,
  isCounted: (status: string) => boolean,
): Given {
  const status = { ...counts.status };
  let { total, requestedAt = 0 } = counts;
  for (const decision of decisions) {
    const isIncluded = "confirmedAt" in decision && decision.confirmedAt <= requestedAt;
    if (isIncluded || (view !== "" && view !== decision.view)) continue;
    for (const [name, by] of Object.entries(decision.shift ?? {})) {
      status[name] = (status[name] ?? 0) + by;
      if (isCounted(name)) total += by;
    }
  }
  return { ...counts, total, status };
}
