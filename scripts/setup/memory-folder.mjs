import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { freemem } from "node:os";
import { join } from "node:path";
import { isAlive } from "./processes.mjs";

const MEMORY = "/dev/shm";
const NAME = "errata-tests-";
/** Bytes that must be free. The tests hold a fraction of it at a time. */
const NEEDED = 2 * 1024 ** 3;

/**
 * Makes a temporary folder in memory, which is removed when this process exits. The tests create and delete
 * hundreds of thousands of small files, and some file systems take most of the time for that.
 * @returns {string | null} null if the memory is missing, too small, or mounted without permission to run programs
 */
export function createMemoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, freemem()) < NEEDED) return null;
    removeLeftovers();
    const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`));
    const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.once("exit", remove);
    // PostgreSQL runs as another user if this is root.
    chmodSync(folder, 0o711);
    if (canRunPrograms(folder)) return folder;
    remove();
    return null;
  } catch {
    return null;
  }
}

/** Removes the folders of processes that were killed, which would keep their memory forever. */
function removeLeftovers() {
  for (const name of readdirSync(MEMORY)) {
    if (!name.startsWith(NAME) || isAlive(Number.parseInt(name.slice(NAME.length), 10))) continue;
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true });
    } catch {
      // Another person's.
    }
  }
}

/** @param {string} folder */
function canRunPrograms(folder) {
  const program = join(folder, "program");
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o755 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
