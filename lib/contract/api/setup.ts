// What a project needs before it works with a team's own documentation, and the tests of its parts.

import { z } from "zod";

/** In the order in which they are done. A hosted platform collects feedback and runs the agent itself. */
const SETUP_STEPS = ["platform", "widget", "repository", "agent", "team", "sample"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const setup = z.strictObject({
  steps: z.array(z.strictObject({ name: z.enum(SETUP_STEPS), isDone: z.boolean() })),
  /** Whether an admin hid the checklist. */
  isHidden: z.boolean(),
});
export type Setup = z.infer<typeof setup>;

export const setupChange = z.strictObject({ isHidden: z.boolean() });

/** How `AGENT_COMMAND` ran on a trivial prompt. Nothing that it changed was used. */
export const agentTest = z.strictObject({
  /** The program's name, without its arguments. */
  program: z.string(),
  /** Whether it exists on the server. */
  isFound: z.boolean(),
  hasStarted: z.boolean(),
  /** Why it failed; null if it ended as it should. */
  failure: z.string().nullable(),
  /** The first line that it prints with `--version`; null if it prints none. */
  version: z.string().nullable(),
  /** Milliseconds. */
  duration: z.number(),
  /** The end of its output. */
  output: z.string(),
});
export type AgentTest = z.infer<typeof agentTest>;

const LIST_ORDERS = ["newest_first", "oldest_first", "unsorted"] as const;

/** The result of one request to a hosted platform's export. */
export const connectionTest = z.strictObject({
  /** Why the request failed; null if it succeeded. */
  problem: z.string().nullable(),
  /** Null while unknown. */
  isKeyAccepted: z.boolean().nullable(),
  isProjectFound: z.boolean().nullable(),
  /** Null if the items' dates don't show it. */
  order: z.enum(LIST_ORDERS).nullable(),
  /** Requests of a full sync; null if there are more items than Errata has read so far. */
  requests: z.number().nullable(),
  /** How many of them the first sync sends in an hour. */
  requestsPerHour: z.number(),
  /** Requests that the test was counted for. */
  spent: z.number(),
});
export type ConnectionTest = z.infer<typeof connectionTest>;
