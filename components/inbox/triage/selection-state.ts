/** The selected IDs and the most recent range, which Shift can still extend or shrink. */
export interface SelectionState {
  ids: ReadonlySet<string>;
  /** The start of the range; null without one. */
  anchor: string | null;
  /** The current end of the range; null without one. */
  head: string | null;
  /** The IDs that were selected before the range. */
  base: ReadonlySet<string>;
}

/** Selects exactly these IDs, without a range. */
export function selectIds(selected: Iterable<string>): SelectionState {
  const ids = new Set(selected);
  return { ids, anchor: null, head: null, base: ids };
}

export const EMPTY_SELECTION = selectIds([]);

/** Toggles one ID and starts a range at it. */
export function toggleId({ ids }: SelectionState, id: string): SelectionState {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return { ids: after, anchor: id, head: id, base: after };
}

/**
 * Extends the range to `id` in the given row order, replacing the previous range.
 * @param from the row that the step starts from; a new range starts there unless it is the range's end
 */
export function extendRange(
  { ids, anchor, head, base }: SelectionState,
  id: string,
  order: readonly string[],
  from: string | null,
): SelectionState {
  const continues = anchor !== null && order.includes(anchor) && (from === null || from === head);
  const start = continues ? anchor : (from ?? id);
  const rest = continues ? base : ids;
  const to = order.indexOf(id);
  const startIndex = order.indexOf(start);
  const first = startIndex < 0 ? to : startIndex;
  const range = order.slice(Math.min(first, to), Math.max(first, to) + 1);
  return { ids: new Set([...rest, ...range]), anchor: start, head: id, base: rest };
}
