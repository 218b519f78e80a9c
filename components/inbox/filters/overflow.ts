import type { ReactNode } from "react";

/** Widths of the filter bar. Each filter is shown from one of them on. */
export type BarWidth = "narrow" | "medium" | "wide";

/** A filter of the bar. A narrower bar has it in the "Filters" popover. */
export interface BarFilter {
  name: string;
  /** The narrowest bar that shows it. */
  from: BarWidth;
  isActive: boolean;
  /** Whether only the popover shows it while it is off. */
  isRare?: boolean;
  control: ReactNode;
}

/** Classes that hide what a narrower bar has no room for. */
export const SHOWN_FROM: Record<BarWidth, string> = {
  narrow: "@max-md:hidden",
  medium: "@max-3xl:hidden",
  wide: "@max-5xl:hidden",
};

/** Returns the names of the filters that the bar doesn't show now. */
export function hiddenFilters(
  filters: readonly BarFilter[],
  bar: HTMLElement | null,
): ReadonlySet<string> {
  const isHidden = ({ name }: BarFilter) =>
    !bar?.querySelector(`[data-filter=${name}]`)?.getClientRects().length;
  return new Set(filters.filter(isHidden).map(({ name }) => name));
}
