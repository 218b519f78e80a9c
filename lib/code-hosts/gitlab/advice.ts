import "server-only";
import { parseRetryAfter } from "../../platform-client/retry-after.ts";

/** Milliseconds to wait where GitLab doesn't say how long. */
const DEFAULT_WAIT_MS = 60_000;

/** Says what to do about an error. @param error GitLab's code for it, if any */
export function adviceFor(status: number, project: string, error: string): string {
  if (error === "insufficient_scope") return "Give GITLAB_TOKEN the scope api and restart Errata.";
  switch (status) {
    case 401:
      return "GITLAB_TOKEN is invalid or has expired. Set a valid token and restart Errata.";
    case 403:
      return `Give GITLAB_TOKEN the scope api and the Developer role in ${project}.`;
    case 404:
      return `${project} doesn't exist, or GITLAB_TOKEN can't access it. Check DOCS_REPOSITORY and the token's role.`;
    case 405:
      return `${project} may have moved. Set DOCS_REPOSITORY to its new address and restart Errata.`;
    case 400:
    case 409:
    case 422:
      return `GitLab rejected the request for ${project}. Fix the problem it reports, then try again.`;
    default:
      return status >= 500
        ? "GitLab is having problems. Try again later."
        : "Check DOCS_REPOSITORY and GITLAB_URL.";
  }
}

/** Says when a rate limit ends, and in how many milliseconds; null for other errors. */
export function rateLimit(
  status: number,
  headers: Headers,
): { advice: string; wait: number } | null {
  if (status !== 429) return null;
  const wait = parseRetryAfter(headers.get("retry-after"), Date.now());
  if (wait === null)
    return { advice: "GitLab is limiting requests. Try again later.", wait: DEFAULT_WAIT_MS };
  const minutes = Math.ceil(wait / 60_000);
  return { advice: `GitLab is limiting requests. Try again in ${minutes} min.`, wait };
}
