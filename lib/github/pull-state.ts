import "server-only";
import { z } from "zod";
import type { GitHubAccess } from "../config/github.ts";
import { openGitHubApi, type PullState } from "./api.ts";
import { GitHubRejected } from "./rejection.ts";

/** What became of a pull request; null where the link is none of ours to ask about. */
export type PullStateSource = (prLink: string) => Promise<PullState | null>;

const looked = z.object({ state: z.string(), merged: z.boolean() });

/**
 * Asks GitHub about pull requests by their links, whoever opened them. Null for links to other
 * places, and for pull requests that are gone or that the token may not see.
 * @throws {GitHubRejected} when it cannot be known now
 */
export function githubPullState(access: GitHubAccess, timeLimit?: number): PullStateSource {
  const github = openGitHubApi(access, timeLimit);
  return async (prLink) => {
    const pull = pullOf(prLink, access.webUrl);
    if (!pull) return null;
    const { owner, name: repo, number } = pull;
    try {
      const { merged, state } = await github("look at the pull request", pull, looked, (rest) =>
        rest.pulls.get({ owner, repo, pull_number: number }),
      );
      if (merged) return "merged";
      return state === "open" ? "open" : "closed";
    } catch (error) {
      if (error instanceof GitHubRejected && error.upstream === 404) return null;
      throw error;
    }
  };
}

/** `https://github.com/{owner}/{name}/pull/{number}`, with whatever may stand behind it. */
function pullOf(
  link: string,
  webUrl: string,
): { owner: string; name: string; number: number } | null {
  const address = URL.parse(link);
  if (address?.origin !== webUrl) return null;
  const path = /^\/([\w-]+)\/([\w.-]+)\/pull\/(\d{1,9})(?:\/|$)/.exec(address.pathname);
  const [, owner, name, number] = path ?? [];
  return owner && name && number ? { owner, name, number: Number(number) } : null;
}
