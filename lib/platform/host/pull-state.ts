import "server-only";
import type { Config } from "../../config.ts";
import { githubPullState, type PullStateSource } from "../../github/pull-state.ts";
import type { PullRequests } from "./pulls.ts";

/** Tells the state of our own pull requests, and of GitHub's where a token is given. */
export function openPullState(config: Config, pulls: PullRequests): PullStateSource {
  const elsewhere = config.github ? githubPullState(config.github) : async () => null;
  return async (prLink) => {
    const own = prLink.startsWith(`${config.publicUrl}/pulls/`);
    const number = own ? /\/pulls\/(\d+)$/.exec(prLink)?.[1] : undefined;
    return number === undefined ? elsewhere(prLink) : pulls.state(Number(number));
  };
}
