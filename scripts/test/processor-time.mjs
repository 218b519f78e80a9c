import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Linux counts in hundredths of a second for every program that asks. */
const TICKS_PER_SECOND = 100;

const counted = fileURLToPath(new URL("./counted.mjs", import.meta.url));

/**
 * The seconds of processor time that ended processes of this one took, and those that they waited for. Unlike
 * the time of day, they don't depend on what else the machine does.
 * @returns {number | null} null where the system doesn't tell
 */
export function processorSeconds() {
  return stat("self")?.ended ?? null;
}

/**
 * The seconds of a running process, and of its processes that ended.
 * @param {number | "self"} id
 * @returns {number | null} null where the system doesn't tell
 */
export function processorSecondsOf(id) {
  const times = stat(id);
  return times && times.own + times.ended;
}

/**
 * Counts the processor time of one suite, while others run beside it.
 * @param {string} file where its processes write theirs
 */
export function createProcessorCount(file) {
  return {
    /** Before the arguments of a Node whose time counts. */
    options: [counted, file],
    /** @param {number | null} seconds of a process that isn't Node */
    add: (seconds) => addTo(file, seconds),
    /** @returns {number | null} null where the system doesn't tell */
    seconds() {
      if (!existsSync(file)) return null;
      const lines = readFileSync(file, "utf8").trim().split("\n");
      return lines.reduce((sum, line) => sum + Number(line), 0);
    },
  };
}

/**
 * @param {string} file
 * @param {number | null} seconds
 */
export function addTo(file, seconds) {
  if (seconds !== null) appendFileSync(file, `${seconds}\n`);
}

/** @param {number | "self"} id */
function stat(id) {
  try {
    const text = readFileSync(`/proc/${id}/stat`, "latin1");
    // The second field, the name in parentheses, may contain spaces. See proc_pid_stat(5).
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const seconds = (/** @type {number} */ at) =>
      (Number(fields[at]) + Number(fields[at + 1])) / TICKS_PER_SECOND;
    return { own: seconds(11), ended: seconds(13) };
  } catch {
    return null;
  }
}
