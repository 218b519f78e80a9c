import "server-only";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Auth } from "../auth/auth.ts";
import { repairFutureTimes as repairAuthTimes } from "../auth/future-times.ts";
import { openAuth } from "../auth/open.ts";
import { isActivePerson } from "../auth/people.ts";
import type { AuthSchema } from "../auth/schema/schema.ts";
import { systemClock } from "../clock.ts";
import { createHostPullSource } from "../code-hosts/read-pull.ts";
import { allowedHosts } from "../config/hosts.ts";
import { configSecrets } from "../config/secrets.ts";
import { type Config, config } from "../config.ts";
import { type Database, openDatabase } from "../database/open.ts";
import { createJobs, type Jobs } from "../jobs/jobs.ts";
import { processLog, redactFromLogs } from "../log.ts";
import { createExportSource } from "../mirror/export/export-source.ts";
import { createFeedSource } from "../mirror/feed-source.ts";
import { createMirror, type Mirror } from "../mirror/mirror.ts";
import type { FeedbackSource } from "../mirror/source.ts";
import { allowances, createRequestBudget } from "../platform-client/budget.ts";
import { createPlatformClient } from "../platform-client/client.ts";
import { createNearestItems } from "../similar/nearest.ts";
import { similarItems } from "../similar/similar-items.ts";
import { topThemes } from "../similar/themes.ts";
import { quickCount } from "../store/counts/quick-count.ts";
import { createFeedbackStore } from "../store/feedback-store.ts";
import { repairFutureTimes as repairStoreTimes } from "../store/future-times.ts";
import { createReaderMessages } from "../store/jobs/reader-messages.ts";
import { createJobStore } from "../store/jobs/store.ts";
import { createLease } from "../store/lease.ts";
import { migrateStore, SEARCH_REMEDY, searchIsIndexed } from "../store/open.ts";
import { createDraftStore } from "../store/people/drafts.ts";
import { createNotificationStore } from "../store/people/notifications.ts";
import { createProjectChanges, type ProjectChanges } from "../store/project-changes.ts";
import type { StoreDatabase, StoreQuery, StoreSchema } from "../store/schema/schema.ts";
import { createSettingsStore } from "../store/settings.ts";
import { createSetupFacts } from "../store/setup-facts.ts";
import { createFeedStore } from "../store/sync/feed-store.ts";
import { createSkippedItems } from "../store/sync/skipped-items.ts";
import { createSyncStore } from "../store/sync/store.ts";
import { createViewStore } from "../store/views.ts";
import { createDecisions } from "../store/write/decisions.ts";
import { createNoteStore } from "../store/write/notes.ts";
import { createStatusWrites } from "../store/write/status-writes.ts";
import { createTriage } from "../store/write/triage.ts";
import { VERSION } from "../version.ts";
import { settingsServices, skippedItemServices } from "./audited.ts";
import { createBackgroundWork } from "./background-work.ts";
import { createChangeStreams } from "./change-streams.ts";
import { cleanPages } from "./clean-pages.ts";
import { type ClockWatch, createClockWatch } from "./clock-watch.ts";
import { closeOnFailure } from "./close-on-failure.ts";
import { collectServices } from "./collect-services.ts";
import { createDataFolder } from "./data-folder.ts";
import { docsServices } from "./docs-services.ts";
import { openEmbedding, storedModel } from "./embedding.ts";
import { evidenceOf, feedbackServices } from "./feedback-services.ts";
import { readerServices, resumeForgetting } from "./forget-reader.ts";
import { health } from "./health.ts";
import { homeServices } from "./home-services.ts";
import { hostCommentServices } from "./host-comment-services.ts";
import { importServices, resumeUndoing } from "./import-services.ts";
import { itemServices, resumeDeletions } from "./item-services.ts";
import { carryOutOn, jobServices } from "./job-services.ts";
import { keyServices } from "./key-services.ts";
import { createReadings } from "./metric-readings.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { noteServices } from "./note-services.ts";
import { pageViewServices } from "./page-view-services.ts";
import { peopleServices } from "./people-services.ts";
import { keepPrivate } from "./private-files.ts";
import { createProposedVerdicts } from "./proposed-verdicts.ts";
import { pullServices } from "./pull-services.ts";
import { createReadLimits } from "./read-limits.ts";
import { readerMessageServices } from "./reader-message-services.ts";
import { createReadiness } from "./readiness.ts";
import { createRepositoryWatch, type RepositoryWatch } from "./repository-watch.ts";
import { openRetention } from "./retention-rules.ts";
import { reviewCommentServices } from "./review-comment-services.ts";
import { reviewServices } from "./review-services.ts";
import { sampleServices } from "./sample-services.ts";
import { setupServices } from "./setup-services.ts";
import { siteServices } from "./site-services.ts";
import { openSource, type Source, unknownSecretProjects } from "./source.ts";
import { triageServices } from "./triage-services.ts";
import { viewServices } from "./view-services.ts";
import { webhookServices } from "./webhook-services.ts";

