import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Database } from "../../lib/database/open.ts";
import type { Jobs } from "../../lib/jobs/jobs.ts";
import type { JobRow } from "../../lib/store/jobs/write.ts";
import { openStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { type engines, openTestDatabase, type TestDatabase } from "./databases.ts";
import { forgetJobs, lookOnce, mirrored, openLedger } from "./ledger.ts";
import { ScriptedPlatform } from "./scripted-platform.ts";

export const PROJECT = "docs";
export const LINK = "https://git.example.com/pull/1";

/** What a person sends for two entries. */
export const request = (intentKey = "intent-0001") => ({
  intentKey,
  prompt: "# Goal\nFix /guides/auth\n",
  feedbackIds: ["a", "b"],
});

export const failing = (error: Error) => () => Promise.reject(error);

/**
 * A ledger on a database of the engine, with the entries `a` and `b`: empty, at the same instant and
 * on a new platform for each test of the group that asks for it.
 */
export function openLedgerRig(engine: (typeof engines)[number]) {
  const rig = {
    now: 0,
    /** A ledger as another process has it. */
    ledger: (on: Database<StoreSchema> = rig.database): Jobs =>
      openLedger(on, { client: rig.platform, clock: { now: () => rig.now } }),
    row: () => rig.database.query.selectFrom("job").selectAll().executeTakeFirstOrThrow(),
    /** The job after so many milliseconds, looked after where that was due. */
    processDueJob: (milliseconds: number, id: string) => {
      rig.now += milliseconds;
      return lookOnce(rig.jobs, PROJECT, id);
    },
  } as LedgerRig;
  beforeAll(async () => {
    rig.database = await openTestDatabase<StoreSchema>(engine, "ledger");
    await openStore(rig.database);
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
  processDueJob(milliseconds: number, id: string): ReturnType<typeof lookOnce>;
}
