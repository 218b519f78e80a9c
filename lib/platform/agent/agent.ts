import "server-only";
import type { Output } from "./output.ts";

/**
 * Works off a prompt in `folder`, a checkout of the documentation, by changing files there.
 * The summary is for the person who reviews the changes: plain text, a line per matter.
 * @throws {AgentFailed} with the reason
 */
export type Agent = (work: {
  folder: string;
  prompt: string;
  /** Prompts of the same job that came before this one, the first one first. */
  earlier: readonly string[];
  /** Names the job; what the agent starts can be found again by it. */
  job: string;
  /** Takes what the agent says meanwhile, as it comes; what is to be told of it is read from here. */
  output: Output;
  /** Aborted when the process stops; the agent ends what it started and throws. */
  signal: AbortSignal;
}) => Promise<{ summary: string }>;

/** An agent, with the name that jobs carry as their `model`. */
export interface NamedAgent {
  model: string;
  run: Agent;
}

/** The agent met an error that it cannot get over; another try would end the same way. */
export class AgentFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "AgentFailed";
  }
}
