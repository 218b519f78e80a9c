import { type DatabaseLocation, openDatabase } from "../../lib/database/open.ts";
import { createJobs } from "../../lib/jobs/jobs.ts";
import { createLog } from "../../lib/log.ts";
import { createRequestBudget } from "../../lib/platform-client/budget.ts";
import { createPlatformClient } from "../../lib/platform-client/client.ts";
import { networkTransport } from "../../lib/platform-client/transport.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSettingsStore } from "../../lib/store/settings.ts";
import { createTriage } from "../../lib/store/write/triage.ts";

// A process that creates every job once, in its own order, and then runs the ledger's loop until its
// standard input ends.

export interface LedgerWork {
  location: DatabaseLocation;
  /** The platform's address, which tells the platform the process. */
  baseUrl: string;
  projectId: string;
  intents: number[];
  began: number;
  /** How many times faster than real time its clock runs. */
  speed: number;
}

async function main(work: LedgerWork): Promise<void> {
  const database = openDatabase<StoreSchema>(work.location);
  const clock = { now: () => Math.round(work.began + (Date.now() - work.began) * work.speed) };
  const log = createLog("silent", () => []);
  const client = createPlatformClient({
    baseUrl: work.baseUrl,
    apiKey: async () => "errata_test",
    send: networkTransport,
    budget: createRequestBudget({
      database,
      clock,
      allowance: () => ({ limit: 100, reserve: 0 }),
    }),
    clock,
    log,
  });
  const jobs = createJobs({
    store: createJobStore(database),
    client,
    proposedVerdicts: async () => new Map(),
    heldJobs: async () => [],
    carryOut: async () => ({ status: "active" }),
    readPull: async () => null,
    closePull: async () => false,
    platform: { address: work.baseUrl, isHosted: false },
    codeHosts: [],
    statusWrites: null,
    triage: createTriage({ database, clock, statusWrites: null }),
    settings: createSettingsStore({ database, clock }),
    clock,
    log,
  });
  for (const intent of work.intents) {
    const intentKey = `intent-${String(intent).padStart(4, "0")}`;
    await jobs.create(work.projectId, { intentKey, prompt: intentKey, feedbackIds: ["a"] });
  }
  process.stdout.write("clicked\n");
  jobs.start();
  for await (const _ of process.stdin);
  await jobs.stop();
  await database.close();
}

await main(JSON.parse(process.argv[2] ?? ""));
