import type { ConfirmedDecision, CountedValues, CountShift, Decision } from "./decision.ts";

/** A change of an item's status. The other values are empty if the item isn't loaded. */
export interface StatusChange {
  before: string;
  after: string;
  values: CountedValues;
}

/** Returns by how much the numbers of items change. */
export function shiftsOf(changes: readonly StatusChange[]): CountShift[] {
  const shifts = new Map<string, CountShift>();
  const add = (shift: CountShift) => {
    const { by, ...kind } = shift;
    const key = JSON.stringify(kind);
    shifts.set(key, { ...kind, by: by + (shifts.get(key)?.by ?? 0) });
  };
  for (const { before, after, values } of changes) {
    add({ ...values, status: before, by: -1 });
    add({ ...values, status: after, by: 1 });
  }
  return [...shifts.values()];
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
    // As the store counts them.
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
  /**
   * When they arrived. Epoch milliseconds; without it, before anything was confirmed. On a slow network, counts
   * that were requested before a confirmation arrived and arrive after it include the decision.
   */
  receivedAt?: number;
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
  const others = {
    source: { ...counts.source },
    helpful: { ...counts.helpful },
    comment: { ...counts.comment },
  };
  let { total, receivedAt = 0 } = counts;
  for (const decision of decisions) {
    const isIncluded = "confirmedAt" in decision && decision.confirmedAt <= receivedAt;
    if (isIncluded || (view !== "" && view !== decision.view)) continue;
    for (const shift of decision.shifts ?? []) {
      add(status, shift.status, shift.by);
      if (!isCounted(shift.status)) continue;
      total += shift.by;
      for (const name of COUNTED) add(others[name], shift[name], shift.by);
    }
  }
  return { ...counts, ...others, total, status };
}

const COUNTED = ["source", "helpful", "comment"] as const;

function add(counts: Record<string, number>, value: string | undefined, by: number): void {
  if (value !== undefined) counts[value] = (counts[value] ?? 0) + by;
}
