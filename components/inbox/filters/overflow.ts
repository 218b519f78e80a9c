import type { ReactNode } from "react";

/** Widths of the filter bar. Each filter is shown from one of them on. */
export type BarWidth = "narrow" | "medium" | "wide";

/** A filter of the bar. A narrower bar has it in the "Filters" popover. */
export interface BarFilter {
  name: string;
  /** The narrowest bar that shows it. */
  from: BarWidth;
  isActive: boolean;
  control: ReactNode;
}

/** Classes that hide what a narrower bar has no room for. */
export const SHOWN_FROM: Record<BarWidth, string> = {
  narrow: "@max-md:hidden",
  medium: "@max-3xl:hidden",
  wide: "@max-5xl:hidden",
};

/** Returns the names of the filters that the bar has no room for now. */
export function hiddenFilters(bar: HTMLElement | null): ReadonlySet<string> {
  const filters = [...(bar?.querySelectorAll<HTMLElement>("[data-filter]") ?? [])];
  const hidden = filters.filter((filter) => filter.getClientRects().length === 0);
  return new Set(hidden.map((filter) => filter.dataset.filter ?? ""));
}
