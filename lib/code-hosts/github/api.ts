import "server-only";
import { Octokit } from "@octokit/rest";
import type { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import { AppError } from "../../errors.ts";
import { HostRejected } from "../rejection.ts";
import { readLimited, sendFollowing } from "../send.ts";
import { appSignIn, type SignIn } from "./app.ts";
import { createKeptAnswers } from "./kept-answers.ts";
import { isSignedOut, toHostRejected } from "./rejection.ts";

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
  send: (rest: Octokit["rest"], query: GraphQuery) => Promise<{ data: unknown }>,
) => Promise<z.infer<Schema>>;

/** Sends a query to GitHub's GraphQL API, which has what its other one lacks. */
type GraphQuery = (
  query: string,
  variables: Record<string, string | number>,
) => Promise<{ data: unknown }>;

/** Timeout of one request in milliseconds. */
const TIME_LIMIT = 20_000;

const SILENT = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Opens GitHub's API with a token or an App, a timeout, and errors that say what to do. */
export function createGitHubApi(access: CodeHostAccess, timeLimit = TIME_LIMIT): GitHubRequest {
  const clientFor = createClients(access, timeLimit);
  // On a server of GitHub's, its other API is at /api/v3.
  const graphAddress = `${access.apiUrl.replace(/\/v3$/, "")}/graphql`;
  return async (action, repository, schema, ask) => {
    const send = async (renew: boolean) => {
      const { client } = await clientFor(repository, renew);
      return ask(client.rest, (query, variables) =>
        client.request(`POST ${graphAddress}`, { query, variables }),
      );
    };
    const { data } = await send(false)
      // The App was installed again, or its token revoked.
      .catch((error: unknown) => {
        if (access.app && isSignedOut(error)) return send(true);
        throw error;
      })
      .catch((error: unknown) => {
        throw toHostRejected(error, access, action, repository);
      });
    const parsed = schema.safeParse(data);
    if (parsed.success) return parsed.data;
    const message = `Couldn't ${action}: ${access.apiUrl} doesn't respond like GitHub's API. Check GITHUB_API_URL.`;
    throw new HostRejected(message, 200, "");
  };
}

/**
 * Returns a function for a GitHub App's token for git, which is good for some minutes at least.
 * @throws {HostRejected} @throws {AppError} if the App isn't installed in the repository, or may not write there
 */
export function createGitToken(
  access: CodeHostAccess,
  repository: string,
  timeLimit = TIME_LIMIT,
): () => Promise<string> {
  const clientFor = createClients(access, timeLimit);
  return async () => {
    const { token, missing } = await clientFor(repository).catch((error: unknown) => {
      throw toHostRejected(error, access, "sign in as the GitHub App", repository);
    });
    if (missing.length === 0) return token;
    throw new AppError(
      "unavailable",
      `The GitHub App may not write to ${repository}. In its settings, grant read and write access to ${missing.join(" and ")}, then accept that where it is installed.`,
    );
  };
}

/** Returns a function for the client of a repository. With a token, it is the same for all of them. */
function createClients({ token, app, apiUrl }: CodeHostAccess, timeLimit: number): SignIn {
  const send = fetchWithETags();
  const open = (auth: string) =>
    new Octokit({
      auth,
      baseUrl: apiUrl,
      userAgent: "errata",
      log: SILENT,
      request: {
        fetch: (address: string, init: RequestInit) =>
          send(address, { ...init, signal: AbortSignal.timeout(timeLimit) }),
      },
    });
  if (app) return appSignIn(app, open);
  const signedIn = { client: open(token ?? ""), token: token ?? "", missing: [] };
  return async () => signedIn;
}

type Fetch = (address: string, init: RequestInit) => Promise<Response>;

/**
 * Returns a `fetch` that keeps answers with an ETag and asks whether they changed. GitHub doesn't count requests about
 * what didn't change.
 */
function fetchWithETags(): Fetch {
  const kept = createKeptAnswers();
  return async (address, init) => {
    if (init.method !== undefined && init.method !== "GET")
      return whole(await sendFollowing(address, init));
    const known = kept.get(address);
    const headers = new Headers(init.headers);
    if (known) headers.set("if-none-match", known.etag);
    const response = await sendFollowing(address, { ...init, headers });
    if (known && response.status === 304) return new Response(known.body, known);
    const etag = response.headers.get("etag");
    if (response.status !== 200 || etag === null) return whole(response);
    const body = await readLimited(response);
    kept.keep(address, { etag, body, headers: response.headers });
    return new Response(body, response);
  };
}

/** Octokit reads an answer to its end, whatever its size. */
async function whole(response: Response): Promise<Response> {
  return new Response((await readLimited(response)) || null, response);
}
