import "server-only";
import { execFile } from "node:child_process";

// A small process that starts programs for the server, see program-starter.ts. It ends when the server has ended and
// the programs have finished; until then they may be about to write what the server reads after its next start.

/** A program to run. */
export interface ProgramRun {
  id: number;
  program: string;
  args: readonly string[];
  folder: string;
  env: NodeJS.ProcessEnv;
  input: string | Uint8Array;
  /** Bytes of output, after which the program is ended. */
  outputLimit: number;
  /** In milliseconds, after which it is ended. */
  timeLimit: number;
}

/** Runs a program, or ends one that runs. */
export type StarterRequest = ProgramRun | { id: number; cancel: true };

export interface ProgramResult {
  id: number;
  /** Exit code, or null if the program could not be started or was ended. */
  code: number | null;
  stdout: Buffer;
  stderr: Buffer;
  /** Why there is no exit code; empty if there is one. */
  reason: string;
}

const running = new Map<number, AbortController>();

process.on("message", (request: StarterRequest) => {
  if ("cancel" in request) running.get(request.id)?.abort();
  else void run(request).catch(notStarted(request.id)).then(answer);
});
// Ctrl+C in a terminal reaches every process; the server still needs this one to finish.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => undefined);

/** Node refuses some arguments, such as those with a null character. */
function notStarted(id: number): (error: unknown) => ProgramResult {
  const none = Buffer.alloc(0);
  return (error) => ({ id, code: null, stdout: none, stderr: none, reason: String(error) });
}

function answer(result: ProgramResult): void {
  running.delete(result.id);
  // The server may have ended.
  if (process.connected) process.send?.(result, () => undefined);
}

function run({ id, program, args, ...run }: ProgramRun): Promise<ProgramResult> {
  const cancel = new AbortController();
  running.set(id, cancel);
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      {
        cwd: run.folder,
        env: run.env,
        encoding: "buffer",
        maxBuffer: run.outputLimit,
        timeout: run.timeLimit,
        signal: cancel.signal,
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : error.code;
        if (typeof code === "number") resolve({ id, code, stdout, stderr, reason: "" });
        else resolve({ id, code: null, stdout, stderr, reason: error?.message ?? "" });
      },
    );
    // If the program exits without reading its input, the exit code says why.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(run.input);
  });
}
