import "server-only";
import { readdir, readFile } from "node:fs/promises";

/** Variable by which everything that an agent starts can be known, unless it drops it. */
export const RUN_VARIABLE = "ERRATA_RUN";

const ROUNDS = 10;

/**
 * Ends what is left of agents whose `ERRATA_RUN` begins with `run`, also what left their process
 * group. The variable is read from each process itself, so nobody who has a former number is hit.
 * Does nothing where the system does not show environments (`/proc`).
 */
export async function killOrphans(run: string): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const found = await findOrphans(`${RUN_VARIABLE}=${run}`);
    if (found.length === 0) return;
    for (const pid of found) end(pid);
  }
}

async function findOrphans(start: string): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const variables = (await environmentOf(name)).split("\0");
      return variables.some((variable) => variable.startsWith(start)) ? [Number(name)] : [];
    }),
  );
  return found.flat();
}

/** Empty for processes of others, and for those that ended meanwhile. */
async function environmentOf(pid: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/environ`, "latin1");
  } catch (error) {
    const closed = error instanceof Error && "code" in error;
    if (closed && ["ENOENT", "EACCES", "EPERM", "ESRCH"].includes(String(error.code))) return "";
    throw error;
  }
}

function end(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    const gone = error instanceof Error && "code" in error;
    if (!gone || !["ESRCH", "EPERM"].includes(String(error.code))) throw error;
  }
}
