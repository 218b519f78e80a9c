import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { Actor } from "../contract/api/people.ts";
import type { PullRequest, PullSummary } from "../contract/api/pull-request.ts";
import { NotFound } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";

/** Pull requests of the built-in code host. @throws {NotFound} with a hosted platform */
export interface PullServices {
  /** @param page page of the diff, starting at 1 */
  get(number: number, page?: number): Promise<PullRequest | null>;
  merge(number: number, by: Actor): Promise<PullSummary>;
  close(number: number, by: Actor): Promise<PullSummary>;
}

export function pullServices(options: {
  platform: EmbeddedPlatform | null;
  jobs: Jobs;
  audit: Audit;
  publicUrl: string;
}): PullServices {
  const { platform, jobs, audit, publicUrl } = options;
  const pulls = () => {
    if (platform) return platform.pulls;
    throw new NotFound(
      "This pull request isn't on this server. Open it on the hosted platform's code host.",
    );
  };
  // The job shows the new state right away instead of after its next poll.
  const recorded = async (pull: PullSummary, action: string, by: Actor) => {
    await audit.record(by, action, `pull request ${pull.number}`);
    await jobs.pullChanged(`${publicUrl}/pulls/${pull.number}`);
    return pull;
  };
  return {
    get: async (number, page) => pulls().get(number, page),
    merge: async (number, by) => recorded(await pulls().merge(number), "merged", by),
    close: async (number, by) => recorded(await pulls().close(number), "closed", by),
  };
}
