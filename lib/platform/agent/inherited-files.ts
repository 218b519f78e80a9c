import "server-only";
import type { StdioNull, StdioPipe } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";
import { devNull } from "node:os";

const CLOSE_ON_EXEC = 0o2000000;
/** Descriptors beyond it are left open: a program gets one for each below the highest. */
const MAX_DESCRIPTOR = 1_024;
const folder = "/proc/self/fd";

/**
 * Keeps files from a program that this process has open because it inherited them, such as the lock file of a script that
 * started it: the program gets an empty one in place of each. They can't be closed here, as threads of Node open files
 * in the same way when it starts, such as NODE_EXTRA_CA_CERTS.
 * @param stdio what the program gets
 */
export function withoutInherited(
  stdio: readonly (StdioNull | StdioPipe)[],
): (StdioNull | StdioPipe | number)[] {
  const files = new Set(inherited());
  const highest = Math.max(-1, ...files);
  if (highest >= stdio.length) empty ??= openSync(devNull, "r");
  const beyond = Array.from({ length: Math.max(0, highest + 1 - stdio.length) }, (_, at) =>
    // Other descriptors aren't open, or belong to Node, which reports errors through one of them.
    files.has(stdio.length + at) && empty !== undefined ? empty : "ignore",
  );
  return [...stdio, ...beyond];
}

/** Stays open. */
let empty: number | undefined;

/** Returns nothing where the system doesn't list them: agents are only sandboxed on Linux. */
function inherited(): number[] {
  try {
    return readdirSync(folder)
      .map(Number)
      .filter((descriptor) => descriptor <= MAX_DESCRIPTOR && isPassedOn(descriptor));
  } catch {
    return [];
  }
}

function isPassedOn(descriptor: number): boolean {
  try {
    const info = readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8");
    const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    // The descriptor was the one that read the list.
    return false;
  }
}
