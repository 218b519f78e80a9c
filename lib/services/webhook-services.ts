import "server-only";
import { githubWebhook } from "../code-hosts/github/webhook.ts";
import { gitlabWebhook } from "../code-hosts/gitlab/webhook.ts";
import { type ChangedPulls, readWebhookEvent, type Webhook } from "../code-hosts/webhook.ts";
import type { CodeHostAccess } from "../config/code-hosts.ts";
import { NotFound } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { throttle } from "../throttle.ts";

/** Milliseconds between two rounds of checks: a push sends an event for each check, and each is read at once. */
const ROUND_GAP_MS = 1_500;

type HostKind = CodeHostAccess["kind"];
const WEBHOOKS: Record<HostKind, Webhook> = { github: githubWebhook, gitlab: gitlabWebhook };
const isHost = (name: string): name is HostKind => Object.hasOwn(WEBHOOKS, name);

/** Handles events of code hosts. @param secrets each host's; null without one */
export function webhookServices(
  jobs: Pick<Jobs, "pullsChanged">,
  secrets: Readonly<Record<HostKind, string | null>>,
) {
  const changed = { links: new Set<string>(), under: new Set<string>() };
  const round = throttle({
    gap: ROUND_GAP_MS,
    isPaused: () => false,
    work: async () => {
      const [links, under] = [[...changed.links], [...changed.under]];
      for (const each of [changed.links, changed.under]) each.clear();
      const all: ChangedPulls[] = [{ links }, ...under.map((prefix) => ({ under: prefix }))];
      for (const which of all) await jobs.pullsChanged(which);
    },
  });
  return {
    /**
     * Checks pull requests that an event of a code host is about.
     * @param host its name in the address, such as `github`
     * @param readBody called only if there is a secret to check it with
     * @throws {NotFound} without a secret
     * @throws {AppError} `unauthenticated` for a wrong signature
     */
    receive: async (host: string, headers: Headers, readBody: () => Promise<Uint8Array>) => {
      if (!isHost(host)) throw new NotFound("This webhook doesn't exist.");
      const [webhook, secret] = [WEBHOOKS[host], secrets[host]];
      if (secret === null) {
        throw new NotFound(
          `This server has no secret for the webhook of ${webhook.host}. Set ${webhook.variable}.`,
        );
      }
      const event = readWebhookEvent(webhook, { headers, body: await readBody(), secret });
      if (event === null) return;
      if ("under" in event) changed.under.add(event.under);
      else for (const link of event.links) changed.links.add(link);
      round.request();
    },
  };
}
