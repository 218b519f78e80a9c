import "server-only";
import { basename } from "node:path";
import type { Config } from "../../config.ts";
import type { NamedAgent } from "./agent.ts";
import { commandAgent } from "./command-agent.ts";
import { SAMPLE_AGENT_MODEL, sampleAgent } from "./sample-agent.ts";

/** Milliseconds that a program has to exit after SIGTERM. */
const GRACE = 5_000;

/** Opens the agent of `AGENT_COMMAND`, or the built-in sample agent by default. */
export function openAgent(config: Config): NamedAgent {
  const { agentCommand: command, agentTimeLimit: time, agentEnvironment } = config;
  if (command === null) return { model: SAMPLE_AGENT_MODEL, run: sampleAgent };
  const run = commandAgent(command, { time, grace: GRACE }, agentEnvironment);
  // Only the program's name: its arguments may contain secrets.
  return { model: basename(command[0]), run };
}
