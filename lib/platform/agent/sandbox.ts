import "server-only";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "../../config/command-line.ts";
import type { Config } from "../../config.ts";
import { removeFolder } from "../host/worktree.ts";
import { withoutInherited } from "./inherited-files.ts";
import type { Launch } from "./launch.ts";
import { NODE_FOLDER, type SandboxView, visibleFolders } from "./sandbox-folders.ts";
import { signalGroup } from "./supervisor.ts";

export interface SandboxSettings extends SandboxView {
  /** Whether the agent can use this computer's network. */
  network: boolean;
}

/** Limits of each process of the agent in bytes, and of the number of its processes. */
const LIMITS = { data: 4 * 2 ** 30, fsize: 2 ** 30, core: 0, nproc: 2_048 };

/** Where the agent finds things in the sandbox. */
export const SANDBOX_WORK_FOLDER = "/work";
const HOME = "/home/agent";
/** The agent's user, whoever Errata runs as: many agents refuse to run as root. */
const USER = "1000";

/**
 * `cat` turns the input into a real pipe, because programs may reopen it as /dev/stdin. The shell
 * outlives SIGINT and SIGTERM, so that the command can clean up.
 */
const START = 'trap : INT TERM; cat | exec prlimit "$@"';

/** The descriptor on which bubblewrap reports the sandbox's first process. */
const REPORT = 3;

/** Returns what this configuration's sandbox shows. Errata's data and its `.env` stay hidden. */
export function sandboxSettings(config: Config): SandboxSettings {
  const { agentNetwork: network, agentFolders: folders, dataDir } = config;
  return { network, folders, hidden: [dataDir, process.cwd()] };
}

/**
 * Returns a launch in bubblewrap. The command gets its own processes, mounts, host name, and user,
 * and sees the checkout, a temporary home, and parts of the system. The kernel kills everything in the
 * sandbox when bubblewrap ends, and ends bubblewrap when this process does.
 */
export function launchSandboxed(settings: SandboxSettings): Launch {
  return (command, { folder, environment }) => {
    const temporary = `${folder}.home`;
    createHome(temporary);
    const args = sandboxArguments(command, { ...settings, folder, temporary });
    const child = spawn("bwrap", args, {
      cwd: folder,
      env: sandboxEnvironment(environment) as NodeJS.ProcessEnv,
      stdio: withoutInherited(["pipe", "pipe", "pipe", "pipe"]),
      detached: true,
    });
    const firstProcess = readFirstProcess(child);
    const kill = () => void child.kill("SIGKILL");
    const signalCommand = (signal: "SIGINT" | "SIGTERM") => {
      // bubblewrap's report may not be read yet.
      setImmediate(() => {
        const leader = firstProcess();
        if (leader === undefined) kill();
        // Its group is the command's. The first process itself ignores the signal.
        else if (child.exitCode === null && child.signalCode === null) signalGroup(leader, signal);
      });
    };
    return {
      child,
      interrupt: () => signalCommand("SIGINT"),
      terminate: () => signalCommand("SIGTERM"),
      kill,
      cleanUp: () => removeFolder(temporary),
    };
  };
}

/** Returns bubblewrap's arguments. `folder` and `temporary` are the only writable folders. */
function sandboxArguments(
  command: Command,
  { network, folder, temporary, ...view }: SandboxSettings & { folder: string; temporary: string },
): string[] {
  return [
    ...["--unshare-user", ...nestedSandboxes()],
    ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network ? [] : ["--unshare-net"]),
    ...["--uid", USER, "--gid", USER, "--hostname", "errata-agent", "--cap-drop", "ALL"],
    ...["--die-with-parent", "--new-session", "--info-fd", String(REPORT)],
    ...["--proc", "/proc", "--dev", "/dev"],
    ...["--bind", join(temporary, "home"), HOME, "--bind", join(temporary, "tmp"), "/tmp"],
    // After the temporary folders, because a visible one can be inside them.
    ...visibleFolders(command, view),
    ...["--symlink", "/tmp", "/var/tmp"],
    ...["passwd", "group"].flatMap((name) => ["--ro-bind", join(temporary, name), `/etc/${name}`]),
    ...["--bind", folder, SANDBOX_WORK_FOLDER, "--chdir", SANDBOX_WORK_FOLDER, "--remount-ro", "/"],
    ...["--", "/bin/sh", "-c", START, "errata-agent"],
    ...Object.entries(LIMITS).map(([name, limit]) => `--${name}=${limit}`),
    "--",
    ...command,
  ];
}

let nested: string[] | undefined;

/**
 * Forbids user namespaces inside the sandbox, which many attacks on the kernel need. The option exists
 * since bubblewrap 0.8.
 */
function nestedSandboxes(): string[] {
  nested ??= bubblewrapHelp().includes("--disable-userns") ? ["--disable-userns"] : [];
  return nested;
}

/** Returns an empty text if bubblewrap can't be started. Starting the agent then says so. */
function bubblewrapHelp(): string {
  try {
    return execFileSync("bwrap", ["--help"], { encoding: "utf8", stdio: "pipe" });
  } catch {
    return "";
  }
}

function sandboxEnvironment(environment: Record<string, string>): Record<string, string> {
  const path = [environment.PATH ?? "/usr/local/bin:/usr/bin:/bin", NODE_FOLDER].join(":");
  return { ...environment, PATH: path, HOME, TMPDIR: "/tmp" };
}

function createHome(temporary: string): void {
  mkdirSync(temporary, { mode: 0o700 });
  for (const name of ["home", "tmp"])
    mkdirSync(join(/* turbopackIgnore: true */ temporary, name), { mode: 0o700 });
  writeFileSync(join(temporary, "passwd"), `agent:x:${USER}:${USER}::${HOME}:/bin/sh\n`);
  writeFileSync(join(temporary, "group"), `agent:x:${USER}:\n`);
}

/** Reads the report: the process ID of the sandbox's first process as this process sees it. */
function readFirstProcess(child: ChildProcess): () => number | undefined {
  let report = "";
  child.stdio[REPORT]?.on("data", (chunk: Buffer) => {
    report += chunk;
  });
  return () => {
    const pid = /"child-pid": (\d+)/.exec(report)?.[1];
    return pid === undefined ? undefined : Number(pid);
  };
}
