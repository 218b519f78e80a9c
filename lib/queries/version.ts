/** Names the server's build in responses of the API. The page has its own build in `data-version`. */
export const VERSION_HEADER = "x-errata-version";

/** Whether the server's build differs from the page's. Updated by every response. */
let isUpdated = false;
const listeners = new Set<() => void>();

/** @param version of the server that responded; null if it doesn't say, as in development */
export function reportVersion(version: string | null): void {
  const own = document.documentElement.dataset.version;
  if (version === null || own === undefined || (version !== own) === isUpdated) return;
  isUpdated = version !== own;
  for (const listener of listeners) listener();
}

export function isServerUpdated(): boolean {
  return isUpdated;
}

export function subscribeToVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
