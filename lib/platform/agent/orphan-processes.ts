import "server-only";
import { readdir, readFile, readlink } from "node:fs/promises";

/** Environment variable that marks an agent's processes, unless they remove it. */
export const RUN_VARIABLE = "ERRATA_RUN";

const MAX_ROUNDS = 10;

/**
 * Kills leftover processes of agents: those whose `ERRATA_RUN` starts with `run`, including those that
 * left their process group, and those that work in a folder whose path starts with `folder`. Both are
 * read from each process, so reused process IDs are safe. A process without a sandbox that removes the
 * variable and leaves the folder isn't found. Does nothing on systems without `/proc`.
 */
export async function killOrphans(run: string, folder: string): Promise<void> {
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const found = await findOrphans(`${RUN_VARIABLE}=${run}`, folder);
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
  }
}

async function findOrphans(start: string, folder: string): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const names = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const variables = (await ifReadable(readFile(`/proc/${name}/environ`, "latin1"))).split("\0");
      const isMarked = variables.some((variable) => variable.startsWith(start));
      const isOurs =
        isMarked || (await ifReadable(readlink(`/proc/${name}/cwd`))).startsWith(folder);
      return isOurs ? [Number(name)] : [];
    }),
  );
  return found.flat();
}

/**
 * Returns an empty string if a process doesn't let us read it: it has ended, is another user's, or works
 * in a folder whose path is too long. One such process must not keep the others alive.
 */
function ifReadable(reading: Promise<string>): Promise<string> {
  return reading.catch(() => "");
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    const ended = error instanceof Error && "code" in error;
    if (!ended || !["ESRCH", "EPERM"].includes(String(error.code))) throw error;
  }
}
