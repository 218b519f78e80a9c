import "server-only";
import { type ChangedPulls, readGitHubEvent } from "../code-hosts/github/webhook.ts";
import { NotFound } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { throttle } from "../throttle.ts";

/** Milliseconds between two rounds of checks: a push sends an event for each check, and each is read at once. */
const ROUND_GAP_MS = 1_500;

/** Handles events of code hosts. @param secret GitHub's; null without one */
export function webhookServices(jobs: Pick<Jobs, "pullsChanged">, secret: string | null) {
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
     * Checks pull requests that an event of GitHub is about.
     * @param readBody called only if there is a secret to check it with
     * @throws {NotFound} without a secret
     * @throws {AppError} `unauthenticated` for a wrong signature
     */
    github: async (headers: Headers, readBody: () => Promise<Uint8Array>) => {
      if (secret === null) {
        throw new NotFound(
          "This server has no secret for GitHub's webhook. Set GITHUB_WEBHOOK_SECRET.",
        );
      }
      const event = readGitHubEvent(headers, await readBody(), secret);
      if (event === null) return;
      if ("under" in event) changed.under.add(event.under);
      else for (const link of event.links) changed.links.add(link);
      round.request();
    },
  };
}
