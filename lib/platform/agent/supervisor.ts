import "server-only";
import { spawn } from "node:child_process";
import { constants } from "node:os";
import type { Command } from "../../config/command-line.ts";
import { withoutInherited } from "./inherited-files.ts";
import type { Launch } from "./launch.ts";

// Runs the program and leads its process group. Descriptor 3 closes when the server ends, even if it
// was killed, and the supervisor then kills the whole group. `cat` turns the input into a real pipe,
// because programs may reopen it as /dev/stdin. In the foreground: a shell lets what runs in the background ignore SIGINT.
const SUPERVISOR = `
exec 4<&0 </dev/null
( trap '' TERM HUP INT
  exec >/dev/null 2>&1 4<&-
  read -r _ <&3
  kill -TERM 0
  sleep 5
  kill -KILL 0 ) &
exec 3<&-
trap : TERM HUP INT
cat <&4 4<&- | "$@" 4<&-
exit $?
`;

/** Starts a command without a sandbox, in a process group that is killed when this process ends. */
export const launchSupervised: Launch = (command, { folder, environment }) => {
  const child = spawn("/bin/sh", ["-c", SUPERVISOR, "errata-agent", ...command], {
    cwd: folder,
    // Next's types require NODE_ENV, which the agent doesn't get.
    env: environment as NodeJS.ProcessEnv,
    stdio: withoutInherited(["pipe", "pipe", "pipe", "pipe"]),
    detached: true,
  });
  return {
    child,
    interrupt: () => signalGroup(child.pid, "SIGINT"),
    terminate: () => signalGroup(child.pid, "SIGTERM"),
    kill: () => signalGroup(child.pid, "SIGKILL"),
    cleanUp: async () => undefined,
  };
};

/** Sends a signal to a process group, unless it has ended. */
export function signalGroup(leader: number | undefined, signal: NodeJS.Signals): void {
  if (leader === undefined) return;
  try {
    process.kill(-leader, signal);
  } catch (error) {
    const ended = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!ended) throw error;
  }
}

/** Whether a shell reports with this exit code that it couldn't start the program. */
export function isNotStarted(code: number | null): boolean {
  return code === 126 || code === 127;
}

/** Describes why a program exited with `code` or `signal`. Null on success. */
export function exitReason(
  [program]: Command,
  code: number | null,
  signal: NodeJS.Signals | null,
): string | null {
  if (code === 0) return null;
  if (isNotStarted(code)) {
    return `exit code ${code}, ${program} wasn't found or couldn't be started`;
  }
  const name = signal ?? signalName((code ?? 0) - 128);
  return name ? `it was killed by ${name}` : `exit code ${code}`;
}

/** Shells report a signal as exit code 128 + number. */
function signalName(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
