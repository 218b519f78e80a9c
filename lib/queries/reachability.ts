/** Whether the last request reached the Errata server. Updated by every request. */
let isReachable = true;
const listeners = new Set<() => void>();

export function reportReachable(reachable: boolean): void {
  if (reachable === isReachable) return;
  isReachable = reachable;
  for (const listener of listeners) listener();
}

export function isServerReachable(): boolean {
  return isReachable;
}

export function subscribeToReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
