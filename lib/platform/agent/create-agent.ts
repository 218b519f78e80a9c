import "server-only";
import { basename } from "node:path";
import type { Config } from "../../config.ts";
import type { NamedAgent } from "./agent.ts";
import { commandAgent } from "./command-agent.ts";
import { SAMPLE_AGENT_MODEL, sampleAgent } from "./sample-agent.ts";
import { launchSandboxed, sandboxSettings } from "./sandbox.ts";
import { launchSupervised } from "./supervisor.ts";

/** Milliseconds that a program has to exit after SIGTERM. */
const STOP_GRACE_MS = 5_000;

/** Returns the agent of `AGENT_COMMAND`, or the built-in sample agent by default. */
export function createAgent(config: Config): NamedAgent {
  const { agentCommand: command, agentTimeLimit: time, agentEnvironment: variables } = config;
  if (command === null) return { model: SAMPLE_AGENT_MODEL, run: sampleAgent };
  const launch =
    config.agentSandbox === "bubblewrap"
      ? launchSandboxed(sandboxSettings(config))
      : launchSupervised;
  const run = commandAgent(command, { limits: { time, grace: STOP_GRACE_MS }, launch, variables });
  // Only the program's name: its arguments may contain secrets.
  return { model: basename(command[0]), run };
}
