import "server-only";
import { Octokit } from "@octokit/rest";
import type { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import { fetchWithETags } from "../etags.ts";
import { HostRejected } from "../rejection.ts";
import { toHostRejected } from "./rejection.ts";

/**
 * Sends a request to GitHub's API and validates the response.
 * @param action for error messages, such as `open the pull request`
 * @param repository `owner/name`
 * @throws {HostRejected}
 */
export type GitHubRequest = <Schema extends z.ZodType>(
  action: string,
  repository: string,
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
export function createGitHubApi(access: CodeHostAccess, timeLimit = TIME_LIMIT): GitHubRequest {
  const send = fetchWithETags();
  const octokit = new Octokit({
    auth: access.token,
    baseUrl: access.apiUrl,
    userAgent: "errata",
    log: SILENT,
    request: {
      fetch: (address: string, init: RequestInit) =>
        send(address, { ...init, signal: AbortSignal.timeout(timeLimit) }),
    },
  });
  return async (action, repository, schema, ask) => {
    const { data } = await ask(octokit.rest).catch((error: unknown) => {
      throw toHostRejected(error, access, action, repository);
    });
    const parsed = schema.safeParse(data);
    if (parsed.success) return parsed.data;
    const message = `Couldn't ${action}: ${access.apiUrl} doesn't respond like GitHub's API. Check GITHUB_API_URL.`;
    throw new HostRejected(message, 200, "");
  };
}
