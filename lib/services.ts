import "server-only";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { systemClock } from "./clock.ts";
import { secretsOf } from "./config/secrets.ts";
import { type Config, config } from "./config.ts";
import type { Job, ProjectSummary } from "./contract/dashboard.ts";
import type { JobReport } from "./contract/ledger.ts";
import type { PullRequest } from "./contract/pull-request.ts";
import { openDatabase } from "./database/open.ts";
import { InvalidRequest, NotFound } from "./errors.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import { keepOutOfLogs, processLog } from "./log.ts";
import { createMirror, type Mirror } from "./mirror/mirror.ts";
import { githubPullState, type PullStateSource } from "./platform/host/github.ts";
import type { PullRequests } from "./platform/host/pulls.ts";
import { type EmbeddedPlatform, openPlatform } from "./platform/platform.ts";
import type { PlatformSchema } from "./platform/schema.ts";
import { allowances } from "./platform-client/budget.ts";
import { createPlatformClient } from "./platform-client/client.ts";
import { createFeedbackStore, type FeedbackStore } from "./store/feedback.ts";
import { createJobStore } from "./store/jobs.ts";
import { createLease } from "./store/lease.ts";
import { openStore, searchIsIndexed } from "./store/open.ts";
import { createQuarantine, type Quarantine } from "./store/quarantine.ts";
import { createRequestBudget } from "./store/requests.ts";
import type { StoreSchema } from "./store/schema.ts";
import { createSettingsStore, type SettingsStore } from "./store/settings.ts";
import { createSyncStore } from "./store/sync.ts";
import { createTriage, type Triage } from "./store/triage.ts";

/** Everything that handlers and pages ask. */
export interface Services {
  config: Config;
  projects(): Promise<ProjectSummary[]>;
  feedback: FeedbackStore;
  triage: Triage;
  settings: SettingsStore;
  jobs: Jobs;
  mirror: Mirror;
  /** Where jobs go, in words for a person. */
  destination: string;
  quarantine: Quarantine;
  /** Null when a hosted platform is configured. */
  platform: EmbeddedPlatform | null;
  /** Archives a finished job, which only the embedded platform can. */
  archiveJob(projectId: string, jobId: string): Promise<Job>;
  /** Why a job failed and what its agent said, which only the embedded platform can tell. */
  jobReport(projectId: string, jobId: string): Promise<JobReport>;
  /** Whether the store answers; trouble with the platform is said, too, but is no failure. */
  health(): Promise<Health>;
  stop(): Promise<void>;
}

export interface Health {
  status: "ok";
  projects: { id: string; entries: number; problem: string | null }[];
}

/** Milliseconds after which another process takes over the mirror of one that died. */
const MIRROR_LEASE = 15_000;

// Instrumentation and handlers are bundled apart and share no module state, hence the global place.
const PLACE: unique symbol = Symbol.for("errata");
const place = globalThis as typeof globalThis & { [PLACE]?: Promise<Services> };

/** The services of this process, opened and at work from the first call on. */
export function services(): Promise<Services> {
  place[PLACE] ??= open().catch((error: unknown) => {
    // The next caller tries again: a database that was away may be back.
    place[PLACE] = undefined;
    throw error;
  });
  return place[PLACE];
}

/**
 * Opens the services and ends them with the process. Next is told to leave signals alone: it would go
 * before running agents are ended and leases given back, and an agent in a process group of its own
 * would outlive the server.
 */
export async function workUntilAsked(): Promise<void> {
  const opened = await services();
  const leave = () => {
    opened.stop().finally(() => process.exit(0));
  };
  process.once("SIGINT", leave);
  process.once("SIGTERM", leave);
}

/**
 * The services, once it is sure that the project exists.
 * @throws {NotFound}
 */
export async function projectServices(projectId: string): Promise<Services> {
  const opened = await services();
  const projects = await opened.projects();
  if (!projects.some(({ id }) => id === projectId)) throw new NotFound("There is no such project.");
  return opened;
}

/**
 * The code host of the embedded platform; what is settled here is in the ledger a moment later.
 * @throws {NotFound} on a hosted platform
 */
export async function pullRequests(): Promise<PullRequests> {
  const { platform, jobs, config: settings } = await services();
  if (!platform) throw new NotFound("Pull requests are at the code host of the hosted platform.");
  const { pulls } = platform;
  const told = async (pull: PullRequest) => {
    await jobs.pullChanged(pullLink(settings, pull.number));
    return pull;
  };
  return {
    ...pulls,
    merge: async (number) => told(await pulls.merge(number)),
    close: async (number) => told(await pulls.close(number)),
  };
}

/** The embedded platform, for a project of it. @throws {NotFound} on a hosted platform */
export async function embeddedServices(projectId: string): Promise<EmbeddedPlatform> {
  const { platform } = await projectServices(projectId);
  if (!platform) throw new NotFound("This is managed in the hosted platform's own dashboard.");
  return platform;
}

/**
 * The embedded platform alone, for command lines beside a running server.
 * @throws {InvalidRequest} when a hosted platform is configured
 */
export async function openEmbeddedPlatform(): Promise<{
  platform: EmbeddedPlatform;
  close(): Promise<void>;
}> {
  if (config().platform.mode === "hosted") {
    throw new InvalidRequest(
      "This is for the embedded platform, and PLATFORM_URL names a hosted one. Nothing was done.",
    );
  }
  const database = openDatabase<PlatformSchema>({
    databaseUrl: config().databaseUrl,
    file: join(config().dataDir, "platform.sqlite"),
  });
  const options = { config: config(), database, clock: systemClock, log: processLog() };
  const platform = await orClose(database, openPlatform(options));
  return { platform, close: () => database.close() };
}

