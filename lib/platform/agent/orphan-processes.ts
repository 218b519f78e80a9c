import "server-only";
import { readdir, readFile } from "node:fs/promises";

/** Environment variable that marks an agent's processes, unless they remove it. */
export const RUN_VARIABLE = "ERRATA_RUN";

const ROUNDS = 10;

/**
 * Kills leftover processes of agents whose `ERRATA_RUN` starts with `run`, including those that left
 * their process group. The variable is read from each process, so reused process IDs are safe. Does
 * nothing on systems without `/proc`.
 */
export async function killOrphans(run: string): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const found = await findOrphans(`${RUN_VARIABLE}=${run}`);
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
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

/** Returns an empty string for processes of other users and for ended ones. */
async function environmentOf(pid: string): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/environ`, "latin1");
  } catch (error) {
    const expected = error instanceof Error && "code" in error;
    if (expected && ["ENOENT", "EACCES", "EPERM", "ESRCH"].includes(String(error.code))) return "";
    throw error;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    const ended = error instanceof Error && "code" in error;
    if (!ended || !["ESRCH", "EPERM"].includes(String(error.code))) throw error;
  }
}
