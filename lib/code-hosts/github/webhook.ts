import "server-only";
import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { AppError, InvalidRequest } from "../../errors.ts";
import { parseJson } from "../../text/parse-json.ts";

/** The pull requests that an event is about: those with these links, or all of a repository. */
export type ChangedPulls = { links: string[] } | { under: string };

const numbered = z.array(z.object({ number: z.int().positive() }));
/** Without NUL, which PostgreSQL refuses, and with it every other link of the round. */
const address = z.url().transform((url) => new URL(url).href);
const repository = z.object({ html_url: address });
const ofPull = z.object({ pull_request: z.object({ html_url: address }) });
/** A comment on an issue that is no pull request has none. */
const ofIssue = z.object({
  issue: z.object({ pull_request: z.object({ html_url: address }).optional() }),
});
const ofChecks = z.object({ pull_requests: numbered });

/** What Errata reads of each event. Whatever else GitHub sends says nothing about pull requests. */
const EVENTS = {
  pull_request: ofPull.transform(linksOf),
  pull_request_review: ofPull.transform(linksOf),
  pull_request_review_comment: ofPull.transform(linksOf),
  pull_request_review_thread: ofPull.transform(linksOf),
  issue_comment: ofIssue.transform(({ issue }) => ({
    links: issue.pull_request ? [issue.pull_request.html_url] : [],
  })),
  check_run: z.object({ check_run: ofChecks, repository }).transform(({ check_run, ...event }) => ({
    links: check_run.pull_requests.map(linkIn(event.repository.html_url)),
  })),
  check_suite: z
    .object({ check_suite: ofChecks, repository })
    .transform(({ check_suite, ...event }) => ({
      links: check_suite.pull_requests.map(linkIn(event.repository.html_url)),
    })),
  // A push to the base branch can cause conflicts in all of them.
  push: z.object({ repository }).transform(allOf),
  status: z.object({ repository }).transform(allOf),
} satisfies Record<string, z.ZodType<ChangedPulls>>;

/**
 * Reads what GitHub's webhook sent. An event only says which pull requests to ask GitHub about, so that one sent
 * again, or one that is forged with the secret, changes nothing else.
 * @param body as received, because the signature is over its bytes
 * @returns null for events that aren't about pull requests
 * @throws {AppError} `unauthenticated` for a wrong signature
 * @throws {InvalidRequest} for a body that GitHub wouldn't send
 */
export function readGitHubEvent(
  headers: Headers,
  body: Uint8Array,
  secret: string,
): ChangedPulls | null {
  const expected = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
  const given = Buffer.from(headers.get("x-hub-signature-256") ?? "");
  if (given.length !== expected.length || !timingSafeEqual(given, Buffer.from(expected))) {
    const message = "The signature doesn't match. Check GITHUB_WEBHOOK_SECRET.";
    throw new AppError("unauthenticated", message);
  }
  const name = headers.get("x-github-event") ?? "";
  const schema = Object.entries(EVENTS).find(([event]) => event === name)?.[1];
  if (!schema) return null;
  const parsed = schema.safeParse(parseJson(Buffer.from(body).toString()));
  if (parsed.success) return parsed.data;
  throw new InvalidRequest(
    "This isn't a GitHub event. Set the webhook's content type to application/json.",
  );
}

function linksOf(event: z.infer<typeof ofPull>): ChangedPulls {
  return { links: [event.pull_request.html_url] };
}

function allOf(event: { repository: z.infer<typeof repository> }): ChangedPulls {
  return { under: `${event.repository.html_url}/pull/` };
}

function linkIn(address: string): (pull: { number: number }) => string {
  return ({ number }) => `${address}/pull/${number}`;
}
