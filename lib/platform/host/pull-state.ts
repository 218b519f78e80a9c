import "server-only";
import type { PullStateSource } from "../../code-hosts/pull-host.ts";
import { createHostPullState } from "../../code-hosts/pull-state.ts";
import type { Config } from "../../config.ts";
import type { PullRequests } from "./pulls.ts";

/** Looks up pull requests of the built-in code host, and of others that there are tokens for. */
export function createPullState(config: Config, pulls: PullRequests): PullStateSource {
  const elsewhere = createHostPullState(config.codeHosts);
  return async (prLink) => {
    const isBuiltIn = prLink.startsWith(`${config.publicUrl}/pulls/`);
    const number = isBuiltIn ? /\/pulls\/(\d+)$/.exec(prLink)?.[1] : undefined;
    return number === undefined ? elsewhere(prLink) : pulls.state(Number(number));
  };
}
