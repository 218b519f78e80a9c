import { parseConfig } from "../../lib/config.ts";
import { sandboxProblem } from "../../lib/platform/agent/sandbox-check.ts";

/** Why the agent's sandbox can't run on this machine; null if it can. */
export const noSandbox = await sandboxProblem(parseConfig({ AGENT_COMMAND: "sh" }));

/** Appended to the names of skipped tests, so that the report says why they were. */
export const because = noSandbox === null ? "" : ` (skipped: ${noSandbox})`;
