import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import { parseJson } from "../../text/parse-json.ts";
import { HostRejected, rejectionOf } from "../rejection.ts";
import { readLimited, sendFollowing, unanswered } from "../send.ts";
import { adviceFor, rateLimit } from "./advice.ts";

// Errata uses few operations of GitLab's API, so a client library would be mostly unused, and its own
// retries would hide the rate limits that a job reports while it waits.

interface GitLabCall<Schema extends z.ZodType> {
  /** For error messages, such as `open the merge request`. */
  action: string;
  /** Path of the project with its groups. */
  project: string;
  schema: Schema;
  /** The path and query after the project in the URL. */
  path?: string;
  method?: "GET" | "POST" | "PUT";
  body?: Record<string, unknown>;
}

/**
 * Sends a request to GitLab's API and validates the response.
 * @throws {HostRejected}
 */
export type GitLabRequest = <Schema extends z.ZodType>(
  call: GitLabCall<Schema>,
) => Promise<z.infer<Schema>>;

/** Timeout of one request in milliseconds. */
const TIME_LIMIT = 20_000;

// `message` is a text, a list, or lists by field.
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const errorBody = z.object({
  message: z
    .union([texts, z.record(z.string(), texts).transform((fields) => Object.values(fields).flat())])
    .catch([]),
  error: z.string().catch(""),
  error_description: z.string().catch(""),
});

/** Opens GitLab's API with a token, a timeout, and errors that say what to do. */
export function createGitLabApi(access: CodeHostAccess, timeLimit = TIME_LIMIT): GitLabRequest {
  return async ({ action, project, schema, path = "", method = "GET", body }) => {
    const address = `${access.apiUrl}/projects/${encodeURIComponent(project)}${path}`;
    const response = await send(address, access, timeLimit, { method, body }).catch((error) => {
      throw unanswered(error, { action, host: access.webUrl, variable: "GITLAB_URL" });
    });
    if (response.status >= 400) throw toHostRejected(response, action, project);
    const parsed = schema.safeParse(parseJson(response.text));
    if (response.status < 300 && parsed.success) return parsed.data;
    const message = `Couldn't ${action}: ${access.webUrl} doesn't respond like GitLab's API. Check GITLAB_URL.`;
    throw new HostRejected(message, response.status, "");
  };
}

interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** GitLab redirects readings of a moved project to its ID. */
async function send(
  address: string,
  { token }: CodeHostAccess,
  timeLimit: number,
  { method, body }: { method: string; body: Record<string, unknown> | undefined },
): Promise<Received> {
  const response = await sendFollowing(address, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json",
      "user-agent": "errata",
      ...(body && { "content-type": "application/json" }),
    },
    body: body && JSON.stringify(body),
    redirect: method === "GET" ? "follow" : "manual",
    signal: AbortSignal.timeout(timeLimit),
  });
  const { status, headers } = response;
  return { status, headers, text: await readLimited(response) };
}

function toHostRejected(
  { status, headers, text }: Received,
  action: string,
  project: string,
): HostRejected {
  const {
    message = [],
    error = "",
    error_description: more = "",
  } = errorBody.safeParse(parseJson(text)).data ?? {};
  return rejectionOf({
    action,
    status,
    reasons: [...message, error, more],
    advice: () => rateLimit(status, headers) ?? { advice: adviceFor(status, project, error) },
  });
}
