import "server-only";
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import type { Database } from "../../database/open.ts";
import { type GitHubPulls, openGitHubPulls } from "../../github/pull-requests.ts";
import type { Log } from "../../log.ts";
import type { PlatformSchema } from "../schema.ts";
import { type DocsRepository, openRepository } from "./clone.ts";
import { openPulls, type PullRequests } from "./pulls.ts";

/** The documentation's repository and the pull requests on it. */
export interface CodeHost {
  repository: DocsRepository;
  pulls: PullRequests;
  /** Opens pull requests on GitHub instead, where the repository lies there and a token is given. */
  github: GitHubPulls | null;
}

/** Opens the code host; nothing is made or fetched before it is needed. */
export function openCodeHost(options: {
  config: Config;
  database: Database<PlatformSchema>;
  clock: Clock;
  log: Log;
}): CodeHost {
  const { config } = options;
  const place = config.docsRepository?.github;
  const github = config.github && place ? openGitHubPulls(config.github, place) : null;
  const opened = openRepository(config);
  const repository = {
    ...opened,
    base: () =>
      opened.base().catch(async (error: unknown) => {
        // GitHub says better than git what is wrong with a token or a name.
        await github?.check();
        throw error;
      }),
  };
  return { repository, pulls: openPulls({ ...options, repository }), github };
}
