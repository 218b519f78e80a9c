import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { parseConfig } from "../../lib/config.ts";
import { agentJob } from "../../lib/contract/platform/job.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import type { NamedAgent } from "../../lib/platform/agent/agent.ts";
import { type CodeHost, openCodeHost } from "../../lib/platform/host/code-host.ts";
import { openJobs } from "../../lib/platform/jobs/jobs.ts";
import { platformMigrations } from "../../lib/platform/migrations/migrations.ts";
import type { PlatformSchema } from "../../lib/platform/schema.ts";
import { openTestDatabase, type TestDatabase } from "./databases.ts";
import { gitIn } from "./repository.ts";

export type Jobs = ReturnType<typeof openJobs>;

/** What one process has of the jobs and the code host. */
export interface Bench {
  host: CodeHost;
  jobs: Jobs;
}

/** Jobs on a real repository in a folder of its own. */
export interface Workshop extends Bench {
  dataDir: string;
  database: TestDatabase<PlatformSchema>;
  /** The same folder and database once more, as another process has them; not started. */
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
    settings?: Parameters<typeof openJobs>[0]["settings"];
  } = {},
): Promise<Workshop> {
  const dataDir = mkdtempSync(join(tmpdir(), "errata-workshop-"));
  const database = await openTestDatabase<PlatformSchema>(options.engine ?? "sqlite", "jobs");
  await migrate(database, "platform", platformMigrations);
  const config = parseConfig({ DATA_DIR: dataDir, ...options.environment });
  // Instants pass as they do, one after the other; nothing here depends on their values.
  const clock = { now: () => Date.now() };
  const benches: Bench[] = [];
  const opened = [database.close];
  const bench = (
    own: Pick<typeof database, "engine" | "query" | "read" | "close">,
  ): Workshop["again"] => {
    return (agent, settings) => {
      const host = openCodeHost({ config, database: own, clock, log });
      const jobs = openJobs({ config, database: own, clock, log, host, agent, settings });
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

/** The job once it is no longer active; every answer on the way is held to the contract. */
export async function settled(jobs: Jobs, id: string) {
  return vi.waitFor(
    async () => {
      const job = agentJob.parse(await jobs.retrieve("docs", id));
      if (job.status === "active") throw new Error("still active");
      return job;
    },
    { timeout: 15_000, interval: 20 },
  );
}

/** Creates a job and waits for its end. */
export async function runJob(jobs: Jobs, prompt: string) {
  const job = agentJob.parse(await jobs.create("docs", prompt));
  return settled(jobs, job.id);
}

export function pullNumber(job: { prLink: string | null }): number {
  const number = /\/pulls\/(\d+)$/.exec(job.prLink ?? "")?.[1];
  if (!number) throw new Error(`no pull request: ${job.prLink}`);
  return Number(number);
}

/** Branches of a repository, by name. */
export function branchesOf(origin: string): string[] {
  return gitIn(origin, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
}

/** Why a job failed; null where it did not. */
export async function failureOf({ jobs }: Bench, id: string): Promise<string | null> {
  return (await jobs.report("docs", id))?.failure ?? null;
}
