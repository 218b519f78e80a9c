/** A value that changes, and whose changes can be followed, such as by `useSyncExternalStore`. */
export interface Observable<Value> {
  value(): Value;
  /** Replaces the value and tells everyone who follows it, unless it is the same one. */
  set(value: Value): void;
  /** @returns what ends it */
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