/** All services of this process. */
export type Services = Awaited<ReturnType<typeof openServices>>;

/** Milliseconds until another process takes over syncing from one that crashed. */
const MIRROR_LEASE = 15_000;

/** Opens all services, by default with this process's configuration, and starts background work. */
export async function openServices(settings: Config = config()) {
  for (const secret of configSecrets(settings)) redactFromLogs(secret);
  await openDataFolder(settings.dataDir);
  const database = await openStoreDatabase(settings);
  const auth = await closeOnFailure(database, openAuthOn(database, settings));
  const source = await closeOnFailure(database, openSource(settings, database));
  const { platform } = source;
  const parts = createSyncAndJobs(settings, database, source);
  await closeOnFailure(database, platform?.assertSharedRepositories() ?? Promise.resolve());
  const clockWatch = watchClock(database, platform);
  await closeOnFailure(database, clockWatch.check());
  const opened = { settings, database, auth, source, parts };
  const background = startBackground(opened, clockWatch);
  return {
    ...serverServices(opened, background.repositoryWatch),
    ...projectServices(opened, background),
    auth,
    people: peopleServices(auth),
    /** The signed-in person's own account. */
    account: auth,
    stop: async () => {
      await background.stop();
      await Promise.all([source.close(), database.close()]);
    },
  };
}

interface Opened {
  settings: Config;
  database: Database<SharedSchema>;
  auth: Auth;
  source: Source;
  parts: ReturnType<typeof createSyncAndJobs>;
}

/** Starts the background work, and returns the parts of it that other services use. */
function startBackground(opened: Opened, clockWatch: ClockWatch) {
  const { settings, database, auth, source, parts } = opened;
  const { platform } = source;
  const resuming = resumeInterruptedDeletions(storesOf(opened));
  const changes = createChangeStreams(watchChanges(database));
  const embedding = openEmbedding(settings.embeddings, database);
  const repositoryWatch = watchRepository(settings, platform);
  const work = [
    platform,
    parts.mirror,
    createBackgroundWork(database, systemClock, processLog()),
    embedding,
    parts.jobs,
    openRetention(settings, database, auth, platform),
  ].filter((each) => each !== null);
  for (const each of [clockWatch, repositoryWatch, ...work]) each?.start();
  return {
    changes,
    embedding,
    repositoryWatch,
    stop: async () => {
      clockWatch.stop();
      repositoryWatch?.stop();
      await changes.stop();
      await resuming;
      await Promise.all(work.map((each) => each.stop()));
    },
  };
}

/** Where feedback is stored, and where its removal is recorded. */
function storesOf({ database, auth, source }: Opened) {
  return { store: database, platform: source.platform, clock: systemClock, audit: auth.audit };
}

/** What is known of the server as a whole. */
function serverServices(
  { settings, database, source, parts }: Opened,
  repositoryWatch: RepositoryWatch | null,
) {
  const { platform, projects } = source;
  return {
    config: settings,
    version: VERSION,
    /** Null with a hosted one. */
    platform,
    projects,
    /** Where jobs are sent, as text for people. */
    destination: destinationOf(settings),
    readLimits: createReadLimits(systemClock),
    /** Fails only if the store does; problems with the platform are in the result. */
    health: async () => health(projects, parts.mirror, await searchIsIndexed(database)),
    /** Fails unless Errata can store something right now. */
    assertReady: createReadiness({
      store: database,
      dataDir: settings.dataDir,
      write: platform?.writeProbe ?? null,
    }),
    /** What doesn't work although it can, as sentences without details. */
    warnings: async () => [
      ...(repositoryWatch?.isReadable() === false
        ? ["DOCS_REPOSITORY can't be used for agent jobs. The server log says why."]
        : []),
      ...(await unknownSecretWarnings(settings, projects)),
    ],
    /** Null without METRICS_TOKEN. */
    metrics: openMetrics(settings, database, source, parts.mirror),
  };
}

/** Without secrets, a probe costs no query. */
async function unknownSecretWarnings(
  settings: Config,
  projects: Source["projects"],
): Promise<string[]> {
  if (settings.gitbookSecrets.length === 0) return [];
  const unknown = unknownSecretProjects(settings, await projects());
  if (unknown.length === 0) return [];
  return ["GITBOOK_WEBHOOK_SECRETS has a secret for a project that doesn't exist."];
}

