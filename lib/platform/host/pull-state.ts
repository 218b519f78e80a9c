import "server-only";
import type { Config } from "../../config.ts";
import { githubPullState, type PullStateSource } from "../../github/pull-state.ts";
import type { PullRequests } from "./pulls.ts";

/** Looks up pull requests of the built-in code host, and of GitHub if a token is set. */
export function createPullState(config: Config, pulls: PullRequests): PullStateSource {
  const onGitHub = config.github ? githubPullState(config.github) : async () => null;
  return async (prLink) => {
    const isBuiltIn = prLink.startsWith(`${config.publicUrl}/pulls/`);
    const number = isBuiltIn ? /\/pulls\/(\d+)$/.exec(prLink)?.[1] : undefined;
    return number === undefined ? onGitHub(prLink) : pulls.state(Number(number));
  };
}
