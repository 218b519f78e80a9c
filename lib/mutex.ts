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

/**
 * Lets up to `most` tasks of this process run at a time, in the order they asked.
 * @returns a function that runs a task as soon as it may
 */
export function limitConcurrency(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running === most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // Hands this turn to the next task.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
