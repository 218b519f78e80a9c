import "server-only";
import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { PullSource } from "../code-hosts/pull-host.ts";
import { allowedHosts } from "../config/hosts.ts";
import type { Config, Project } from "../config.ts";
import { migrate } from "../database/migrate.ts";
import type { Log } from "../log.ts";
import type { ReaderSearch } from "../text/reader-address.ts";
import { createCollector } from "./collect/collect.ts";
import { type CollectKeys, createCollectKeys } from "./collect/collect-keys.ts";
import { createSpamPosts, type SpamPosts } from "./collect/spam-posts.ts";
import { dashboardKey } from "./dashboard-key.ts";
import { countEntries, deleteEntries, setStatuses } from "./entries.ts";
import { type Exclusions, NO_EXCLUSIONS } from "./exclusions.ts";
import { type EntryChange, latestRevision, readChanges } from "./feed.ts";
import { forgetReader } from "./forget-reader.ts";
import { repairFutureTimes } from "./future-times.ts";
import { createCodeHost } from "./host/code-host.ts";
import { createDocsFiles, type DocsFiles } from "./host/docs-files.ts";
import { createLinkedHosts } from "./host/linked-hosts.ts";
import type { OpenPulls } from "./host/open-pulls.ts";
import type { PullRequests } from "./host/pulls.ts";
import { assertRepositoryHome } from "./host/repository-home.ts";
import { createHandler } from "./http.ts";
import { type ImportChoices, type ImportReport, importEntries } from "./import.ts";
import type { ImportItem } from "./imports/compare.ts";
import { createImports, type Imports } from "./imports/imports.ts";
import type { NewImport } from "./imports/records.ts";
import { removeOldChanges } from "./imports/undo.ts";
import type { FindFiles } from "./jobs/job-pages.ts";
import { openJobs, type PlatformJobs } from "./jobs/jobs.ts";
import type { LeashOf } from "./jobs/leash.ts";
import { agentTester, type TestAgent } from "./jobs/test-agent.ts";
import { createKeys, type Keys } from "./keys.ts";
import { createLimits } from "./limits.ts";
import { listProjects } from "./projects.ts";
import { removeOldContacts, removeOldOutput, removeOldSpamPosts } from "./retention.ts";
import { type PlatformDatabase, platformRoom } from "./schema/schema.ts";
import { addSampleIfEmpty, parcelRelaySample, type SampleContent } from "./seed.ts";
import { removeStaleFiles } from "./stale-files.ts";

/** @param record called before the transaction commits, if it removes something */
type RemoveOld = (before: number, limit: number, record: () => Promise<void>) => Promise<number>;

/** The service of docs/contract/platform.md, running inside this process. */
export interface EmbeddedPlatform {
  /** Handles /v1 and /v2 requests, in process and over HTTP. */
  handle(request: Request): Promise<Response>;
  projects(): Promise<Project[]>;
  /**
   * Returns the dashboard's own key. It is created on first use, stored in `DATA_DIR/dashboard.key`
   * with mode 0600, and reused while it is valid. Cheap enough to call before every request.
   */
  dashboardKey(): Promise<string>;
  keys: Pick<Keys, "list" | "create" | "revoke">;
  collectKeys: CollectKeys;
  spamPosts: SpamPosts;
  /** @param options.record the import to list and to undo; without one, nothing is kept for that */
  importEntries(
    projectId: string,
    items: Iterable<ImportItem> | AsyncIterable<ImportItem>,
    options?: ImportChoices & { record?: NewImport },
  ): Promise<ImportReport>;
  imports: Imports;
  /** The change feed, which only the dashboard in this process reads. See feed.ts. */
  changes(projectId: string, afterRevision: number, limit: number): Promise<EntryChange[]>;
  latestRevision(projectId: string): Promise<number>;
  /** Changes the review status of entries. Unknown IDs are ignored. */
  setStatuses(projectId: string, ids: readonly string[], status: string): Promise<void>;
  /** Counts the entries that the project has, up to `most`. */
  countEntries(projectId: string, ids: readonly string[], most?: number): Promise<number>;
  /** Deletes entries. Unknown IDs are ignored. */
  deleteEntries(projectId: string, ids: readonly string[]): Promise<void>;
  jobs: PlatformJobs;
  testAgent: TestAgent;
  pulls: PullRequests;
  openPulls: OpenPulls;
  /** The documentation's files, for its site. */
  docsFiles: DocsFiles;
  /** @throws {AppError} if the documentation repository can't be reached, or GitHub says that jobs can't use it */
  checkRepository(): Promise<void>;
  /** Returns what is known of a job's pull request, in the built-in code host or on GitHub. */
  readPull: PullSource;
  /** Closes a pull request in the documentation's repository on GitHub or GitLab; returns false for any other. */
  closePull(prLink: string): Promise<boolean>;
  /** Repairs what was stored while the clock was ahead. Returns the number of changed rows. */
  repairFutureTimes(now: number): Promise<number>;
  /** Removes a reader's address, as in forget-reader.ts. Returns the number of changed rows. */
  forgetReader(search: ReaderSearch): Promise<number>;
  /** Removes what is older than its retention period, as described in retention.ts. */
  retention: {
    contacts: RemoveOld;
    suspectedSpam: RemoveOld;
    jobOutput: RemoveOld;
    /** Deletes old records of imports' changes, which are kept to undo them. */
    importChanges(before: number, limit: number): Promise<number>;
  };
  /**
   * Checks, where several servers can share the database, that the built-in code host's repositories are the ones that the
   * others use. Throws `Conflict` otherwise. With `DOCS_REPOSITORY`, each server has a clone of its own.
   */
  assertSharedRepositories(): Promise<void>;
  /** Fails if the platform's database can't be written. */
  writeProbe(): Promise<void>;
  /** Start and stop running jobs in the background. */
  start(): void;
  stop(): Promise<void>;
}

