import "server-only";
import { z } from "zod";
import type { CodeHostAccess } from "../../config/code-hosts.ts";
import { isInstant } from "../../contract/platform/dates.ts";
import type { AppError } from "../../errors.ts";
import { parseRetryAfter } from "../../platform-client/retry-after.ts";
import { rejectionOf } from "../rejection.ts";
import { unanswered } from "../send.ts";

// What Octokit throws. It isn't kept as the cause, because it contains the request with the token.
const octokitError = z.object({
  status: z.number(),
  response: z.object({ headers: z.record(z.string(), z.unknown()), data: z.unknown() }),
});

const errorBody = z.object({
  message: z.string().catch(""),
  errors: z
    .array(z.union([z.string(), z.object({ message: z.string() }).transform((it) => it.message)]))
    .catch([]),
});

/** Whether an Octokit error says that the token isn't valid anymore. */
export function isSignedOut(error: unknown): boolean {
  return octokitError.safeParse(error).data?.status === 401;
}

/**
 * Converts an Octokit error.
 * @param action that failed, such as `open the pull request`
 * @param repository `owner/name`
 */
export function toHostRejected(
  error: unknown,
  { apiUrl, app }: CodeHostAccess,
  action: string,
  repository: string,
): AppError {
  const parsed = octokitError.safeParse(error).data;
  if (!parsed) {
    const cause = error instanceof Error ? error.cause : null;
    return unanswered(cause, { action, host: apiUrl, variable: "GITHUB_API_URL" });
  }
  const { status } = parsed;
  const { headers, data } = parsed.response;
  const { message = "", errors = [] } = errorBody.safeParse(data).data ?? {};
  const advice =
    (app ? appAdvice : tokenAdvice)[status]?.(repository) ?? otherAdvice(status, repository);
  return rejectionOf({
    action,
    status,
    reasons: [message, ...errors],
    advice: (reason) => rateLimit(status, headers, reason) ?? { advice },
  });
}

type Advice = Partial<Record<number, (repository: string) => string>>;

const tokenAdvice: Advice = {
  401: () => "GITHUB_TOKEN is invalid or has expired. Set a valid token and restart Errata.",
  403: (repository) =>
    `Grant GITHUB_TOKEN write access to contents and pull requests of ${repository}.`,
  404: (repository) =>
    `${repository} doesn't exist, or GITHUB_TOKEN can't access it. Check DOCS_REPOSITORY and the token's permissions.`,
};

const appAdvice: Advice = {
  401: () => "Check GITHUB_APP_ID, GITHUB_APP_PRIVATE_KEY, and this server's clock.",
  403: (repository) =>
    `Grant the GitHub App read and write access to contents and pull requests, and accept that for ${repository}.`,
  404: (repository) =>
    `${repository} doesn't exist, or the GitHub App isn't installed in it. Check DOCS_REPOSITORY, and install the App for that repository.`,
};

function otherAdvice(status: number, repository: string): string {
  if (status === 422)
    return `GitHub rejected the request for ${repository}. Fix the problem it reports, then try again.`;
  return status >= 500 ? "GitHub is having problems. Try again later." : "Check DOCS_REPOSITORY.";
}

/** GitHub asks to wait a minute where it doesn't say how long. */
const UNKNOWN_WAIT = 60_000;
/** GitHub's times are whole seconds. */
const MARGIN = 1_000;

/** Says when a rate limit resets, and in how many milliseconds; null for other errors. */
function rateLimit(
  status: number,
  headers: Record<string, unknown>,
  reason: string,
): { advice: string; wait: number } | null {
  if (status !== 403 && status !== 429) return null;
  const reset = Number(headers["x-ratelimit-reset"]) * 1_000;
  if (String(headers["x-ratelimit-remaining"]) === "0" && reset > 0 && isInstant(reset)) {
    const time = new Date(reset).toISOString().slice(0, 16).replace("T", " ");
    const advice = `GitHub's hourly request limit was reached. Try again after ${time} UTC.`;
    return { advice, wait: Math.max(0, reset - githubTime(headers)) + MARGIN };
  }
  const wait = parseRetryAfter(String(headers["retry-after"] ?? ""), githubTime(headers));
  if (wait !== null) {
    const advice = `GitHub is limiting requests. Try again in ${Math.ceil(wait / 60_000)} min.`;
    return { advice, wait };
  }
  if (status !== 429 && !/rate limit/i.test(reason)) return null;
  return { advice: "GitHub is limiting requests. Try again later.", wait: UNKNOWN_WAIT };
}

/** Returns GitHub's own time, because this computer's clock may differ. */
function githubTime(headers: Record<string, unknown>): number {
  return Date.parse(String(headers.date)) || Date.now();
}
