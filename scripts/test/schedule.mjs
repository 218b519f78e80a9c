/**
 * Runs jobs in their order, some of them beside each other. A job starts once what it needs has ended, and a later
 * one that needs nothing may start before it.
 * @param {string[]} names
 * @param {object} options
 * @param {number} options.atOnce how many run at the same time
 * @param {(name: string) => string[]} options.needs other jobs; those that don't run are not waited for
 * @param {(name: string) => Promise<void>} options.run
 */
export async function runJobs(names, { atOnce, needs, run }) {
  const unfinished = new Set(names);
  const waiting = [...names];
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  while (unfinished.size > 0) {
    const ready = waiting.filter((name) => needs(name).every((other) => !unfinished.has(other)));
    for (const name of ready.slice(0, atOnce - running.size)) {
      waiting.splice(waiting.indexOf(name), 1);
      const job = run(name).then(() => {
        unfinished.delete(name);
        running.delete(job);
      });
      running.add(job);
    }
    await Promise.race(running);
  }
}

/**
 * Passes on values in a given order, each as soon as those before it are there.
 * @template T
 * @param {string[]} names
 * @param {(value: T) => void} take
 * @returns {(name: string, value: T) => void}
 */
export function inOrder(names, take) {
  /** @type {Map<string | undefined, () => void>} */
  const waiting = new Map();
  const left = [...names];
  return (name, value) => {
    waiting.set(name, () => take(value));
    for (let pass = waiting.get(left[0]); pass; pass = waiting.get(left[0])) {
      left.shift();
      pass();
    }
  };
}
