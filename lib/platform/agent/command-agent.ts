import "server-only";
import type { ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import type { Command } from "../../config/command-line.ts";
import { randomId } from "../host/random-id.ts";
import { type Agent, AgentFailed } from "./agent.ts";
import { agentInput } from "./agent-input.ts";
import { killOrphans, RUN_VARIABLE } from "./orphan-processes.ts";
import type { Output } from "./output.ts";
import { exitReason, signalGroup, spawnSupervised } from "./supervisor.ts";

/** What the agent's program always sees of our environment. */
const PASSED_ON = ["PATH", "HOME", "LANG", "TERM", "TMPDIR"];
const SUMMARY_LIMIT = 2_000;
/** Milliseconds to wait for the rest of the output once the program has ended. */
const DRAIN = 500;

export interface AgentLimits {
  /** Milliseconds for one prompt. */
  time: number;
  /** Milliseconds between asking it to end and ending it. */
  grace: number;
}

/**
 * A coding agent that is a program: it runs in the checkout, reads the prompt from standard input
 * and ends with 0. It and all that it started are ended when its time is up, and also what it
 * leaves behind.
 * @param variables that it sees beside `PATH`, `HOME` and such
 */
export function commandAgent(
  command: Command,
  limits: AgentLimits,
  variables: Record<string, string> = {},
): Agent {
  return async ({ folder, prompt, earlier, job, output, signal }) => {
    signal.throwIfAborted();
    const run = `${job}/${randomId(12)}`;
    const environment = { ...passedOn(), ...variables, [RUN_VARIABLE]: run };
    const child = spawnSupervised(command, { folder, environment });
    listen(child, output);
    const lastWords = () => output.text().slice(-SUMMARY_LIMIT).trim();
    let overtime = false;
    let kill: NodeJS.Timeout | undefined;
    const end = () => {
      signalGroup(child, "SIGTERM");
      kill ??= setTimeout(() => signalGroup(child, "SIGKILL"), limits.grace);
    };
    const timer = setTimeout(() => {
      overtime = true;
      end();
    }, limits.time);
    signal.addEventListener("abort", end);
    try {
      // A program that does not read its input is free not to.
      child.stdin?.on("error", () => undefined);
      child.stdin?.end(agentInput(earlier, prompt));
      const reason = await ending(command, child);
      signal.throwIfAborted();
      const minutes = Math.round(limits.time / 6_000) / 10;
      if (overtime) throw failed(`it was ended after its ${minutes} minutes`, lastWords());
      if (reason !== null) throw failed(reason, lastWords());
      return { summary: lastWords() || "The agent said nothing." };
    } finally {
      clearTimeout(timer);
      clearTimeout(kill);
      signal.removeEventListener("abort", end);
      await killOrphans(run);
    }
  };
}

function passedOn(): Record<string, string> {
  const passed = PASSED_ON.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(passed);
}

function failed(reason: string, lastWords: string): AgentFailed {
  return new AgentFailed(`The agent failed: ${reason}.${lastWords ? `\n${lastWords}` : ""}`);
}

/** Why the program failed, or null when it ended well. Its group does not run any more then. */
function ending(command: Command, child: ChildProcess): Promise<string | null> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(`it could not be started (${error.message})`));
    child.once("exit", (code, signal) => {
      signalGroup(child, "SIGKILL");
      const done = () => {
        clearTimeout(timer);
        for (const stream of child.stdio) stream?.destroy();
        resolve(exitReason(command, code, signal));
      };
      // A process that left the group may hold the output open for ever.
      const timer = setTimeout(done, DRAIN);
      child.once("close", done);
    });
  });
}

function listen(child: ChildProcess, output: Output): void {
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new StringDecoder("utf8");
    stream?.on("data", (chunk: Buffer) => output.print(decoder.write(chunk)));
  }
}
