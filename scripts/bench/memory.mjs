import { readFile } from "node:fs/promises";
import { run } from "../setup/processes.mjs";

/** One clock tick of Linux, in milliseconds. */
const CPU_TICK_MS = 10;

/**
 * Returns the resident memory of the server that `npm start` runs.
 * @param {number} pid of `npm start`
 * @returns {Promise<number>} MiB
 */
export async function serverMemory(pid) {
  const { kibibytes } = await serverProcess(pid);
  return kibibytes / 1_024;
}

/**
 * Returns the resident memory of a process.
 * @param {number} pid
 * @returns {Promise<number>} MiB
 */
export async function residentMemory(pid) {
  const { output } = await run("ps", ["-o", "rss=", "-p", String(pid)]);
  return Number(output) / 1_024;
}

/**
 * Returns the CPU time that the server has used so far. Works on Linux only.
 * @param {number} pid of `npm start`
 * @returns {Promise<number>} milliseconds
 */
export async function serverCpuTime(pid) {
  const { id } = await serverProcess(pid);
  const stat = await readFile(`/proc/${id}/stat`, "utf8");
  // The name may contain spaces. The fields after it start with the state, the third field.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * CPU_TICK_MS;
}

/**
 * Returns the largest process among the descendants of `npm start`.
 * @param {number} pid
 */
async function serverProcess(pid) {
  const { output } = await run("ps", ["-A", "-o", "pid=,ppid=,rss="]);
  const processes = output
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([id, parent, kibibytes]) => ({ id, parent, kibibytes }));
  const family = new Set([pid]);
  // The list may contain children before their parents.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  family.delete(pid);
  const [largest] = processes
    .filter(({ id }) => family.has(id))
    .toSorted((a, b) => b.kibibytes - a.kibibytes);
  if (!largest) throw new Error("The server's process wasn't found.");
  return largest;
}
