import "server-only";

/** Lets one task of this process run at a time, in the order they asked. */
export interface Mutex {
  /** Resolves when the caller holds the mutex, with the function that releases it. */
  acquire(): Promise<() => void>;
  /** Runs `task` while holding the mutex. A task that fails doesn't affect the ones after it. */
  run<T>(task: () => Promise<T>): Promise<T>;
}

export function createMutex(): Mutex {
  let last: Promise<void> = Promise.resolve();

  async function acquire(): Promise<() => void> {
    const previous = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await previous;
    return resolve;
  }

  async function run<T>(task: () => Promise<T>): Promise<T> {
    const release = await acquire();
    try {
      return await task();
    } finally {
      release();
    }
  }

  return { acquire, run };
}
