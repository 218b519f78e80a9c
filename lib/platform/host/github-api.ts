import "server-only";
import { Octokit } from "@octokit/rest";
import type { GitHubAccess } from "../../config/github.ts";
import { refusalOf } from "./github-refusal.ts";

export interface GitHubRepository {
  owner: string;
  name: string;
}

export type PullState = "open" | "merged" | "closed";

/** Tries something with GitHub's API. @throws {GitHubRefused} */
export type Try = <T>(
  what: string,
  repository: GitHubRepository,
  work: (octokit: Octokit) => Promise<T>,
) => Promise<T>;

/** Milliseconds for one answer. */
const TIME_LIMIT = 20_000;

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** GitHub's API with the token, a time limit, and refusals that say what to do. */
export function openGitHubApi(access: GitHubAccess, timeLimit = TIME_LIMIT): Try {
  const octokit = new Octokit({
    auth: access.token,
    baseUrl: access.apiUrl,
    userAgent: "errata",
    log: SILENT,
    request: {
      fetch: (address: string, init: RequestInit) =>
        fetch(address, { ...init, signal: AbortSignal.timeout(timeLimit) }),
    },
  });
  return async (what, { owner, name }, work) => {
    try {
      return await work(octokit);
    } catch (error) {
      throw refusalOf(error, access, what, `${owner}/${name}`);
    }
  };
}
