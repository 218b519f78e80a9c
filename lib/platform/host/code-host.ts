import "server-only";
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../database/open.ts";
import { createGitHubPulls, type GitHubPulls } from "../../github/pull-requests.ts";
import type { Log } from "../../log.ts";
import type { PlatformSchema } from "../schema/schema.ts";
import { createDocsRepository, type DocsRepository } from "./clone.ts";
import { createPulls, type PullRequests } from "./pulls.ts";

/** The documentation repository and its pull requests. */
export interface CodeHost {
  repository: DocsRepository;
  pulls: PullRequests;
  /** Opens pull requests on GitHub; null unless the repository is there and a token is set. */
  github: GitHubPulls | null;
  /** @throws {AppError} if the repository can't be reached, or pull requests can't be opened */
  check(): Promise<void>;
}

/** Returns the code host. Nothing is created or fetched until it is needed. */
export function createCodeHost(options: {
  config: Config;
  database: Database<PlatformSchema>;
  clock: Clock;
  log: Log;
}): CodeHost {
  const { config } = options;
  const location = config.docsRepository?.github;
  const github = config.github && location ? createGitHubPulls(config.github, location) : null;
  const opened = createDocsRepository(config);
  const repository = {
    ...opened,
    base: () =>
      opened.base().catch(async (error: unknown) => {
        // GitHub's error for a bad token or name is clearer than git's.
        await github?.check();
        throw error;
      }),
  };
  return {
    repository,
    pulls: createPulls({ ...options, repository }),
    github,
    check: async () => {
      await github?.check();
      await repository.reach();
    },
  };
}
