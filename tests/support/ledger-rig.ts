import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Database } from "../../lib/database/open.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import type { JobRow } from "../../lib/store/jobs/write.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { type engines, openTestStore, type TestDatabase } from "./databases.ts";
import { forgetJobs, mirrored, openLedger, processOnce } from "./ledger.ts";
import { ScriptedPlatform } from "./scripted-platform.ts";

export const PROJECT = "docs";
export const LINK = "https://git.example.com/pull/1";

/** A job request for two feedback items. */
export const request = (intentKey = "intent-0001") => ({
  intentKey,
  prompt: "# Goal\nFix /guides/auth\n",
  feedbackIds: ["a", "b"],
});

export const failing = (error: Error) => () => Promise.reject(error);

/**
 * Opens a ledger with the feedback `a` and `b`. Each test starts with no jobs, the same time, and a new
 * platform.
 */
export function openLedgerRig(engine: (typeof engines)[number]) {
  const rig = {
    now: 0,
    /** Opens a ledger as another process would. */
    ledger: (on: Database<StoreSchema> = rig.database): Jobs =>
      openLedger(on, { client: rig.platform, clock: { now: () => rig.now } }),
    row: () => rig.database.query.selectFrom("job").selectAll().executeTakeFirstOrThrow(),
    /** Moves the clock, runs one round of the loop, and returns the job. */
    processDueJob: (milliseconds: number, id: string) => {
      rig.now += milliseconds;
      return processOnce(rig.jobs, PROJECT, id);
    },
  } as LedgerRig;
  beforeAll(async () => {
    rig.database = await openTestStore(engine, "ledger");
    await mirrored(rig.database, PROJECT, [{ id: "a" }, { id: "b" }]);
  });
  afterAll(() => rig.database.close());
  beforeEach(async () => {
    await forgetJobs(rig.database);
    rig.platform = new ScriptedPlatform();
    rig.now = 1_000_000;
    rig.jobs = rig.ledger();
  });
  return rig;
}

interface LedgerRig {
  database: TestDatabase<StoreSchema>;
  platform: ScriptedPlatform;
  /** Epoch milliseconds. */
  now: number;
  jobs: Jobs;
  ledger(on?: Database<StoreSchema>): Jobs;
  row(): Promise<JobRow>;
  processDueJob(milliseconds: number, id: string): ReturnType<typeof processOnce>;
}