/** What people do in a project. */
function projectServices(
  opened: Opened,
  { changes, embedding }: Pick<ReturnType<typeof startBackground>, "changes" | "embedding">,
) {
  const { settings, database, auth, source, parts } = opened;
  const { audit, teammates } = auth;
  const { platform } = source;
  const { client, jobs, mirror } = parts;
  const stores = storesOf(opened);
  const { embeddings, publicUrl } = settings;
  const nearest = embeddings && createNearestItems(database, storedModel(embeddings));
  const similar = similarItems.bind(null, database.query, nearest);
  const feedback = createFeedbackStore(database);
  const items = itemServices(stores);
  const sample = sampleServices(platform, items);
  const facts = createSetupFacts(database, systemClock);
  const setup = setupServices({
    config: settings,
    platform,
    client,
    mirror,
    sample,
    facts,
    auth,
  });
  const docs = docsServices(database, parts.settings, source.docsMaps, {
    onCheck: setup.recordCheck,
  });
  const site = siteServices(platform, docs);
  const notifications = createNotificationStore(database, systemClock.now);
  const views = createViewStore(database.query, systemClock);
  const messages = createReaderMessages(database.query, systemClock);
  const pulls = pullServices({ platform, jobs, audit, publicUrl, site, docs });
  const pages = { site, docs, similar, themes: topThemes.bind(null, database) };
  const withPages = feedbackServices(feedback, parts.settings, pages);
  const reviewed = { platform, jobs, store: createJobStore(database), clock: systemClock };
  const comments = reviewCommentServices({ ...reviewed, audit });
  return {
    changes,
    docs,
    items,
    mirror,
    notifications,
    sample,
    setup,
    site,
    pulls,
    feedback: withPages,
    reviews: reviewServices({
      ...reviewed,
      pulls,
      comments,
      site,
      docs,
      feedback: withPages,
      publicUrl,
    }),
    reviewComments: comments,
    hostComments: hostCommentServices(reviewed),
    readers: readerServices(stores, feedback),
    pageViews: pageViewServices(database, systemClock, audit),
    imports: importServices({ ...stores, people: teammates }),
    triage: triageServices(parts.triage, feedback),
    decisions: parts.decisions,
    notes: noteServices(parts.notes, audit, teammates),
    drafts: createDraftStore(database, systemClock),
    home: homeServices(database, feedback, jobs, systemClock),
    views: viewServices(views, quickCount.bind(null, database), systemClock),
    settings: settingsServices(parts.settings, audit),
    webhooks: webhookServices(jobs, settings.webhookSecrets),
    jobs: jobServices(jobs, platform, notifications, audit),
    readerMessages: readerMessageServices(messages, parts.settings, audit),
    skippedItems: skippedItemServices(parts.skippedItems, audit),
    embeddings: embedding,
    keys: keyServices(platform, audit),
    collect: collectServices(platform, audit),
  };
}

/** Null for the sample, and where a hosted platform has the repository. */
function watchRepository(
  { docsRepository }: Config,
  platform: Source["platform"],
): RepositoryWatch | null {
  return platform && docsRepository
    ? createRepositoryWatch(platform.checkRepository, processLog())
    : null;
}

function openMetrics(
  { metricsToken: token, dataDir }: Config,
  database: Database<SharedSchema>,
  { projects, pool }: Source,
  mirror: Mirror,
): Metrics | null {
  if (token === null) return null;
  const pools = { dashboard: database.pool, platform: pool };
  const readings = createReadings({
    database,
    pools,
    projects,
    mirror,
    dataDir,
    clock: systemClock,
  });
  return createMetrics({ token, version: VERSION, readings, log: processLog() });
}

/** Removes what a stopped process didn't, while people already work. */
async function resumeInterruptedDeletions(
  stores: Parameters<typeof resumeForgetting>[0] &
    Parameters<typeof resumeDeletions>[0] &
    Parameters<typeof resumeUndoing>[0],
): Promise<void> {
  try {
    await resumeDeletions(stores);
    await resumeForgetting(stores, processLog());
    await resumeUndoing(stores);
  } catch (err) {
    processLog().warn(
      { err },
      "couldn't remove everything that was deleted or undone; the next start retries",
    );
  }
}

/** Creates the data folder if needed, and keeps it from other users. */
export async function openDataFolder(dataDir: string): Promise<void> {
  createDataFolder(dataDir);
  const paths = await keepPrivate(dataDir);
  if (paths.length > 0) {
    processLog().warn({ paths }, "other users may be able to read the data folder");
  }
}

/** The store's tables, and those of people and sessions. */
type SharedSchema = StoreSchema & AuthSchema;

