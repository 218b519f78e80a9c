import { createAudit } from "../../lib/auth/audit.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createCodeHost } from "../../lib/platform/host/code-host.ts";
import { openJobs } from "../../lib/platform/jobs/jobs.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { carryOutOn, jobServices } from "../../lib/services/job-services.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { findFilesOf } from "./find-files.ts";
import { ledgerOf } from "./ledger.ts";

// A process in which someone trims a change that waits, stops a job, or archives one. It kills itself before the platform is
// asked, or once it did it.

const given = JSON.parse(process.argv[2] ?? "{}");

const database = openDatabase<PlatformSchema>(given.platform);
const store = openDatabase<StoreSchema>(given.store);
const [clock, log] = [systemClock, createLog("silent", () => [])];
const config = parseConfig({ DATA_DIR: given.dataDir, AGENT_SANDBOX: "off" });
const host = createCodeHost({ config, database, clock, log });
const findFiles = findFilesOf(host.repository);
const jobs = openJobs({ config, database, clock, log, host, findFiles });
const audit = createAudit(store as unknown as Database<AuthSchema>, clock);
const kill = () => process.kill(process.pid, "SIGKILL");
const ledger = ledgerOf(store, jobs, clock, async (...asked) => {
  if (!given.isDone) kill();
  const done = await carryOutOn({ jobs })(...asked);
  kill();
  return done;
});
const services = jobServices(ledger, { jobs }, { unread: async () => 0 }, audit);
const ann = { id: "ann", name: "Ann" };
if (given.kind === "stop") await services.stopAgent("docs", given.job, { keep: false }, ann);
else if (given.kind === "archive") await services.archive("docs", given.job, ann);
else {
  const { job, version } = given;
  await services.decideHeld("docs", job, { decision: "trim", version }, ann);
}
