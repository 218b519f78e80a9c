import { focusManager, type QueryClient } from "@tanstack/react-query";
import { isAppError } from "../errors.ts";
import { serverReachable } from "./reachability.ts";

interface Failable {
  state: { error: unknown };
  /** With `keepsErrors`, the error stays until the change is made again. */
  meta?: Record<string, unknown>;
}

/**
 * Has queries neither poll nor retry while the server can't be reached: they go on once it can. What someone asks for is
 * still sent at once. Removes the errors of changes that the lost connection made fail: they can be tried again.
 * @returns how to stop
 */
export function followConnection(client: QueryClient): () => void {
  /** The changes whose errors are on the screen, and their observers. */
  const shown = new Map<Failable, { reset: () => void }>();
  const unwatch = client.getMutationCache().subscribe((event) => {
    if (event.type === "observerAdded") shown.set(event.mutation, event.observer);
    if (event.type === "observerRemoved") shown.delete(event.mutation);
  });
  const unsubscribe = serverReachable.subscribe(() => {
    const isReachable = serverReachable.value();
    // Undefined leaves it to whether the page is visible.
    focusManager.setFocused(isReachable && undefined);
    if (!isReachable) return;
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
