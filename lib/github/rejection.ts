import "server-only";
import { z } from "zod";
import type { GitHubAccess } from "../config/github.ts";
import { AppError } from "../errors.ts";

/** GitHub did not do what was asked; the message says what a person can do about it. */
export class GitHubRejected extends AppError {
  override readonly name = "GitHubRejected";
  /** GitHub's status; null when there was no answer. */
  readonly upstream: number | null;
  /** Whether the same request may succeed in a moment. */
  readonly retryable: boolean;
  /** GitHub's own words. */
  readonly said: string;

  constructor(message: string, upstream: number | null, said: string) {
    super("unavailable", message);
    this.upstream = upstream;
    this.retryable = upstream === null || upstream >= 500;
    this.said = said;
  }
}

// What Octokit throws. Its error is not kept as the cause: it carries the request.
const refusal = z.object({
  status: z.number(),
  response: z.object({ headers: z.record(z.string(), z.unknown()), data: z.unknown() }),
});

const explanation = z.object({
  message: z.string().catch(""),
  errors: z
    .array(z.union([z.string(), z.object({ message: z.string() }).transform((it) => it.message)]))
    .catch([]),
});

/**
 * What to tell of an error of Octokit's.
 * @param what was tried, such as `open the pull request`
 * @param repository `owner/name`
 */
export function toGitHubRejected(
  error: unknown,
  { apiUrl }: GitHubAccess,
  what: string,
  repository: string,
): GitHubRejected {
  const answer = refusal.safeParse(error).data;
  if (!answer) {
    const message = `Could not ${what}: no answer from ${apiUrl}. Try again later.`;
    return new GitHubRejected(message, null, "");
  }
  const { status } = answer;
  const { headers, data } = answer.response;
  const { message = "", errors = [] } = explanation.safeParse(data).data ?? {};
  const said = [message, ...errors]
    .filter((part) => part !== "")
    .join(" – ")
    .slice(0, 500);
  const until = limitedUntil(status, headers, said);
  const advice = until === null ? adviceFor(status, repository) : until;
  const quote = said ? `: “${said}”` : "";
  return new GitHubRejected(`Could not ${what}${quote} (${status}). ${advice}`, status, said);
}

function adviceFor(status: number, repository: string): string {
  switch (status) {
    case 401:
      return "GitHub does not know GITHUB_TOKEN, or it has run out. Set a valid one and start Errata again.";
    case 403:
      return `GITHUB_TOKEN needs write access to contents and pull requests of ${repository}.`;
    case 404:
      return `There is no ${repository}, or GITHUB_TOKEN may not see it. Check DOCS_REPOSITORY and what the token was made for.`;
    case 422:
      return `GitHub found the request wrong for ${repository}; its words say why.`;
    default:
      return status >= 500 ? "GitHub has trouble. Try again later." : "Check DOCS_REPOSITORY.";
  }
}

/** When a rate limit ends, as a sentence; null for other refusals. */
function limitedUntil(
  status: number,
  headers: Record<string, unknown>,
  said: string,
): string | null {
  if (status !== 403 && status !== 429) return null;
  const reset = Number(headers["x-ratelimit-reset"]);
  if (String(headers["x-ratelimit-remaining"]) === "0" && reset > 0) {
    const time = new Date(reset * 1_000).toISOString().slice(0, 16).replace("T", " ");
    return `The hour's requests of GITHUB_TOKEN are spent. Try again after ${time} UTC.`;
  }
  const seconds = Number(headers["retry-after"]);
  if (seconds > 0) return `GitHub asks to wait. Try again in ${Math.ceil(seconds / 60)} min.`;
  if (status === 429 || /rate limit/i.test(said)) return "GitHub asks to wait. Try again later.";
  return null;
}
