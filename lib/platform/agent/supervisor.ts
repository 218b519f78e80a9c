import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import type { Command } from "../../config/command-line.ts";

// Stands between the server and the program, and leads the process group of both. Descriptor 3 ends
// when the server does, also where it was killed outright; then the whole group ends. `cat` makes a
// real pipe of the input, which programs may open again as /dev/stdin.
const SUPERVISOR = `
exec 4<&0 </dev/null
cat <&4 3<&- 4<&- | "$@" 3<&- 4<&- &
agent=$!
exec 4<&-
( trap '' TERM HUP INT
  exec >/dev/null 2>&1
  read -r _ <&3
  kill -TERM 0
  sleep 5
  kill -KILL 0 ) &
exec 3<&-
trap : TERM HUP INT
while :; do
  wait "$agent"
  code=$?
  kill -0 "$agent" 2>/dev/null || break
done
exit "$code"
`;

/** Starts a program as the leader of a process group that does not outlive this process. */
export function spawnSupervised(
  command: Command,
  options: { folder: string; environment: Record<string, string> },
): ChildProcess {
  return spawn("/bin/sh", ["-c", SUPERVISOR, "errata-agent", ...command], {
    cwd: options.folder,
    // Next's types demand a NODE_ENV, which is ours and not the agent's.
    env: options.environment as NodeJS.ProcessEnv,
    stdio: ["pipe", "pipe", "pipe", "pipe"],
    detached: true,
  });
}

/** Sends a signal to the program and everything that it started and that stayed in its group. */
export function signalGroup(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    const gone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!gone) throw error;
  }
}

/** Why a program failed that ended with `code` or by `signal`; null when it ended well. */
export function exitReason(
  [program]: Command,
  code: number | null,
  signal: NodeJS.Signals | null,
): string | null {
  if (code === 0) return null;
  if (code === 126 || code === 127) {
    return `exit code ${code}, so ${program} could not be started or found`;
  }
  const name = signal ?? signalName((code ?? 0) - 128);
  return name ? `it was ended by ${name}` : `exit code ${code}`;
}

/** A shell tells by 128 + number that a program was ended by a signal. */
function signalName(number: number): string | undefined {
  return Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
}
