import "server-only";
import type { Clock } from "../../clock.ts";
import type { Config } from "../../config.ts";
import { type HeldDiff, type HeldRequest, leash } from "../../contract/api/leash.ts";
import type { AgentJob } from "../../contract/platform/job.ts";
import type { Log } from "../../log.ts";
import type { NamedAgent } from "../agent/agent.ts";
import { createAgent } from "../agent/create-agent.ts";
import { createRedactor } from "../agent/redact.ts";
import type { AgentUsage } from "../agent/stream-formats.ts";
import type { CodeHost } from "../host/code-host.ts";
import { randomId } from "../host/random-id.ts";
import type { StopMode } from "../schema/jobs.ts";
import type { PlatformDatabase } from "../schema/schema.ts";
import { baseBranchWithTimeout } from "./base-branch.ts";
import { createDocsCheck } from "./check-command.ts";
import { createSecretFinder } from "./find-secrets.ts";
import { decideHeld, heldDiffOf, heldJobs } from "./held-changes.ts";
import type { FindFiles } from "./job-pages.ts";
import {
  addMessage,
  archiveJob,
  findJob,
  insertJob,
  type PersonRequest,
  stopJob,
  toAgentJob,
} from "./job-rows.ts";
import type { LeashOf } from "./leash.ts";
import { type JobReport, jobOutput, jobReport } from "./report.ts";
import { createRunner, type RunnerSettings } from "./runner.ts";
import { jobUsage, monthSpending, type Spending } from "./spending.ts";

/** Agent jobs (docs/contract/platform.md, "Agent job"; docs/contract/live-services.md). */
export interface PlatformJobs {
  /** Succeeds even if the repository can't be reached. The job then fails with the reason. */
  create(projectId: string, prompt: string): Promise<AgentJob>;
  retrieve(projectId: string, id: string): Promise<AgentJob | null>;
  /** @throws {Conflict} for an archived job */
  message(projectId: string, id: string, prompt: string): Promise<AgentJob | null>;
  /** @throws {NotFound} @throws {Conflict} while it is active */
  archive(projectId: string, id: string): Promise<AgentJob>;
  /** Stops an active job, also one that another process runs. @throws {NotFound} @throws {Conflict} if it has ended */
  stopAgent(
    projectId: string,
    id: string,
    mode: StopMode,
    request?: PersonRequest,
  ): Promise<AgentJob>;
  /** Decides on a change that waits for a person. @throws {NotFound} @throws {Conflict} if no such change waits */
  decideHeld(
    projectId: string,
    id: string,
    request: HeldRequest & PersonRequest,
  ): Promise<AgentJob>;
  /** Returns a page of that change; null if none waits. @throws {AppError} if the repository can't be reached */
  heldDiff(projectId: string, id: string, page: number): Promise<HeldDiff | null>;
  /** Returns the IDs of a project's jobs with a change on which a person has to decide. */
  held(projectId: string): Promise<string[]>;
  /** Returns what agents used for jobs, by job. */
  usage(ids: readonly string[]): Promise<Map<string, AgentUsage>>;
  /** Returns what this month's prompts cost in a project. */
  spending(projectId: string): Promise<Spending>;
  /** Details beyond the interface: failure, output, prompts. Null if the job doesn't exist. */
  report(projectId: string, id: string): Promise<JobReport | null>;
  /** The agent's output, see `jobOutput`. Null if the job doesn't exist. */
  output(projectId: string, id: string): Promise<string | null>;
}

/** For a repository of which nothing is known. */
const ANY_FILE = leash.parse({ allowed: ["**"] });

const DEFAULTS: Omit<RunnerSettings, "concurrency"> = {
  leaseDuration: 6_000,
  interval: 1_500,
  maxAttempts: 3,
};

/**
 * Opens the platform's jobs. They run after `start` is called, in this process or another one.
 * `stop` releases unfinished jobs so that another process can run them.
 */
export function openJobs(options: {
  config: Config;
  database: PlatformDatabase;
  clock: Clock;
  log: Log;
  host: CodeHost;
  findFiles: FindFiles;
  leashOf?: LeashOf;
  agent?: NamedAgent;
  settings?: Partial<RunnerSettings>;
}): PlatformJobs & { start(): void; stop(): Promise<void> } {
  const { config, database, clock, log, host } = options;
  const agent = options.agent ?? createAgent(config);
  const { repository } = host;
  const redact = createRedactor(config);
  const runner = createRunner({
    ...options,
    agent,
    redact,
    docsCheck: createDocsCheck({ config, redact, clock }),
    budget: config.agentBudget,
    findSecrets: createSecretFinder(config),
    leashOf: options.leashOf ?? (async () => ANY_FILE),
    settings: { ...DEFAULTS, concurrency: config.agentConcurrency, ...options.settings },
  });
  return {
    create: async (projectId, prompt) => {
      const job = {
        id: `job_${randomId(20)}`,
        project_id: projectId,
        repository: repository.name,
        ref: await baseBranchWithTimeout(repository, log),
        model: agent.model,
      };
      const row = await insertJob(database, job, prompt, clock.now());
      runner.wake();
      return toAgentJob(row);
    },
    retrieve: async (projectId, id) => {
      const row = await findJob(database, projectId, id);
      return row && toAgentJob(row);
    },
    message: async (projectId, id, prompt) => {
      const row = await addMessage(database, projectId, id, prompt, clock.now());
      runner.wake();
      return row && toAgentJob(row);
    },
    archive: async (projectId, id) =>
      toAgentJob(await archiveJob(database, projectId, id, clock.now())),
    stopAgent: async (projectId, id, mode, request) =>
      toAgentJob(await stopJob(database, projectId, id, { ...request, mode, now: clock.now() })),
    decideHeld: async (projectId, id, request) => {
      const row = await decideHeld(database, projectId, id, { ...request, now: clock.now() });
      runner.wake();
      return toAgentJob(row);
    },
    ...factsOf(options),
    start: runner.start,
    stop: runner.stop,
  };
}

type Facts = Pick<PlatformJobs, "held" | "heldDiff" | "usage" | "spending" | "report" | "output">;

/** Facts about jobs that the interface doesn't have. */
function factsOf({
  config: { agentBudget },
  database,
  clock,
  host,
}: Pick<Parameters<typeof openJobs>[0], "config" | "database" | "clock" | "host">): Facts {
  return {
    heldDiff: async (projectId, id, page) => {
      const job = await findJob(database, projectId, id);
      return job && heldDiffOf(database, host.repository, job.id, page);
    },
    held: (projectId) => heldJobs(database, projectId),
    usage: (ids) => jobUsage(database, ids, agentBudget.prices),
    spending: (projectId) => monthSpending(database, projectId, agentBudget, clock.now()),
    report: (projectId, id) => jobReport(database, projectId, id),
    output: (projectId, id) => jobOutput(database, projectId, id),
  };
}
