import "server-only";
import { basename } from "node:path";
import type { Config } from "../../config.ts";
import type { NamedAgent } from "./agent.ts";
import { commandAgent } from "./command-agent.ts";
import { SAMPLE_AGENT_MODEL, sampleAgent } from "./sample-agent.ts";

/** Milliseconds that a program has to end by itself when it is asked to. */
const GRACE = 5_000;

/** The agent of `AGENT_COMMAND`, or else the built-in sample agent. */
export function openAgent(config: Config): NamedAgent {
  const { agentCommand: command, agentTimeLimit: time, agentEnvironment } = config;
  if (command === null) return { model: SAMPLE_AGENT_MODEL, run: sampleAgent };
  const run = commandAgent(command, { time, grace: GRACE }, agentEnvironment);
  // The program alone: its arguments may hold what is nobody's business.
  return { model: basename(command[0]), run };
}
