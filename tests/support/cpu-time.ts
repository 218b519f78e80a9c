/**
 * Returns the milliseconds of CPU that this thread has used so far. Unlike the time of day, they
 * don't depend on what else the machine does, so a test can bound the work of synchronous code.
 */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The milliseconds of CPU that `sampleWork` takes where limits are written. */
const USUAL = 60;

/**
 * A limit in milliseconds of CPU, longer on a machine that is slower than most.
 * @param usual the limit on a usual machine
 */
export function cpuLimit(usual: number): number {
  slowness ??= Math.max(1, sampleWork() / USUAL);
  return usual * slowness;
}

let slowness: number | undefined;

/** @returns how long some work with text takes */
function sampleWork(): number {
  const before = cpuTime();
  const words = "Documentation feedback ".repeat(20_000).split(" ");
  if (words.map((word) => word.toUpperCase()).join("-").length === 0) throw new Error("no work");
  return cpuTime() - before;
}
