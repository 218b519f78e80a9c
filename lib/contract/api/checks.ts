// What checks of the documentation found in an agent's change.

import { z } from "zod";

/** A problem that a change adds to the documentation, at a line of a file; line 0 for the file as a whole. */
export const checkProblem = z.strictObject({
  file: z.string(),
  line: z.number(),
  message: z.string(),
});
export type CheckProblem = z.infer<typeof checkProblem>;

/**
 * The result of `DOCS_CHECK_COMMAND` for a change. `failed`: the command itself fails, so its result says nothing about the
 * change; `reason` says why, and what to do.
 */
export const commandCheck = z.strictObject({
  state: z.enum(["running", "passed", "problems", "failed"]),
  /** While it runs, its start; then, its end. Epoch milliseconds. */
  at: z.number(),
  /** The first new problems that it names. */
  problems: z.array(checkProblem),
  /** How many more there are. */
  more: z.number(),
  /** Why it failed only on the changed files, without naming a line, or why it failed at all; null otherwise. */
  reason: z.string().nullable(),
  /** The last lines of its output, shown with `reason`. */
  output: z.string(),
});
export type CommandCheck = z.infer<typeof commandCheck>;

/**
 * States of a check of the code host, most urgent first. `allowed`: it failed, which its host lets pass; `none`: it ended
 * without a result, or waits for someone to start it.
 */
export const HOST_CHECK_STATES = ["failed", "allowed", "running", "passed", "none"] as const;

/** A check of the code host, such as a job of a workflow, as of the last reading. */
export const hostCheck = z.strictObject({
  name: z.string(),
  state: z.enum(HOST_CHECK_STATES),
  /** Its page on the host; null if the host doesn't say. */
  link: z.string().nullable(),
  /** Whether it is a deployment of the change, which the link leads to. */
  isPreview: z.literal(true).optional(),
});
export type HostCheck = z.infer<typeof hostCheck>;
