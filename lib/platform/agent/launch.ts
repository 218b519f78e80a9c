import "server-only";
import type { ChildProcess } from "node:child_process";
import type { Command } from "../../config/command-line.ts";

/** A started agent command. */
export interface LaunchedAgent {
  /** Its standard streams belong to the command, and its exit code is the command's. */
  child: ChildProcess;
  /** Asks the command to end its turn, with SIGINT to its group. */
  interrupt(): void;
  /** Asks the command and the processes of its group to end. */
  terminate(): void;
  /** Kills the command and the processes of its group, in a sandbox all of them. */
  kill(): void;
  /** Removes what the launch created. Called after the end. */
  cleanUp(): Promise<void>;
}

/** Starts a command in `folder`. It and what it starts end when this process does, however it ends. */
export type Launch = (
  command: Command,
  options: {
    folder: string;
    /** The command's whole environment, except for what a sandbox replaces. */
    environment: Record<string, string>;
  },
) => LaunchedAgent;