async function open(): Promise<Services> {
  const [settings, clock, log] = [config(), systemClock, processLog()];
  for (const secret of secretsOf(settings)) keepOutOfLogs(secret);
  const database = openDatabase<StoreSchema>({
    databaseUrl: settings.databaseUrl,
    file: join(settings.dataDir, "errata.sqlite"),
  });
  await orClose(database, openStore(database));
  if (!(await searchIsIndexed(database))) {
    log.warn("searches are slow: install the extension pg_trgm, then create the index by hand");
  }
  const where = settings.platform;
  const source =
    where.mode === "hosted" ? hostedSource(where) : orClose(database, embeddedSource(settings));
  const { platform, projects, connection, close } = await source;
  const budget = createRequestBudget({ database, clock, allowance: allowances(settings) });
  const client = createPlatformClient({ ...connection, budget, clock, log });
  const lease = createLease({
    database,
    clock,
    name: "mirror",
    holder: randomUUID(),
    duration: MIRROR_LEASE,
  });
  const sync = createSyncStore(database);
  const quarantine = createQuarantine(database, clock);
  const mirror = createMirror({ projects, client, sync, quarantine, budget, lease, clock, log });
  const writeStatus = platform ? platform.setStatuses : null;
  const triage = createTriage({ database, clock, writeStatus });
  const projectSettings = createSettingsStore({ database, clock });
  const jobs = createJobs({
    store: createJobStore(database),
    client,
    pulls: { stateOf: platform?.pullState ?? pullStateAt(settings) },
    triage,
    settings: projectSettings,
    clock,
    log,
  });
  platform?.start();
  mirror.start();
  jobs.start();
  return {
    config: settings,
    projects,
    feedback: createFeedbackStore(database),
    triage,
    settings: projectSettings,
    jobs,
    mirror,
    destination: destinationOf(settings),
    quarantine,
    platform,
    archiveJob: (projectId, jobId) => archive({ platform, jobs }, projectId, jobId),
    jobReport: (projectId, jobId) => reportOn({ platform, jobs }, projectId, jobId),
    health: () => health(projects, mirror),
    stop: async () => {
      await Promise.all([platform?.stop(), mirror.stop(), jobs.stop()]);
      await Promise.all([close(), database.close()]);
    },
  };
}

function destinationOf({ platform, agentCommand, docsRepository }: Config): string {
  if (platform.mode === "hosted") return `the agent of ${new URL(platform.url).host}`;
  const agent = agentCommand ? "your agent" : "the sample agent";
  return `${agent}, on ${docsRepository ? "your documentation's repository" : "the sample repository"}`;
}

/** A hosted platform's pull requests may be on GitHub. */
function pullStateAt({ github }: Config): PullStateSource {
  return github ? githubPullState(github) : async () => null;
}

async function archive(
  { platform, jobs }: Pick<Services, "platform" | "jobs">,
  projectId: string,
  jobId: string,
): Promise<Job> {
  const { platformJobId } = await jobs.get(projectId, jobId);
  if (!platform || !platformJobId) throw new NotFound("This job cannot be archived from here.");
  await platform.jobs.archive(projectId, platformJobId);
  return jobs.lookAgain(projectId, jobId);
}

async function reportOn(
  { platform, jobs }: Pick<Services, "platform" | "jobs">,
  projectId: string,
  jobId: string,
): Promise<JobReport> {
  const { platformJobId } = await jobs.get(projectId, jobId);
  const report = platformJobId && (await platform?.jobs.report(projectId, platformJobId));
  if (!report) throw new NotFound("Only the platform knows more about this job.");
  return { failure: report.failure, output: report.output, attempts: report.attempts };
}

async function health(projects: Services["projects"], mirror: Mirror): Promise<Health> {
  const states = (await projects()).map(async ({ id }) => {
    const { entries, problem } = await mirror.status(id);
    return { id, entries, problem: problem?.code ?? null };
  });
  return { status: "ok", projects: await Promise.all(states) };
}

/** What `opening` gives; where it fails, the database is closed, as the next try opens its own. */
async function orClose<Opened>(
  database: { close(): Promise<void> },
  opening: Promise<Opened>,
): Promise<Opened> {
  try {
    return await opening;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Where the built-in code host shows a pull request. */
function pullLink({ publicUrl }: Config, number: number): string {
  return `${publicUrl}/pulls/${number}`;
}

/** Where feedback comes from and jobs go to. */
interface Source {
  platform: EmbeddedPlatform | null;
  projects: () => Promise<ProjectSummary[]>;
  connection: {
    baseUrl: string;
    apiKey: () => Promise<string>;
    send: (request: Request) => Promise<Response>;
    keyAdvice: string;
  };
  close: () => Promise<void>;
}

function hostedSource(where: Extract<Config["platform"], { mode: "hosted" }>): Source {
  keepOutOfLogs(where.apiKey);
  return {
    platform: null,
    projects: async () => where.projects,
    connection: {
      baseUrl: where.url,
      apiKey: async () => where.apiKey,
      send: (request) => fetch(request),
      keyAdvice: "Check PLATFORM_API_KEY and start Errata again.",
    },
    close: async () => undefined,
  };
}

/** The embedded platform takes the same path as a hosted one: same client, same key, same budget. */
async function embeddedSource(settings: Config): Promise<Source> {
  const { platform, close } = await openEmbeddedPlatform();
  return {
    platform,
    projects: () => platform.projects(),
    connection: {
      baseUrl: settings.publicUrl,
      apiKey: async () => {
        const key = await platform.dashboardKey();
        keepOutOfLogs(key);
        return key;
      },
      send: (request) => platform.handle(request),
      keyAdvice: "Errata makes itself a new key at its next request.",
    },
    close,
  };
}
