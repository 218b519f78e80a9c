import "server-only";
import type { CodeHostAccess } from "../config/code-hosts.ts";
import { githubPullSource } from "./github/read-pull.ts";
import { gitlabPullSource } from "./gitlab/read-pull.ts";
import type { PullSource } from "./pull-host.ts";

/** Looks up pull requests by link on the code hosts that there are tokens for. Each asks only for its own links. */
export function createHostPullSource(hosts: readonly CodeHostAccess[]): PullSource {
  const sources = hosts.map((access) =>
    access.kind === "github" ? githubPullSource(access) : gitlabPullSource(access),
  );
  return async (link) => {
    for (const read of sources) {
      const reading = await read(link);
      if (reading !== null) return reading;
    }
    return null;
  };
}
