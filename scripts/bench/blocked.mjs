import { monitorEventLoopDelay } from "node:perf_hooks";

/** @typedef {{ longest: number, own: number }} Blocked in milliseconds */

/**
 * Returns how long the event loop was blocked at most, and how much CPU this thread used at most
 * without a pause. On a busy machine, other processes also add to the first.
 * @param {() => Promise<void>} work
 * @returns {Promise<Blocked>}
 */
export async function blockedBy(work) {
  const stop = watchLoop();
  await work();
  return stop();
}

/**
 * Starts to measure what `blockedBy` returns.
 * @returns {() => Blocked} stops it
 */
export function watchLoop() {
  const monitor = monitorEventLoopDelay({ resolution: 1 });
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  let [before, own] = [used(), 0];
  const timer = setInterval(() => {
    const now = used();
    own = Math.max(own, now - before);
    before = now;
  }, 1);
  monitor.enable();
  return () => {
    monitor.disable();
    clearInterval(timer);
    return { longest: monitor.max / 1e6, own };
  };
}
