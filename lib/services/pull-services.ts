import "server-only";
import type { Audit } from "../auth/audit.ts";
import type { OtherPulls } from "../contract/api/feedback.ts";
import type { Actor } from "../contract/api/people.ts";
import type { PullSummary, ShownPull } from "../contract/api/pull-request.ts";
import type { RenderedPage, RenderedPageQuery } from "../contract/api/rendered-page.ts";
import { NotFound } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import { runWithPauses } from "../pause.ts";
import type { EmbeddedPlatform } from "../platform/platform.ts";
import { markingWords } from "../review/mark-words.ts";
import type { DocsServices } from "./docs-services.ts";
import { previewsOf } from "./previews.ts";
import { renderPage } from "./render-page.ts";
import type { SiteServices } from "./site-services.ts";

/** Pull requests of the built-in code host. @throws {NotFound} with a hosted platform */
export interface PullServices {
  /** Returns open pull requests that change files, whoever made them. See `OpenPulls`. None with a hosted platform */
  ofFiles(files: readonly string[]): Promise<OtherPulls>;
  /** @param page page of the diff, starting at 1 */
  get(number: number, page?: number): Promise<ShownPull | null>;
  /** Returns how a changed page renders before and after the change. See `renderPage`. @throws {NotFound} @throws {Conflict} */
  render(number: number, page: RenderedPageQuery): Promise<RenderedPage>;
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
  site: Pick<SiteServices, "compare">;
  docs: Pick<DocsServices, "mapAt">;
}): PullServices {
  const { platform, jobs, audit, publicUrl, site, docs } = options;
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
    ofFiles: async (files) => {
      if (!platform || files.length === 0) return { pulls: [], problem: null };
      return platform.openPulls.ofFiles(files);
    },
    get: async (number, page) => {
      const pull = await pulls().get(number, page);
      if (!pull) return null;
      const [previews, files] = await Promise.all([
        previewsOf(docs, pull.projectId, pull),
        runWithPauses(markingWords(pull.files)),
      ]);
      return { ...pull, files, previews };
    },
    render: async (number, page) => {
      const job = await pulls().jobOf(number);
      if (!platform || !job) throw new NotFound("This pull request doesn't exist.");
      return renderPage({ ...platform, site }, job, page);
    },
    merge: (number, by, seen) => act("merge", number, by, seen),
    close: (number, by) => act("close", number, by),
    update: (number, by) => act("update", number, by),
  };
}