/** Opens the store's database and migrates it. It also holds people and sessions. */
export async function openStoreDatabase({
  databaseUrl,
  dataDir,
}: Config): Promise<Database<SharedSchema>> {
  const file = join(dataDir, "errata.sqlite");
  const database = openDatabase<SharedSchema>({ databaseUrl, file });
  await closeOnFailure(database, migrateStore(database));
  if (!(await searchIsIndexed(database))) {
    processLog().warn({ remedy: SEARCH_REMEDY }, "searches are slow without an index");
  }
  return database;
}

/** Opens sign-in on the store's database. Neither module reads the other's tables. */
export function openAuthOn(database: Database<SharedSchema>, settings: Config): Promise<Auth> {
  const { signIn, localKey, publicUrl, demo } = settings;
  return openAuth({
    database,
    clock: systemClock,
    signIn,
    demo,
    localKey,
    publicUrl,
    trustedOrigins: [...allowedHosts(settings)].map((host) => `http://${host}`),
    log: (level, message) => {
      if (level === "error" || level === "warn") processLog()[level]({ room: "auth" }, message);
    },
  });
}

/** Without notifications, browsers check for changes every few seconds. */
function watchChanges(database: StoreDatabase): ProjectChanges {
  let isKnown = false;
  return createProjectChanges(database, (err) => {
    if (!isKnown) processLog().warn({ err }, "PostgreSQL notifications aren't arriving; retrying");
    isKnown = true;
  });
}

function watchClock(database: Database<SharedSchema>, platform: Source["platform"]): ClockWatch {
  return createClockWatch({
    clock: systemClock,
    log: processLog(),
    repair: async (now) => {
      const rows = await Promise.all([
        repairStoreTimes(database, now),
        repairAuthTimes(database, now),
        platform?.repairFutureTimes(now) ?? 0,
      ]);
      return rows.reduce((sum, changed) => sum + changed, 0);
    },
  });
}

function createSyncAndJobs(settings: Config, database: Database<SharedSchema>, source: Source) {
  const [clock, log] = [systemClock, processLog()];
  const { platform, projects, connection } = source;
  const budget = createRequestBudget({ database, clock, allowance: allowances(settings) });
  const client = createPlatformClient({ ...connection, budget, clock, log });
  const lease = createLease({
    database,
    clock,
    name: "mirror",
    holder: randomUUID(),
    duration: MIRROR_LEASE,
  });
  const clean = cleanPages(settings);
  const sync = createSyncStore(database, lease.confirm, clean);
  const skippedItems = createSkippedItems(database, clock);
  const reading = { sync, skippedItems, clock, log };
  const feedStore = createFeedStore(database, lease.confirm, clean);
  const statusWrites =
    platform && createStatusWrites({ database, clock, writeStatus: platform.setStatuses, log });
  const feedback: FeedbackSource = platform
    ? createFeedSource({ ...reading, feed: platform, store: feedStore, statusWrites })
    : createExportSource({ ...reading, client, budget });
  const mirror = createMirror({ source: feedback, projects, lease, clock, log });
  const statuses = { database, clock, statusWrites };
  const triage = createTriage(statuses);
  const isActive = (trx: StoreQuery, id: string) =>
    isActivePerson(trx.$extendTables<Pick<AuthSchema, keyof AuthSchema>>(), id);
  const decisions = createDecisions({ ...statuses, isActivePerson: isActive });
  const notes = createNoteStore(database.query, clock, isActive);
  const projectSettings = createSettingsStore({ database, clock });
  const jobs: Jobs = createJobs({
    store: createJobStore(database),
    client,
    proposedVerdicts: createProposedVerdicts({
      pulls: platform?.pulls ?? null,
      evidence: evidenceOf(
        createFeedbackStore(database),
        docsServices(database, projectSettings, source.docsMaps),
      ),
      clock,
    }),
    heldJobs: async (projectId) => (await platform?.jobs.held(projectId)) ?? [],
    carryOut: carryOutOn(platform),
    readPull: platform?.readPull ?? createHostPullSource(settings.codeHosts),
    // A hosted platform's pull requests are its own.
    closePull: platform?.closePull ?? (async () => false),
    platform: { address: connection.baseUrl, isHosted: platform === null },
    codeHosts: settings.codeHosts.map(({ webUrl }) => webUrl),
    triage,
    statusWrites,
    settings: projectSettings,
    clock,
    log,
  });
  return {
    client,
    skippedItems,
    mirror,
    triage,
    decisions,
    notes,
    settings: projectSettings,
    jobs,
  };
}

function destinationOf({ platform, agentCommand, docsRepository }: Config): string {
  if (platform.mode === "hosted") return `the agent at ${new URL(platform.url).host}`;
  const agent = agentCommand ? "your agent" : "the sample agent";
  return `${agent}, working on ${docsRepository ? "your documentation repository" : "the sample repository"}`;
}
