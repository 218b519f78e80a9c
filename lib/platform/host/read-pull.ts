import "server-only";
import type { PullSource } from "../../code-hosts/pull-host.ts";
import { createHostPullSource } from "../../code-hosts/read-pull.ts";
import type { Config } from "../../config.ts";
import type { PullRequests } from "./pulls.ts";

/** Looks up pull requests of the built-in code host, and of others that there are tokens for. */
export function createPullSource(config: Config, pulls: PullRequests): PullSource {
  const elsewhere = createHostPullSource(config.codeHosts);
  return async (prLink) => {
    const isBuiltIn = prLink.startsWith(`${config.publicUrl}/pulls/`);
    const number = isBuiltIn ? /\/pulls\/(\d+)$/.exec(prLink)?.[1] : undefined;
    return number === undefined ? elsewhere(prLink) : pulls.read(Number(number));
  };
}
