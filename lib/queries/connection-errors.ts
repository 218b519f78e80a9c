import type { QueryClient } from "@tanstack/react-query";
import { isAppError } from "../errors.ts";
import { serverReachable } from "./reachability.ts";

interface Failable {
  state: { error: unknown };
  /** With `keepsErrors`, the error stays until the change is made again. */
  meta?: Record<string, unknown>;
}

/**
 * Removes the errors of changes that a lost connection made fail, once it is back: they can be tried again.
 * @returns how to stop
 */
export function clearConnectionErrors(client: QueryClient): () => void {
  /** The changes whose errors are on the screen, and their observers. */
  const shown = new Map<Failable, { reset: () => void }>();
  const unwatch = client.getMutationCache().subscribe((event) => {
    if (event.type === "observerAdded") shown.set(event.mutation, event.observer);
    if (event.type === "observerRemoved") shown.delete(event.mutation);
  });
  const unsubscribe = serverReachable.subscribe(() => {
    if (!serverReachable.value()) return;
    for (const [{ state, meta }, observer] of shown) {
      const isLost = isAppError(state.error) && state.error.code === "unavailable";
      if (isLost && !meta?.keepsErrors) observer.reset();
    }
  });
  return () => {
    unwatch();
    unsubscribe();
  };
}
