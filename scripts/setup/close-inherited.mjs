import { closeSync, readdirSync, readFileSync } from "node:fs";

// Import it first. What started this process can have left files open in it, such as the lock file of a script, and
// every program that this process starts would get them, also an agent in a sandbox. Node opens its own files with
// the flag below, which keeps them from other programs, and does the same for the first inherited ones.
const CLOSE_ON_EXEC = 0o2000000;
const STANDARD_STREAMS = 3;
const folder = "/proc/self/fd";

for (const name of listed()) {
  const descriptor = Number(name);
  if (descriptor >= STANDARD_STREAMS && isInherited(descriptor)) closeSync(descriptor);
}

/** Returns nothing where the system doesn't list them: agents are only sandboxed on Linux. */
function listed() {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** @param {number} descriptor */
function isInherited(descriptor) {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(
      readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"),
    )?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // It was the one with which the list was read.
    return false;
  }
}
