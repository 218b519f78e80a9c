import "server-only";
import type { Clock } from "../../clock.ts";
import { createGitToken } from "../../code-hosts/github/api.ts";
import { createHostPulls, type HostPulls } from "../../code-hosts/host-pulls.ts";
import type { PullSource } from "../../code-hosts/pull-host.ts";
import type { Config } from "../../config.ts";
import type { Log } from "../../log.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { createDocsRepository, type DocsRepository } from "./clone.ts";
import { createOpenPulls, type OpenPulls } from "./open-pulls.ts";
import { createPulls, type PullRequests } from "./pulls.ts";
import { createPullSource } from "./read-pull.ts";

/** The documentation repository and its pull requests. */
export interface CodeHost {
  repository: DocsRepository;
  pulls: PullRequests;
  openPulls: OpenPulls;
  /** Opens pull requests on GitHub or GitLab; null unless the repository is there and a token is set. */
  elsewhere: HostPulls | null;
  /** Returns what is known of a pull request, built-in or on another host. */
  readPull: PullSource;
  /** @throws {AppError} if the repository can't be reached, or pull requests can't be opened */
  check(): Promise<void>;
}

/** Returns the code host. Nothing is created or fetched until it is needed. */
export function createCodeHost(options: {
  config: Config;
  database: PlatformDatabase;
  clock: Clock;
  log: Log;
}): CodeHost {
  const { config } = options;
  const hosted = config.docsRepository?.hosted;
  const access = config.codeHosts.find(({ kind }) => kind === hosted?.kind);
  const elsewhere = hosted && access ? createHostPulls(access, hosted) : null;
  const gitToken = hosted && access?.app ? createGitToken(access, hosted.path) : null;
  // Git signs in by itself where the address isn't https.
  const signsIn = config.docsRepository?.location.startsWith("http");
  const opened = createDocsRepository(config, async () =>
    gitToken && signsIn ? `x-access-token:${await gitToken()}` : null,
  );
  const repository = {
    ...opened,
    base: () =>
      opened.base().catch(async (error: unknown) => {
        // The host's error for a bad token or name is clearer than git's.
        await elsewhere?.check();
        throw error;
      }),
  };
  const pulls = createPulls({ ...options, repository });
  return {
    repository,
    pulls,
    openPulls: createOpenPulls({
      ...options,
      repository,
      elsewhere,
      publicUrl: config.publicUrl,
    }),
    readPull: createPullSource(config, pulls),
    elsewhere,
    check: async () => {
      await elsewhere?.check();
      await repository.reach();
    },
  };
}
