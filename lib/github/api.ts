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
 * Sends a request to GitHub's API and validates the response.
 * @param action for error messages, such as `open the pull request`
 * @throws {GitHubRejected}
 */
export type GitHubRequest = <Schema extends z.ZodType>(
  action: string,
  repository: GitHubRepository,
  schema: Schema,
  send: (rest: Octokit["rest"]) => Promise<{ data: unknown }>,
) => Promise<z.infer<Schema>>;

/** Timeout of one request in milliseconds. */
const TIME_LIMIT = 20_000;

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Opens GitHub's API with a token, a timeout, and errors that say what to do. */
export function createGitHubApi(access: GitHubAccess, timeLimit = TIME_LIMIT): GitHubRequest {
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
  return async (action, repository, schema, send) => {
    const { owner, name } = repository;
    const { data } = await send(octokit.rest).catch((error: unknown) => {
      throw toGitHubRejected(error, access, action, `${owner}/${name}`);
    });
    const parsed = schema.safeParse(data);
    if (parsed.success) return parsed.data;
    const message = `Couldn't ${action}: ${access.apiUrl} doesn't respond like GitHub's API. Check GITHUB_API_URL.`;
    throw new GitHubRejected(message, 200, "");
  };
}
