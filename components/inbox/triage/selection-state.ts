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

/**
 * Selects or deselects the items of a row, and starts a range at the row.
 * @param items the row's own ID first, then the others of its group
 */
export function toggleRow({ ids }: SelectionState, items: readonly string[]): SelectionState {
  const after = new Set(ids);
  const [row = null] = items;
  const isSelected = row !== null && ids.has(row);
  for (const id of items) {
    if (isSelected) after.delete(id);
    else after.add(id);
  }
  return { ids: after, anchor: row, head: row, base: after };
}

/** The rows of the list, in their order, and the items that rows stand for. */
export interface SelectableRows {
  ids: readonly string[];
  itemsOf: (rows: Iterable<string>) => string[];
}

/**
 * Extends the range to row `id`, replacing the previous range.
 * @param from the row that the step starts from; a new range starts there unless it is the range's end
 */
export function extendRange(
  { ids, anchor, head, base }: SelectionState,
  id: string,
  { ids: order, itemsOf }: SelectableRows,
  from: string | null,
): SelectionState {
  const continues = anchor !== null && order.includes(anchor) && (from === null || from === head);
  const start = continues ? anchor : (from ?? id);
  const rest = continues ? base : ids;
  const to = order.indexOf(id);
  const startIndex = order.indexOf(start);
  const first = startIndex < 0 ? to : startIndex;
  const range = order.slice(Math.min(first, to), Math.max(first, to) + 1);
  return { ids: new Set([...rest, ...itemsOf(range)]), anchor: start, head: id, base: rest };
}
