/** Returns the classes of a filter button, which is muted while the filter is off. */
export function chipClass(active: boolean): string {
  const colors = active
    ? "border-accent bg-accent-soft text-ink"
    : "border-line text-muted hover:bg-raised hover:text-ink";
  return `inline-flex h-7 max-w-72 min-w-0 items-center gap-1 truncate rounded-md border px-2 ${colors}`;
}
