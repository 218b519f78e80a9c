import "server-only";
import { Octokit } from "@octokit/rest";
import type { z } from "zod";
import type { GitHubAccess } from "../config/github.ts";
import { GitHubRejected, toGitHubRejected } from "./rejection.ts";

export interface GitHubRepository {
  owner: string;
  name: string;
}

export type PullState = "open" | "merged" | "closed";

/**
 * Asks GitHub's API for something, and reads of the answer what `schema` names.
 * @param what is tried, such as `open the pull request`
 * @throws {GitHubRejected}
 */
export type GitHubRequest = <Schema extends z.ZodType>(
  what: string,
  repository: GitHubRepository,
  schema: Schema,
  work: (rest: Octokit["rest"]) => Promise<{ data: unknown }>,
) => Promise<z.infer<Schema>>;

/** Milliseconds for one answer. */
const TIME_LIMIT = 20_000;

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** GitHub's API with the token, a time limit, and refusals that say what to do. */
export function openGitHubApi(access: GitHubAccess, timeLimit = TIME_LIMIT): GitHubRequest {
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
  return async (what, repository, schema, work) => {
    const { owner, name } = repository;
    const { data } = await work(octokit.rest).catch((error: unknown) => {
      throw toGitHubRejected(error, access, what, `${owner}/${name}`);
    });
    const answer = schema.safeParse(data);
    if (answer.success) return answer.data;
    const message = `Could not ${what}: ${access.apiUrl} does not answer as GitHub's API does. Check GITHUB_API_URL.`;
    throw new GitHubRejected(message, 200, "");
  };
}
