import "server-only";
import { createHmac } from "node:crypto";
import { z } from "zod";
import { type ChangedPulls, isSameSecret, type Webhook, webAddress } from "../webhook.ts";

const numbered = z.object({ iid: z.int().positive() });
const project = z.object({ web_url: webAddress });

const ofProject = z.object({ project }).transform(({ project: { web_url } }) => allOf(web_url));
/** A comment on an issue or a commit has no merge request, nor has the pipeline of a branch. */
const ofPart = z.object({ project, merge_request: numbered.nullish() });
const ofComment = ofPart.transform(({ project: { web_url }, merge_request: request }) => ({
  links: request ? [linkIn(web_url, request)] : [],
}));

const EVENTS = {
  "Merge Request Hook": z
    .object({ project, object_attributes: numbered })
    .transform(({ project: { web_url }, object_attributes: request }) => ({
      links: [linkIn(web_url, request)],
    })),
  "Note Hook": ofComment,
  "Confidential Note Hook": ofComment,
  // The pipeline of a branch is the one that its merge request shows.
  "Pipeline Hook": ofPart.transform(({ project: { web_url }, merge_request: request }) =>
    request ? { links: [linkIn(web_url, request)] } : allOf(web_url),
  ),
  "Deployment Hook": ofProject,
  // A push to the target branch can cause conflicts in all of them.
  "Push Hook": ofProject,
} satisfies Webhook["events"];

/** What GitLab's signing tokens begin with, before their key in base64. */
const SIGNING_TOKEN = "whsec_";

/**
 * GitLab's webhook, which sends the secret token, or signs with a signing token
 * (docs.gitlab.com/user/project/integrations/webhooks).
 */
export const gitlabWebhook: Webhook = {
  host: "GitLab",
  variable: "GITLAB_WEBHOOK_SECRET",
  eventHeader: "x-gitlab-event",
  events: EVENTS,
  isFromHost: (headers, body, secret) => {
    if (!secret.startsWith(SIGNING_TOKEN)) {
      return isSameSecret(headers.get("x-gitlab-token") ?? "", secret);
    }
    const key = Buffer.from(secret.slice(SIGNING_TOKEN.length), "base64");
    const [id, time] = ["webhook-id", "webhook-timestamp"].map((name) => headers.get(name));
    const expected = createHmac("sha256", key).update(`${id}.${time}.`).update(body);
    // While a token is replaced, there are signatures of both.
    const given = (headers.get("webhook-signature") ?? "").split(" ", 10);
    const signature = `v1,${expected.digest("base64")}`;
    return given.some((each) => isSameSecret(each, signature));
  },
};

function linkIn(address: string, { iid }: z.infer<typeof numbered>): string {
  return `${address}/-/merge_requests/${iid}`;
}

function allOf(address: string): ChangedPulls {
  return { under: `${address}/-/merge_requests/` };
}
