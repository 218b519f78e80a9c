import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import { type Agent, AgentFailed } from "./agent.ts";
import type { Command } from "./command-line.ts";
import { plain } from "./plain-text.ts";

/** What the agent's program sees of our environment; keys and database addresses are not in it. */
const PASSED_ON = ["PATH", "HOME", "LANG", "TERM", "TMPDIR"];
/** Bytes of output that are kept, of the end, where the reason of a failure stands. */
const OUTPUT_LIMIT = 64 * 1024;
const SUMMARY_LIMIT = 2_000;
/** Milliseconds to wait for the rest of the output once the program has ended. */
const DRAIN = 500;

/**
 * A coding agent that is a program: it runs in the checkout, reads the prompt from standard input
 * and ends with 0. It and all that it started are ended after `timeLimit` milliseconds, and also
 * what it leaves behind.
 */
export function commandAgent([program, ...args]: Command, timeLimit: number): Agent {
  return async ({ folder, prompt, signal }) => {
    signal.throwIfAborted();
    const child = spawn(program, args, { cwd: folder, env: environment(), detached: true });
    const output = keepEnd(child);
    const minutes = Math.round(timeLimit / 6_000) / 10;
    let overtime = false;
    const end = () => killGroup(child);
    const timer = setTimeout(() => {
      overtime = true;
      end();
    }, timeLimit);
    signal.addEventListener("abort", end);
    try {
      // A program that does not read its input is free not to.
      child.stdin.on("error", () => undefined);
      child.stdin.end(prompt);
      const reason = await ending(child);
      signal.throwIfAborted();
      if (overtime) throw failed(`it was ended after its ${minutes} minutes`, output());
      if (reason !== null) throw failed(reason, output());
      return { summary: output().slice(-SUMMARY_LIMIT).trim() || "The agent said nothing." };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
    }
  };
}

function environment(): NodeJS.ProcessEnv {
  const passed = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(passed) as NodeJS.ProcessEnv;
}

function failed(reason: string, output: string): AgentFailed {
  const last = output.trim().slice(-SUMMARY_LIMIT);
  return new AgentFailed(`The agent failed: ${reason}.${last ? `\n${last}` : ""}`);
}

/** Why the program failed, or null when it ended well. Nothing of it runs any more afterwards. */
function ending(child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`it could not be started (${error.message})`));
    child.once("exit", (code, signal) => {
      killGroup(child);
      const reason = code === 0 ? null : signal ? `it was ended by ${signal}` : `exit code ${code}`;
      const done = () => {
        clearTimeout(timer);
        child.stdout?.destroy();
        child.stderr?.destroy();
        resolve(reason);
      };
      // A process that left the group may hold the output open for ever.
      const timer = setTimeout(done, DRAIN);
      child.once("close", done);
    });
  });
}

/** Ends the program and everything it started; it leads a process group of its own. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    const gone = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!gone) throw error;
  }
}

/** Collects the end of both outputs as plain text, without terminal control sequences. */
function keepEnd(child: ChildProcess): () => string {
  let kept = Buffer.alloc(0);
  const take = (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk]).subarray(-OUTPUT_LIMIT);
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  return () => plain(stripVTControlCharacters(kept.toString("utf8")));
}
