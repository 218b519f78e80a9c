/** Returns the classes of a filter button, which is muted while the filter is off. */
export function chipClass(active: boolean): string {
  return active ? "chip chip-on" : "chip";
}
