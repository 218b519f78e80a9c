import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Agent, NamedAgent } from "../../lib/platform/agent/agent.ts";

/** Corrections that the sample agent can apply to the sample documentation. */
export const FIX =
  'Fix /guides/authentication: "Authorisation: Token should be Authorization: Bearer"';
export const NEXT = 'Also /guides/authentication: "parcels:send" should be "parcels:write"';

export const agentThat = (run: Agent): NamedAgent => ({ model: "test-agent", run });

/** An agent that waits until the test lets it continue, and counts how often it started. */
export function gate() {
  let open: () => void = () => undefined;
  let started = 0;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const agent = agentThat(async ({ folder, signal }) => {
    started += 1;
    writeFileSync(join(folder, "half.md"), "half done");
    await Promise.race([
      opened,
      new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    ]);
    writeFileSync(join(folder, "whole.md"), "done");
    return { summary: "Waited." };
  });
  return { agent, open: () => open(), started: () => started };
}
