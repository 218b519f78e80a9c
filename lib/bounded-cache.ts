import "server-only";

/** Keeps what was used last, up to a total size. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  /** A value larger than the whole cache isn't kept. */
  set(key: string, value: Value): void;
  delete(key: string): void;
}

/** @param most total size, in the unit of `sizeOf` */
export function createBoundedCache<Value>(
  most: number,
  sizeOf: (value: Value) => number,
): BoundedCache<Value> {
  // A map keeps the order in which keys were added.
  const values = new Map<string, Value>();
  let size = 0;
  const remove = (key: string) => {
    const value = values.get(key);
    if (value !== undefined && values.delete(key)) size -= sizeOf(value);
  };
  return {
    delete: remove,
    get: (key) => {
      const value = values.get(key);
      if (value !== undefined) {
        values.delete(key);
        values.set(key, value);
      }
      return value;
    },
    set: (key, value) => {
      remove(key);
      values.set(key, value);
      size += sizeOf(value);
      for (const oldest of values.keys()) {
        if (size <= most) break;
        remove(oldest);
      }
    },
  };
}
