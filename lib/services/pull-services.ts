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
  /**
   * @param seen.head the last commit of the diff that the person saw. @throws {Conflict} if the branch is elsewhere
   * @param seen.record called once before anything changes, after all checks
   */
  merge(
    number: number,
    by: Actor,
    seen?: { head: string; record: () => Promise<void> },
  ): Promise<PullSummary>;
  close(number: number, by: Actor): Promise<PullSummary>;
  /** Merges the base branch into its branch. @throws {Conflict} with the files that conflict */
  update(number: number, by: Actor): Promise<PullSummary>;
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
  const act = async (
    action: "merge" | "close" | "update",
    number: number,
    by: Actor,
    seen?: Parameters<PullServices["merge"]>[2],
  ) => {
    const [done, subject] = [`${action}d`, `pull request ${number}`];
    let isRecorded = false;
    const record = async () => {
      await audit.record(by, done, subject);
      isRecorded = true;
      await seen?.record();
    };
    const pull = await pulls()
      [action](number, record, seen?.head)
      .catch(async (error: unknown) => {
        if (isRecorded) await audit.record(by, `failed to ${action}`, subject);
        throw error;
      });
    // The job shows the new state right away instead of after its next poll.
    await jobs.pullsChanged({ links: [`${publicUrl}/pulls/${number}`] });
    return pull;
  };
  return {
    get: async (number, page) => pulls().get(number, page),
    merge: (number, by, seen) => act("merge", number, by, seen),
    close: (number, by) => act("close", number, by),
    update: (number, by) => act("update", number, by),
  };
}
