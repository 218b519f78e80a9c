import { spawn } from "node:child_process";
import { node, root } from "./project.mjs";

/** Milliseconds that a process has to exit before it is killed. */
const GRACE = 25_000;
const exitWithParent = new URL("./exit-with-parent.mjs", import.meta.url).href;

/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();

/**
 * Starts a command in its own process group: Ctrl-C in the terminal reaches it only through this
 * process, and ending the group ends every process the command has started.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, stdio?: import("node:child_process").StdioOptions }} [options]
 */
export function launch(command, args, { env = process.env, cwd = root, stdio = "pipe" } = {}) {
  const child = spawn(command, args, { env, cwd, stdio, detached: true });
  running.add(child);
  /** @type {Promise<{ code: number | null, signal: string | null, error?: Error }>} */
  const ended = new Promise((resolve) => {
    child.once("error", (error) => resolve({ code: null, signal: null, error }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  ended.then(() => running.delete(child));
  return { child, ended };
}

/**
 * Starts the pinned Node so that it also exits when this process is killed.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
export function launchNode(args, env) {
  return launch(node, ["--import", exitWithParent, ...args], {
    env: { ...env, ERRATA_STARTED_BY: String(process.pid) },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/**
 * Runs a command until it exits.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, show?: boolean, timeout?: number }} [options]
 *   `show` prints the output instead of returning it; `timeout` is in milliseconds
 */
export function run(command, args, { env, cwd, show = false, timeout } = {}) {
  const output = show ? "inherit" : "pipe";
  return result(launch(command, args, { env, cwd, stdio: ["ignore", output, output] }), timeout);
}

/**
 * @param {ReturnType<typeof launch>} launched
 * @param {number} [timeout] milliseconds
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function result({ child, ended }, timeout) {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }
  const timer = timeout && setTimeout(() => end(child), timeout);
  const { code, error } = await ended;
  clearTimeout(timer);
  return { ok: code === 0, output: error ? error.message : output };
}

/**
 * Ends a process group: sends `signal`, then kills what is left after the grace period.
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} [signal]
 */
export async function end(child, signal = "SIGTERM") {
  if (child.exitCode !== null || child.signalCode !== null) return killGroup(child, "SIGKILL");
  const exited = new Promise((resolve) => child.once("exit", resolve));
  killGroup(child, signal);
  const timer = setTimeout(() => killGroup(child, "SIGKILL"), GRACE);
  await exited;
  clearTimeout(timer);
  killGroup(child, "SIGKILL");
}

/**
 * Ends all started processes and exits on Ctrl-C, on SIGTERM, when the terminal closes, or when the
 * npm that started this process has died.
 * @param {() => number} exitCode called when exiting
 */
export function exitOnSignal(exitCode) {
  let exiting = false;
  const exit = async () => {
    if (exiting) return;
    exiting = true;
    const code = exitCode();
    await Promise.all([...running].map((child) => end(child)));
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, exit);
  const parent = process.ppid;
  // npm can't forward a SIGKILL. Without npm, losing the parent is normal for a daemon.
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== parent && exit(), 500).unref();
  }
  process.on("exit", () => {
    for (const child of running) killGroup(child, "SIGKILL");
  });
}

/**
 * @param {import("node:child_process").ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function killGroup(child, signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== "ESRCH") throw error;
  }
}

/**
 * Returns the end of a long output, which usually names the cause.
 * @param {string} output
 */
export function lastLines(output) {
  return output.trimEnd().split("\n").slice(-40).join("\n");
}

/**
 * Whether a process with this ID runs, whoever owns it.
 * @param {number} pid
 */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
