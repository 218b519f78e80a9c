/** Entries that are remembered. */
const MAX_RECENT_ENTRIES = 6;

/** Only IDs are kept in the browser: names can be readers' or teammates' words. */
const keyOf = (personId: string, projectId: string) =>
  `errata-recent:${JSON.stringify([personId, projectId])}`;

/** Returns the IDs of the entries that the person last chose, the latest first. */
export function recentIds(personId: string, projectId: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(personId, projectId)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function rememberEntry(personId: string, projectId: string, id: string): void {
  const others = recentIds(personId, projectId).filter((other) => other !== id);
  try {
    const ids = [id, ...others].slice(0, MAX_RECENT_ENTRIES);
    localStorage.setItem(keyOf(personId, projectId), JSON.stringify(ids));
  } catch {
    // Without local storage nothing is remembered.
  }
}
