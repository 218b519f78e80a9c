import "server-only";
import type { CodeHostAccess } from "../config/code-hosts.ts";
import { githubPullState } from "./github/pull-state.ts";
import { gitlabPullState } from "./gitlab/pull-state.ts";
import type { PullStateSource } from "./pull-host.ts";

/** Looks up pull requests by link on the code hosts that there are tokens for. Each asks only for its own links. */
export function createHostPullState(hosts: readonly CodeHostAccess[]): PullStateSource {
  const sources = hosts.map((access) =>
    access.kind === "github" ? githubPullState(access) : gitlabPullState(access),
  );
  return async (link) => {
    for (const stateOf of sources) {
      const state = await stateOf(link);
      if (state !== null) return state;
    }
    return null;
  };
}
