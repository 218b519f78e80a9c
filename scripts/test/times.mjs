import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../setup/project.mjs";

const file = join(root, "node_modules/.cache/errata-test-times.json");

/**
 * Reads the seconds that each suite took on this machine when all of it last passed.
 * @returns {Record<string, number>} nothing for suites that never did
 */
export function readTimes() {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // This is the first run, or the last one was killed while it wrote.
    return {};
  }
}

/**
 * Remembers them for the next run, where this user may write to the project.
 * @param {Record<string, number>} times seconds by the name of the suite
 */
export function keepTimes(times) {
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ ...readTimes(), ...times }));
  } catch {
    // The next run shows the time left from the usual times.
  }
}
