import "server-only";
import { basename } from "node:path";
import type { Command } from "../../config/command-line.ts";
import type { Config } from "../../config.ts";
import type { Agent, NamedAgent } from "./agent.ts";
import { commandAgent } from "./command-agent.ts";
import type { Launch } from "./launch.ts";
import { SAMPLE_AGENT_MODEL, sampleAgent } from "./sample-agent.ts";
import { launchSandboxed, sandboxSettings } from "./sandbox.ts";
import { launchSupervised } from "./supervisor.ts";

/** Milliseconds that a program has to exit after SIGTERM. */
export const STOP_GRACE_MS = 5_000;

/** Returns the agent of `AGENT` or `AGENT_COMMAND`, or the built-in sample agent by default. */
export function createAgent(config: Config): NamedAgent {
  const { agentCommand: command, agentTimeLimit } = config;
  if (command === null) return { model: SAMPLE_AGENT_MODEL, run: sampleAgent };
  const run = createCommandAgent(config, command, agentTimeLimit);
  // Only the program's name: its arguments may contain secrets.
  return { model: basename(command[0]), run };
}

/** Returns the agent that a command is, in the configured sandbox. @param time milliseconds for one prompt */
export function createCommandAgent(config: Config, command: Command, time: number): Agent {
  const launch = configuredLaunch(config);
  const limits = { time, grace: STOP_GRACE_MS };
  const { agentEnvironment: variables, agentBudgetFlag: budgetFlag } = config;
  return commandAgent(command, { limits, launch, variables, budgetFlag });
}

/** Returns how the configuration starts commands: in a sandbox or not. */
export function configuredLaunch(config: Config): Launch {
  return config.agentSandbox === "bubblewrap"
    ? launchSandboxed(sandboxSettings(config))
    : launchSupervised;
}
