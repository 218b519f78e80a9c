/** A value with listeners for its changes, for `useSyncExternalStore` and the like. */
export interface Observable<Value> {
  value(): Value;
  /** Replaces the value and calls the listeners, unless it is the same value. */
  set(value: Value): void;
  /** Calls `listener` after each change. @returns a function that unsubscribes it */
  subscribe(listener: () => void): () => void;
}

export function createObservable<Value>(initial: Value): Observable<Value> {
  const listeners = new Set<() => void>();
  let current = initial;
  return {
    value: () => current,
    set: (value) => {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
