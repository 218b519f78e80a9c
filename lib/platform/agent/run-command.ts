import "server-only";
import { StringDecoder } from "node:string_decoder";
import type { Command } from "../../config/command-line.ts";
import { randomId } from "../host/random-id.ts";
import type { Launch, LaunchedAgent } from "./launch.ts";
import { killOrphans, RUN_VARIABLE } from "./orphan-processes.ts";
import { exitReason, isNotStarted } from "./supervisor.ts";

/** Environment variables that are always passed to a command. */
const PASSED_VARIABLES = ["PATH", "HOME", "LANG", "TERM", "TMPDIR"];
/** Milliseconds that a stopped program has after SIGINT, and after the SIGTERM that follows. */
const INTERRUPT_MS = 3_000;
const STOP_GRACE_MS = 2_000;
/** Milliseconds to wait for the rest of the output after the program exits. */
const DRAIN_TIME_MS = 500;

export interface CommandLimits {
  /** Milliseconds until it is ended. */
  time: number;
  /** Milliseconds between SIGTERM and SIGKILL. */
  grace: number;
}

/** Why a command failed. */
export interface CommandFailure {
  reason: string;
  /** Whether its program ran at all. */
  hasStarted: boolean;
}

/**
 * Runs a command until it exits. It and all its processes are killed at the time limit, and leftover processes after
 * it exits.
 * @param given.job ID of the job. Processes are found by it
 * @param given.variables environment variables in addition to `PATH`, `HOME` and so on
 * @param given.onOutput receives what it prints, as it comes
 * @param given.stop asks it to end its turn
 * @returns null on success
 * @throws the reason of `signal` when that is aborted
 */
export async function runCommand(
  command: Command,
  given: {
    launch: Launch;
    limits: CommandLimits;
    folder: string;
    job: string;
    input: string;
    variables: Record<string, string>;
    onOutput: (text: string, stream: "stdout" | "stderr") => void;
    signal: AbortSignal;
    stop?: AbortSignal | undefined;
  },
): Promise<{ failure: CommandFailure | null; timedOut: boolean }> {
  const { launch, limits, folder, signal, stop } = given;
  signal.throwIfAborted();
  const run = `${given.job}/${randomId(12)}`;
  const environment = { ...passedVariables(), ...given.variables, [RUN_VARIABLE]: run };
  const launched = launch(command, { folder, environment });
  const { child } = launched;
  for (const stream of ["stdout", "stderr"] as const) {
    const decoder = new StringDecoder("utf8");
    child[stream]?.on("data", (chunk: Buffer) => given.onOutput(decoder.write(chunk), stream));
  }
  const ending = createEnding(launched);
  const end = () => ending.terminate(limits.grace);
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, limits.time);
  signal.addEventListener("abort", end);
  stop?.addEventListener("abort", ending.interrupt);
  try {
    // A program may exit without reading its input.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(given.input);
    const failure = await waitForExit(command, launched);
    signal.throwIfAborted();
    return { failure, timedOut };
  } finally {
    clearTimeout(timer);
    ending.clear();
    signal.removeEventListener("abort", end);
    stop?.removeEventListener("abort", ending.interrupt);
    await killOrphans(run, folder);
    await launched.cleanUp();
  }
}

/** Ends a command, which is asked first and killed when it doesn't end. */
function createEnding(launched: LaunchedAgent) {
  const timers: NodeJS.Timeout[] = [];
  const later = (milliseconds: number, work: () => void) =>
    timers.push(setTimeout(work, milliseconds));
  const terminate = (grace: number) => {
    launched.terminate();
    later(grace, launched.kill);
  };
  return {
    terminate,
    /** Lets an agent end its turn and report what it cost. */
    interrupt: () => {
      launched.interrupt();
      later(INTERRUPT_MS, () => terminate(STOP_GRACE_MS));
    },
    clear: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

function passedVariables(): Record<string, string> {
  const passed = PASSED_VARIABLES.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(passed);
}

/** Resolves once the program's process group has ended: to why it failed, or null on success. */
function waitForExit(
  command: Command,
  { child, kill }: LaunchedAgent,
): Promise<CommandFailure | null> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) =>
      resolve({ hasStarted: false, reason: `it couldn't be started (${message})` }),
    );
    child.once("exit", (code, signal) => {
      kill();
      const done = () => {
        clearTimeout(timer);
        for (const stream of child.stdio) stream?.destroy();
        const reason = exitReason(command, code, signal);
        resolve(reason === null ? null : { hasStarted: !isNotStarted(code), reason });
      };
      // A process that left the group may keep the output open.
      const timer = setTimeout(done, DRAIN_TIME_MS);
      child.once("close", done);
    });
  });
}