/**
 * Opens the built-in platform on `database`: runs its migrations and adds the sample project if there
 * is no project yet (`sample: null` adds none). The caller closes the database.
 * @param options.exclusions what imports and sites must not add
 * @param options.findFiles knows the projects' rules for addresses
 * @param options.leashOf knows what their agents may change
 */
export async function openPlatform(options: {
  config: Config;
  database: PlatformDatabase;
  clock: Clock;
  log: Log;
  sample?: SampleContent | null;
  exclusions?: Exclusions;
  findFiles: FindFiles;
  leashOf?: LeashOf;
}): Promise<EmbeddedPlatform> {
  const { config, database, clock, log, sample = parcelRelaySample } = options;
  const { exclusions = NO_EXCLUSIONS } = options;
  const { dataDir, keyPrefix } = config;
  await migrate(database, platformRoom);
  if (sample && (await addSampleIfEmpty(database, sample, clock.now()))) {
    log.info({ project: sample.project.id }, "sample content added");
  }
  await removeStaleFiles(dataDir);
  const keys = createKeys(database, { keyPrefix, clock });
  const limits = createLimits(database, clock);
  const ownOrigins = ownOriginsOf(config);
  const host = createCodeHost({ config, database, clock, log });
  const collector = createCollector({
    database,
    clock,
    exclusions,
    ownOrigins,
    gitbookSecrets: config.gitbookSecrets,
    linkedHosts: createLinkedHosts({ repository: host.repository, clock, log }),
  });
  const { findFiles, leashOf } = options;
  const jobs = openJobs({ config, database, clock, log, host, findFiles, leashOf });
  const file = join(dataDir, "dashboard.key");
  return {
    handle: createHandler({ database, keys, limits, jobs, collector }, log),
    projects: () => listProjects(database.query),
    dashboardKey: () => dashboardKey(database, { file, keyPrefix, clock }),
    keys,
    ...entriesOf({ database, clock, exclusions }),
    collectKeys: createCollectKeys(database.query, clock, ownOrigins),
    spamPosts: createSpamPosts(database),
    jobs,
    testAgent: agentTester({ config, host, log }),
    pulls: host.pulls,
    openPulls: host.openPulls,
    checkRepository: host.check,
    docsFiles: createDocsFiles({
      repository: host.repository,
      location: config.docsRepository,
      clock,
      log,
    }),
    readPull: host.readPull,
    closePull: async (link) => (await host.elsewhere?.close(link)) ?? false,
    assertSharedRepositories: () => assertShared(config, database),
    writeProbe: () => limits.writeProbe(),
    start: () => jobs.start(),
    stop: () => jobs.stop(),
  };
}

/** Throws if servers that share a database have different repositories. */
async function assertShared(
  { dataDir, docsRepository }: Config,
  { engine, query }: PlatformDatabase,
): Promise<void> {
  if (engine === "sqlite" || docsRepository !== null) return;
  await assertRepositoryHome(query, dataDir);
}

/** Returns what the dashboard does with the stored entries. */
function entriesOf(options: { database: PlatformDatabase; clock: Clock; exclusions: Exclusions }) {
  const { database, clock, exclusions } = options;
  return {
    importEntries: (projectId, items, { record, ...choices } = {}) =>
      importEntries(database, projectId, items, {
        ...choices,
        exclusions,
        record: record && { ...record, at: clock.now },
      }),
    imports: createImports({ database, clock, exclusions }),
    changes: (projectId, after, limit) => readChanges(database.query, projectId, after, limit),
    latestRevision: (projectId) => latestRevision(database.query, projectId),
    setStatuses: (projectId, ids, status) => setStatuses(database, projectId, ids, status),
    countEntries: (projectId, ids, most) => countEntries(database, projectId, ids, most),
    deleteEntries: (projectId, ids) => deleteEntries(database, projectId, ids),
    repairFutureTimes: (now) => repairFutureTimes(database, now),
    forgetReader: (search) => forgetReader(database, search),
    retention: {
      contacts: (before, limit, record) => removeOldContacts(database, { before, limit, record }),
      suspectedSpam: (before, limit, record) =>
        removeOldSpamPosts(database, { before, limit, record }),
      jobOutput: (before, limit, record) => removeOldOutput(database, { before, limit, record }),
      importChanges: (before, limit) => removeOldChanges(database, { before, limit }),
    },
  } satisfies Partial<EmbeddedPlatform>;
}

/** The origins under which browsers know this server, the public one first. */
function ownOriginsOf(config: Config): string[] {
  const { origin } = new URL(config.publicUrl);
  const direct = [...allowedHosts(config)].map((host) => `http://${host}`);
  return [...new Set([origin, ...direct])];
}
