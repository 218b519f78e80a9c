/** The classes of a filter's button: quiet while it lets everything through. */
export function chipClass(active: boolean): string {
  const look = active
    ? "border-accent bg-accent-soft text-ink"
    : "border-line text-muted hover:bg-raised hover:text-ink";
  return `inline-flex h-7 max-w-72 shrink-0 items-center gap-1 truncate rounded-md border px-2 ${look}`;
}
