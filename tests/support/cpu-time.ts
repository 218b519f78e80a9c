/**
 * Returns the milliseconds of CPU that this thread has used so far. Unlike the time of day, they
 * don't depend on what else the machine does, so a test can bound the work of synchronous code.
 */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
