import "server-only";
import type { ChildProcess } from "node:child_process";
import { StringDecoder } from "node:string_decoder";
import type { Command } from "../../config/command-line.ts";
import { counted } from "../../text/counted.ts";
import { randomId } from "../host/random-id.ts";
import { type Agent, AgentFailed, AgentNotStarted } from "./agent.ts";
import type { Launch, LaunchedAgent } from "./launch.ts";
import { killOrphans, RUN_VARIABLE } from "./orphan-processes.ts";
import type { Output } from "./output.ts";
import { exitReason, isNotStarted } from "./supervisor.ts";

/** Environment variables that are always passed to the agent's program. */
const PASSED_VARIABLES = ["PATH", "HOME", "LANG", "TERM", "TMPDIR"];
/** Has the US dollars that the program may still cost, for those that take a limit. */
const BUDGET_VARIABLE = "ERRATA_BUDGET_USD";
const SUMMARY_LIMIT = 2_000;
/** Milliseconds that a stopped program has after SIGINT, and after the SIGTERM that follows. */
const INTERRUPT_MS = 3_000;
const STOP_GRACE_MS = 2_000;
/** Milliseconds to wait for the rest of the output after the program exits. */
const DRAIN_TIME = 500;

export interface AgentLimits {
  /** Milliseconds for one prompt. */
  time: number;
  /** Milliseconds between SIGTERM and SIGKILL. */
  grace: number;
}

/**
 * Creates an agent from a command. The program runs in the checkout, reads the prompt from standard
 * input and exits with 0 on success. It and all its processes are killed at the time limit, and
 * leftover processes after it exits.
 * @param options.launch starts the command, in a sandbox or not
 * @param options.variables environment variables in addition to `PATH`, `HOME` and so on
 * @param options.budgetFlag option for the US dollars that the prompt may cost, if there is a limit
 */
export function commandAgent(
  command: Command,
  options: {
    limits: AgentLimits;
    launch: Launch;
    variables?: Record<string, string>;
    budgetFlag?: string | null;
  },
): Agent {
  const { limits, launch, variables = {}, budgetFlag } = options;
  return async ({ folder, prompt, earlier, job, budget, output, signal, stop }) => {
    signal.throwIfAborted();
    const run = `${job}/${randomId(12)}`;
    const left = typeof budget === "number" ? budget.toFixed(2) : null;
    const environment = {
      ...passedVariables(),
      ...variables,
      ...(left && { [BUDGET_VARIABLE]: left }),
      [RUN_VARIABLE]: run,
    };
    const limited: Command = left && budgetFlag ? [...command, budgetFlag, left] : command;
    const agent = launch(limited, { folder, environment });
    const { child } = agent;
    captureOutput(child, output);
    const lastOutput = () => output.text().slice(-SUMMARY_LIMIT).trim();
    const ending = createEnding(agent);
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
      child.stdin?.end(agentInput(earlier, prompt));
      const failure = await waitForExit(command, agent);
      signal.throwIfAborted();
      const minutes = Math.round(limits.time / 6_000) / 10;
      const summary = output.progress().text?.trim() || lastOutput();
      if (stop?.aborted) return { summary: [summary, STOPPED].filter(Boolean).join("\n\n") };
      if (timedOut)
        throw new AgentFailed(
          reasonText(`it ran longer than ${counted(minutes, "minute")}`, lastOutput()),
        );
      if (failure) throw new failure.kind(reasonText(failure.reason, lastOutput()));
      return { summary: summary || "The agent printed no output." };
    } finally {
      clearTimeout(timer);
      ending.clear();
      signal.removeEventListener("abort", end);
      stop?.removeEventListener("abort", ending.interrupt);
      await killOrphans(run, folder);
      await agent.cleanUp();
    }
  };
}

/** What the summary of a stopped agent says. */
const STOPPED = "Someone stopped the agent before it finished, so its work may be incomplete.";

/** Ends an agent, which is asked first and killed when it doesn't end. */
function createEnding(agent: LaunchedAgent) {
  const timers: NodeJS.Timeout[] = [];
  const later = (milliseconds: number, work: () => void) =>
    timers.push(setTimeout(work, milliseconds));
  const terminate = (grace: number) => {
    agent.terminate();
    later(grace, agent.kill);
  };
  return {
    terminate,
    /** Lets the agent end its turn and report what it cost. */
    interrupt: () => {
      agent.interrupt();
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

function reasonText(reason: string, output: string): string {
  return `The agent failed: ${reason}.${output ? `\n${output}` : ""}`;
}

interface Failure {
  kind: typeof AgentFailed;
  reason: string;
}

/** Resolves once the program's process group has ended: to why it failed, or null on success. */
function waitForExit(command: Command, { child, kill }: LaunchedAgent): Promise<Failure | null> {
  return new Promise((resolve) => {
    child.once("error", ({ message }) =>
      resolve({ kind: AgentNotStarted, reason: `it couldn't be started (${message})` }),
    );
    child.once("exit", (code, signal) => {
      kill();
      const done = () => {
        clearTimeout(timer);
        for (const stream of child.stdio) stream?.destroy();
        const reason = exitReason(command, code, signal);
        resolve(reason === null ? null : { kind: kindOf(code), reason });
      };
      // A process that left the group may keep the output open.
      const timer = setTimeout(done, DRAIN_TIME);
      child.once("close", done);
    });
  });
}

function kindOf(code: number | null): typeof AgentFailed {
  return isNotStarted(code) ? AgentNotStarted : AgentFailed;
}

function captureOutput(child: ChildProcess, output: Output): void {
  for (const stream of [child.stdout, child.stderr]) {
    const decoder = new StringDecoder("utf8");
    stream?.on("data", (chunk: Buffer) => {
      const text = decoder.write(chunk);
      output.print(text);
      // Errors would break the lines of a stream.
      if (stream === child.stdout) output.follow(text);
    });
  }
}

/**
 * Returns the input for an agent that keeps no history: the prompt, byte for byte. A follow-up comes
 * after the job's earlier prompts, because it may refer to them.
 */
function agentInput(earlier: readonly string[], prompt: string): string {
  if (earlier.length === 0) return prompt;
  const history = earlier.map(
    (text, index) => `# Earlier prompt ${index + 1} of ${earlier.length}\n\n${text.trimEnd()}\n`,
  );
  return [
    "This is a follow-up. The earlier prompts are included for context only: they have already been",
    "handled, and the files may contain the results. Follow only the new prompt at the end.",
    "",
    ...history,
    "# New prompt",
    "",
    prompt,
  ].join("\n");
}
