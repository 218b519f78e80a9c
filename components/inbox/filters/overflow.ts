import type { ReactNode } from "react";

/** A filter of the bar. A bar without room for it has it in the "Filters" popover. */
export interface BarFilter {
  name: string;
  /** About how many characters its button shows. */
  length: number;
  isActive: boolean;
  /** Whether it gets room before others that are off. */
  isFrequent?: boolean;
  /** Whether only the popover shows it while it is off. */
  isRare?: boolean;
  control: ReactNode;
}

/** The bar's widths from which on it has room, in `ch`, which follow the font. */
export interface Room {
  /** By the name of the filter. */
  filters: ReadonlyMap<string, number>;
  clearButton: number;
}

/** Characters of the longest button, whose text is cut off. */
export const LONGEST = 43;
/** The widths of the bar that have classes (filter-bar.css), in `ch`. */
const STEP = 8;
const WIDEST = 320;
/** The width of the search box, the "Filters" button with its number, and the bar's padding. */
const ALWAYS_SHOWN = 38;
/** Characters of the button that clears the filters. */
const CLEAR_FILTERS = 13;

/**
 * Finds the width that has room for each filter: first for those that are on, then for the button that clears them, then
 * for the others. It only knows how long the texts are, so that the server's HTML has the final layout.
 */
export function roomFor(filters: readonly BarFilter[], isFiltered: boolean): Room {
  let taken = ALWAYS_SHOWN;
  const take = (length: number) => {
    // With the padding and the space beside it.
    taken += Math.min(length, LONGEST) * 0.95 + 5;
    return Math.min(Math.ceil(taken / STEP) * STEP, WIDEST);
  };
  const place = (some: readonly BarFilter[]) =>
    some.map(({ name, length }) => [name, take(length)] as const);
  const active = place(filters.filter(({ isActive }) => isActive));
  const clearButton = isFiltered ? take(CLEAR_FILTERS) : 0;
  const others = filters.filter(({ isActive, isRare }) => !isActive && !isRare);
  const frequent = place(others.filter(({ isFrequent }) => isFrequent));
  const rest = place(others.filter(({ isFrequent }) => !isFrequent));
  return { filters: new Map([...active, ...frequent, ...rest]), clearButton };
}

/** Returns the class that hides a filter in a narrower bar, except while its last value is being removed in its popover. */
export function hiddenBelow(width = 0): string {
  return `closed:@max-[${width}ch]:hidden`;
}

/** Returns the class that hides something in a bar of this width or a wider one. */
export function hiddenFrom(width = 0): string {
  return `@[${width}ch]:hidden`;
}

/** Returns the names of the filters that the bar doesn't show now. */
export function hiddenFilters(
  filters: readonly BarFilter[],
  bar: HTMLElement | null,
): ReadonlySet<string> {
  const isHidden = ({ name }: BarFilter) =>
    !bar?.querySelector(`[data-filter=${name}]`)?.getClientRects().length;
  return new Set(filters.filter(isHidden).map(({ name }) => name));
}
