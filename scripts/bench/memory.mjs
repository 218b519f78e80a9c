import { run } from "../setup/processes.mjs";

/**
 * Resident memory of the server that `npm start` runs: the largest among its descendants.
 * @param {number} pid of `npm start`
 * @returns {Promise<number>} MiB
 */
export async function serverMemory(pid) {
  const { output } = await run("ps", ["-A", "-o", "pid=,ppid=,rss="]);
  const processes = output
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number))
    .map(([id, parent, kibibytes]) => ({ id, parent, kibibytes }));
  const family = new Set([pid]);
  // Children may stand before their parents in the list.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id);
  }
  family.delete(pid);
  return Math.max(...processes.filter(({ id }) => family.has(id)).map((p) => p.kibibytes)) / 1_024;
}
