import type { ReactNode } from "react";

/** A filter of the bar. Filters without room are in the "Filters" popover. */
export interface BarFilter {
  name: string;
  /** About how many characters its button shows. */
  length: number;
  isActive: boolean;
  /** Whether it gets room before others that are off. */
  isFrequent?: boolean;
  /** Whether an inactive filter is only in the popover. */
  isRare?: boolean;
  control: ReactNode;
}

/**
 * For each filter, and for CLEAR_FILTERS: the bar's width from which there is room for it. In `ch`, which follows the
 * font.
 */
export type Room = ReadonlyMap<string, number>;

/** The button that clears the filters. */
export const CLEAR_FILTERS = { name: "clear", length: 13 };
/** Characters of the longest button, whose text is cut off. */
export const MAX_BUTTON_LENGTH = 43;
/** The widths of the bar that have classes (filter-bar.css), in `ch`. */
const STEP = 8;
const WIDEST = 320;
/** The width of the search box, the "Filters" button with its number, and the bar's padding. */
const ALWAYS_SHOWN = 38;

/**
 * Finds the width that has room for each filter: first for those that are on, then for the button that clears them, then
 * for the others. It only knows how long the texts are, so that the server's HTML has the final layout.
 */
export function roomFor(filters: readonly BarFilter[], isFiltered: boolean): Room {
  let taken = ALWAYS_SHOWN;
  const off = filters.filter(({ isActive, isRare }) => !isActive && !isRare);
  const inOrder = [
    ...filters.filter(({ isActive }) => isActive),
    ...(isFiltered ? [CLEAR_FILTERS] : []),
    ...off.filter(({ isFrequent }) => isFrequent),
    ...off.filter(({ isFrequent }) => !isFrequent),
  ];
  return new Map(
    inOrder.map(({ name, length }) => {
      // With the padding and the space beside it. A letter can be wider than a digit, whose width is 1ch.
      taken += Math.min(length, MAX_BUTTON_LENGTH) + 5;
      return [name, Math.min(Math.ceil(taken / STEP) * STEP, WIDEST)];
    }),
  );
}

/**
 * Returns the class that hides a filter in a narrower bar, except while its last value is being removed in its popover.
 * @param width a width that `roomFor` found; without one, nothing is hidden
 */
export function hiddenBelow(width: number | undefined): string {
  return width === undefined ? "" : `closed:@max-[${width}ch]:hidden`;
}

/** Returns the class that hides something in a bar of this width or a wider one. */
export function hiddenFrom(width: number | undefined): string {
  return width === undefined ? "" : `@[${width}ch]:hidden`;
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
