import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second for every program that asks. */
const TICKS_PER_SECOND = 100;

/**
 * The seconds of processor time that ended processes of this one took, and those that they waited for. Unlike
 * the time of day, they don't depend on what else the machine does.
 * @returns {number | null} null where the system doesn't tell
 */
export function processorSeconds() {
  try {
    const stat = readFileSync("/proc/self/stat", "latin1");
    // The second field, the name in parentheses, may contain spaces. See proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND;
  } catch {
    return null;
  }
}
