import "server-only";

/**
 * Works off a prompt in `folder`, a checkout of the documentation, by changing files there.
 * The summary is for the person who reviews the changes: plain text, a line per matter.
 * @throws {AgentFailed} with the reason
 */
export type Agent = (work: {
  folder: string;
  prompt: string;
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
