import "server-only";

export type Mutex = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs the tasks given to it one after the other, whatever becomes of each. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task, task);
    last = result.catch(() => undefined);
    return result;
  };
}
