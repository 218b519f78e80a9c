import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import type { PullStateSource } from "../pull-host.ts";
import { HostRejected } from "../rejection.ts";
import { createGitHubApi } from "./api.ts";

const pullSchema = z.object({ state: z.string(), merged: z.boolean() });

/**
 * Looks up pull requests on GitHub by link, whoever opened them. Returns null for links to other
 * sites, and for pull requests that were deleted or that the token can't access.
 * @throws {HostRejected} if GitHub can't be reached
 */
export function githubPullState(access: CodeHostAccess, timeLimit?: number): PullStateSource {
  const github = createGitHubApi(access, timeLimit);
  return async (prLink) => {
    const pull = parsePullLink(prLink, access.webUrl);
    if (!pull) return null;
    const { owner, name: repo, number } = pull;
    try {
      const { merged, state } = await github(
        "read the pull request",
        `${owner}/${repo}`,
        pullSchema,
        (rest) => rest.pulls.get({ owner, repo, pull_number: number }),
      );
      if (merged) return "merged";
      return state === "open" ? "open" : "closed";
    } catch (error) {
      if (error instanceof HostRejected && error.upstream === 404) return null;
      throw error;
    }
  };
}

/** Parses `https://github.com/{owner}/{name}/pull/{number}`, with anything after it. */
function parsePullLink(
  link: string,
  webUrl: string,
): { owner: string; name: string; number: number } | null {
  const address = URL.parse(link);
  if (address?.origin !== webUrl) return null;
  const path = /^\/([\w-]+)\/([\w.-]+)\/pull\/(\d{1,9})(?:\/|$)/.exec(address.pathname);
  const [, owner, name, number] = path ?? [];
  return owner && name && number ? { owner, name, number: Number(number) } : null;
}
