import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { agentJob } from "../../lib/contract/platform/job.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import type { NamedAgent } from "../../lib/platform/agent/agent.ts";
import { type CodeHost, createCodeHost } from "../../lib/platform/host/code-host.ts";
import type { FindFiles } from "../../lib/platform/jobs/job-pages.ts";
import { openJobs } from "../../lib/platform/jobs/jobs.ts";
import type { LeashOf } from "../../lib/platform/jobs/leash.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { openTestDatabase, type TestDatabase } from "./databases.ts";
import { findFilesOf } from "./find-files.ts";
import { gitIn } from "./repository.ts";

export type Jobs = ReturnType<typeof openJobs>;

/** The jobs and the code host of one process. */
export interface Bench {
  host: CodeHost;
  jobs: Jobs;
}

/** Jobs with a real repository in a separate folder. */
export interface Workshop extends Bench {
  dataDir: string;
  database: TestDatabase<PlatformSchema>;
  /** Opens the same folder and database again, like another process. Not started. */
  again(agent?: NamedAgent, settings?: Parameters<typeof openJobs>[0]["settings"]): Bench;
  /** The bare repository that branches are pushed to. */
  origin: string;
  close(): Promise<void>;
}

const log = createLog("silent", () => []);

export async function openWorkshop(
  options: {
    environment?: Record<string, string>;
    engine?: { name: "sqlite" | "postgres" };
    agent?: NamedAgent;
    /** By the rules of a project that says nothing, unless given. */
    findFiles?: FindFiles;
    leashOf?: LeashOf;
    settings?: Parameters<typeof openJobs>[0]["settings"];
  } = {},
): Promise<Workshop> {
  const dataDir = mkdtempSync(join(tmpdir(), "errata-workshop-"));
  const engine = options.engine ?? "sqlite";
  const database = await openTestDatabase<PlatformSchema>(engine, "jobs", "platform");
  // Most tests of an agent command run everywhere; those of the sandbox turn it on.
  const own = { DATA_DIR: dataDir, AGENT_SANDBOX: "off" };
  const config = parseConfig({ ...own, ...options.environment });
  // Real time: nothing here depends on the values.
  const clock = { now: () => Date.now() };
  const benches: Bench[] = [];
  const opened = [database.close];
  const bench = (own: Database<PlatformSchema>): Workshop["again"] => {
    return (agent, settings) => {
      const host = createCodeHost({ config, database: own, clock, log });
      const findFiles = options.findFiles ?? findFilesOf(host.repository);
      const jobs = openJobs({
        config,
        database: own,
        clock,
        log,
        host,
        findFiles,
        leashOf: options.leashOf,
        agent,
        settings,
      });
      benches.push({ host, jobs });
      return { host, jobs };
    };
  };
  return {
    ...bench(database)(options.agent, options.settings),
    dataDir,
    database,
    origin: config.docsRepository?.location ?? join(dataDir, "repository", "docs.git"),
    again: (agent, settings) => {
      const own = openDatabase<PlatformSchema>(database.location);
      opened.unshift(own.close);
      return bench(own)(agent, settings);
    },
    close: async () => {
      for (const { jobs } of benches) await jobs.stop();
      for (const close of opened) await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until the job is no longer active, and allows what its change does beyond the leash. Every response is validated by the contract. */
export async function settled(jobs: Jobs, id: string) {
  return vi.waitFor(
    async () => {
      const job = agentJob.parse(await jobs.retrieve("docs", id));
      if (job.status === "active") {
        const held = (await jobs.report("docs", id))?.held;
        if (held) await jobs.decideHeld("docs", id, { decision: "allow", version: held.version });
        throw new Error("still active");
      }
      return job;
    },
    { timeout: 120_000, interval: 100 },
  );
}

/** Creates a job and waits until it finishes. */
export async function runJob(jobs: Jobs, prompt: string) {
  const job = agentJob.parse(await jobs.create("docs", prompt));
  return settled(jobs, job.id);
}

export function pullNumber(job: { prLink: string | null }): number {
  const number = /\/pulls\/(\d+)$/.exec(job.prLink ?? "")?.[1];
  if (!number) throw new Error(`no pull request: ${job.prLink}`);
  return Number(number);
}

/** Returns the names of a repository's branches. */
export function branchesOf(origin: string): string[] {
  return gitIn(origin, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
}

/** Returns why a job failed; null if it didn't. */
export async function failureOf({ jobs }: Bench, id: string): Promise<string | null> {
  return (await jobs.report("docs", id))?.failure ?? null;
}
