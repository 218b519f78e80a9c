import { availableParallelism, freemem } from "node:os";

/** More would need more connections to PostgreSQL and more memory for browsers than many machines have. */
const MAX_WORKERS = 8;
const GIGABYTE = 1024 ** 3;
/** Bytes that a server test and a browser test take beside each other, and that their files in memory take. */
const PER_WORKER = 1.5 * GIGABYTE;
const FILES = 2 * GIGABYTE;

/** How many tests of a suite run at the same time: never more than this process has cores. */
export const workers = Math.min(MAX_WORKERS, availableParallelism());

/**
 * How many suites run beside each other. Tests wait for timers, processes, and disks, so one suite leaves cores idle.
 * @param {number} [free] bytes of memory
 */
export function suitesAtOnce(free = process.availableMemory?.() ?? freemem()) {
  return workers > 1 && free >= FILES + PER_WORKER * workers ? 2 : 1;
}
