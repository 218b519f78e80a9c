import "server-only";
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { limitConcurrency } from "../mutex.ts";
import type { ProgramResult, ProgramRun, StarterRequest } from "./program-starter-main.ts";

// Starting a program copies the memory map of the process that starts it: in a server of 650 MB, 18 ms in which it
// answers nothing. A small process takes a third of the time, and the server meanwhile goes on.

interface Waiting {
  resolve: (result: ProgramResult) => void;
  reject: (error: Error) => void;
}

/** Programs that run at once, however many people read. None waits for another one. */
const MAX_RUNNING = 16;
const limited = limitConcurrency(MAX_RUNNING);

/** Null until the first program, and after the process has ended. */
let starter: Starter | null = null;
let lastId = 0;

/**
 * Runs a program without a shell, started by a process of its own.
 * @param signal ends the program; then the result has no exit code
 * @throws if the program can't be asked for, or if the process that started it ended
 */
export function runProgram(
  run: Omit<ProgramRun, "id">,
  signal?: AbortSignal,
): Promise<ProgramResult> {
  return limited(() => {
    starter ??= new Starter((ended) => {
      if (starter === ended) starter = null;
    });
    return starter.run({ ...run, id: ++lastId }, signal);
  });
}

class Starter {
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();

  /** @param onExit called when the process has ended */
  constructor(onExit: (ended: Starter) => void) {
    const file = "lib/platform/program-starter-main.ts";
    this.#process = fork(join(/* turbopackIgnore: true */ process.cwd(), file), {
      env: { NODE_ENV: process.env.NODE_ENV },
      // Without a bundler, `server-only` only resolves to an empty module under this condition.
      execArgv: ["--conditions=react-server"],
      // Keeps buffers as they are.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#process.on("message", (result: ProgramResult) => this.#handleResult(result));
    const failed = (error: Error) => {
      onExit(this);
      for (const { reject } of this.#waiting.values()) reject(error);
      this.#waiting.clear();
    };
    this.#process.on("error", failed);
    this.#process.on("exit", () => failed(new Error("The process that starts programs ended")));
    this.#keepAlive(false);
  }

  async run(run: ProgramRun, signal?: AbortSignal): Promise<ProgramResult> {
    const cancel = () => this.#send({ id: run.id, cancel: true });
    const result = new Promise<ProgramResult>((resolve, reject) => {
      this.#waiting.set(run.id, { resolve, reject });
    });
    this.#keepAlive(true);
    this.#send(run);
    if (signal?.aborted) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    try {
      return await result;
    } finally {
      signal?.removeEventListener("abort", cancel);
    }
  }

  #send(request: StarterRequest): void {
    // If the process fails to start, or ends, everyone who waits gets the error.
    if (this.#process.connected) this.#process.send(request, () => undefined);
  }

  #handleResult(result: ProgramResult): void {
    const waiting = this.#waiting.get(result.id);
    this.#waiting.delete(result.id);
    if (this.#waiting.size === 0) this.#keepAlive(false);
    waiting?.resolve(result);
  }

  /** Whether this process stays alive for the other one. */
  #keepAlive(isNeeded: boolean): void {
    for (const each of [this.#process, this.#process.channel]) {
      if (isNeeded) each?.ref();
      else each?.unref();
    }
  }
}
