import "server-only";
import type { JobPage } from "../jobs/job-pages.ts";
import type { Output } from "./output.ts";

/**
 * Runs a prompt by changing files in `folder`, a checkout of the documentation. Returns a summary for
 * the reviewer in plain text, one line per change.
 * @throws {AgentFailed} with the reason
 */
export type Agent = (work: {
  folder: string;
  prompt: string;
  /** The pages that the prompt names, with their files in `folder`. */
  pages: readonly JobPage[];
  /** The job's earlier prompts, oldest first. */
  earlier: readonly string[];
  /** Job ID. Processes that the agent starts are found by it. */
  job: string;
  /** US dollars that it may still cost; null without a limit. */
  budget?: number | null;
  /** Whether its changes are discarded, and its text is the result. */
  reportOnly?: boolean;
  /** Receives the agent's output while it runs. */
  output: Output;
  /** Aborted when the server stops. The agent then stops its processes and throws. */
  signal: AbortSignal;
  /** Aborted when someone stops the job. The agent then ends its turn, and its work so far counts. */
  stop?: AbortSignal;
}) => Promise<{ summary: string }>;

/** An agent and its name, which jobs show as their `model`. */
export interface NamedAgent {
  model: string;
  run: Agent;
}

/** The agent failed, and a retry would fail the same way. */
export class AgentFailed extends Error {
  constructor(reason: string, cause?: unknown) {
    super(reason, { cause });
    this.name = "AgentFailed";
  }
}

/** The agent's program couldn't be started. */
export class AgentNotStarted extends AgentFailed {}
