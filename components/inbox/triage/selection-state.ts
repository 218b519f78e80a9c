/** What is selected, and the range that was selected last, which may still grow and shrink. */
export interface Selected {
  ids: ReadonlySet<string>;
  /** Where the range began, and where it ends so far; null where there is none. */
  anchor: string | null;
  head: string | null;
  /** What is selected whatever becomes of the range. */
  base: ReadonlySet<string>;
}

export function selecting(chosen: Iterable<string>): Selected {
  const ids = new Set(chosen);
  return { ids, anchor: null, head: null, base: ids };
}

export const NOTHING_SELECTED = selecting([]);

/** A range begins at what is toggled. */
export function toggled({ ids }: Selected, id: string): Selected {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return { ids: after, anchor: id, head: id, base: after };
}

/**
 * The range from its beginning to `id` as rows stand in `order`, in place of what it was before.
 * @param from where a step begins that extends it: anywhere but at its end, a new range begins
 */
export function extended(
  { ids, anchor, head, base }: Selected,
  id: string,
  order: readonly string[],
  from: string | null,
): Selected {
  const goesOn = anchor !== null && order.includes(anchor) && (from === null || from === head);
  const begin = goesOn ? anchor : (from ?? id);
  const rest = goesOn ? base : ids;
  const to = order.indexOf(id);
  const begun = order.indexOf(begin);
  const start = begun < 0 ? to : begun;
  const range = order.slice(Math.min(start, to), Math.max(start, to) + 1);
  return { ids: new Set([...rest, ...range]), anchor: begin, head: id, base: rest };
}
