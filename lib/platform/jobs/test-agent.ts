import "server-only";
import { basename } from "node:path";
import type { Config } from "../../config.ts";
import type { AgentTest } from "../../contract/api/setup.ts";
import { AppError, Conflict } from "../../errors.ts";
import type { Log } from "../../log.ts";
import { type Agent, AgentFailed, AgentNotStarted } from "../agent/agent.ts";
import { createCommandAgent } from "../agent/create-agent.ts";
import { createOutput } from "../agent/output.ts";
import { createRedactor } from "../agent/redact.ts";
import { findProgram } from "../agent/sandbox-folders.ts";
import { withCheckout } from "../host/checkout.ts";
import { branchTip, fetchOrigin } from "../host/clone.ts";
import type { CodeHost } from "../host/code-host.ts";
import { baseBranchWithTimeout } from "./base-branch.ts";

const PROMPT =
  "This is a test of the setup. Don't change any files. Answer with the single word: ready\n";
/** Milliseconds for the prompt, and for the program's version. */
const TIME = { prompt: 60_000, version: 10_000 };
const VERSION_LENGTH = 80;
const OUTPUT_LENGTH = 2_000;

/** Runs the agent's command as a job would, without one: nothing is pushed, and no pull request is opened. */
export type TestAgent = () => Promise<AgentTest>;

/**
 * Returns the test of `AGENT_COMMAND`, which fails with `Conflict` without a command and while another test is running,
 * and with `AppError` if the documentation repository can't be reached.
 */
export function agentTester(options: { config: Config; host: CodeHost; log: Log }): TestAgent {
  const { config, host, log } = options;
  let isRunning = false;
  return async () => {
    if (isRunning) throw new Conflict("A test of the agent is running. Try again when it ends.");
    isRunning = true;
    try {
      const clone = await host.repository.clone();
      await fetchOrigin(clone);
      const branch = await baseBranchWithTimeout(host.repository, log);
      const base = await branchTip(clone, branch);
      if (base === null) {
        throw new AppError("unavailable", `Branch ${branch} doesn't exist in the repository.`);
      }
      return await withCheckout(clone, "test", base, ({ folder }) => runTest(config, folder));
    } finally {
      isRunning = false;
    }
  };
}

async function runTest(config: Config, folder: string): Promise<AgentTest> {
  const { agentCommand: command } = config;
  if (command === null)
    throw new Conflict("Set AGENT or AGENT_COMMAND and restart Errata, then test again.");
  const [program] = command;
  const run = async (agent: Agent) => {
    const output = createOutput(createRedactor(config));
    const work = { folder, prompt: PROMPT, pages: [], earlier: [], job: "test", output };
    const failure = await failureOf(agent({ ...work, signal: new AbortController().signal }));
    return { failure, text: output.text().trim() };
  };
  const startedAt = performance.now();
  const { failure, text } = await run(createCommandAgent(config, command, TIME.prompt));
  const duration = Math.round(performance.now() - startedAt);
  const version = await run(createCommandAgent(config, [program, "--version"], TIME.version));
  return {
    program: basename(program),
    isFound: findProgram(program) !== null,
    hasStarted: !(failure instanceof AgentNotStarted),
    // Its output is shown separately.
    failure: failure && (failure.message.split("\n")[0] ?? null),
    version: version.failure
      ? null
      : (version.text.split("\n")[0]?.slice(0, VERSION_LENGTH) ?? null),
    duration,
    output: text.slice(-OUTPUT_LENGTH),
  };
}

async function failureOf(run: Promise<unknown>): Promise<AgentFailed | null> {
  try {
    await run;
    return null;
  } catch (error) {
    if (error instanceof AgentFailed) return error;
    throw error;
  }
}
