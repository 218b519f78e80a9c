import "server-only";
import { createHmac } from "node:crypto";
import { z } from "zod";
import { type ChangedPulls, isSameSecret, type Webhook, webAddress } from "../webhook.ts";

const numbered = z.array(z.object({ number: z.int().positive() }));
const repository = z.object({ html_url: webAddress });
const ofPull = z.object({ pull_request: z.object({ html_url: webAddress }) });
/** A comment on an issue that is no pull request has none. */
const ofIssue = z.object({
  issue: z.object({ pull_request: z.object({ html_url: webAddress }).optional() }),
});
const ofChecks = z.object({ pull_requests: numbered });

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
} satisfies Webhook["events"];

/** GitHub's webhook, which signs the body with the secret. */
export const githubWebhook: Webhook = {
  host: "GitHub",
  variable: "GITHUB_WEBHOOK_SECRET",
  eventHeader: "x-github-event",
  events: EVENTS,
  isFromHost: (headers, body, secret) => {
    const expected = `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
    return isSameSecret(headers.get("x-hub-signature-256") ?? "", expected);
  },
};

function linksOf(event: z.infer<typeof ofPull>): ChangedPulls {
  return { links: [event.pull_request.html_url] };
}

function allOf(event: { repository: z.infer<typeof repository> }): ChangedPulls {
  return { under: `${event.repository.html_url}/pull/` };
}

function linkIn(address: string): (pull: { number: number }) => string {
  return ({ number }) => `${address}/pull/${number}`;
}
