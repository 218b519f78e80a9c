import "server-only";
import { basename } from "node:path";
import type { Config } from "../../config.ts";
import type { NamedAgent } from "./agent.ts";
import { commandAgent } from "./command-agent.ts";
import { splitCommand } from "./command-line.ts";
import { SAMPLE_AGENT_MODEL, sampleAgent } from "./sample-agent.ts";

/** Milliseconds that a coding agent may take for one prompt. */
const TIME_LIMIT = 15 * 60_000;

/**
 * The agent of `AGENT_COMMAND`, or else the built-in sample agent.
 * @throws {InvalidRequest} for a command line that cannot be split
 */
export function openAgent(config: Config, timeLimit = TIME_LIMIT): NamedAgent {
  if (config.agentCommand === null) return { model: SAMPLE_AGENT_MODEL, run: sampleAgent };
  const command = splitCommand(config.agentCommand);
  // The program alone: its arguments may hold what is nobody's business.
  return { model: basename(command[0]), run: commandAgent(command, timeLimit) };
}
