/** Widths of the filter bar. Each filter is shown from one of them on. */
export type BarWidth = "narrow" | "medium" | "wide";

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
