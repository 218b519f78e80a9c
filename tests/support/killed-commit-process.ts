import { createAudit } from "../../lib/auth/audit.ts";
import type { AuthSchema } from "../../lib/auth/schema/schema.ts";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { type Database, openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createCodeHost } from "../../lib/platform/host/code-host.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { reviewCommentServices } from "../../lib/services/review-comment-services.ts";
import { createJobStore } from "../../lib/store/jobs/store.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { killedAfter } from "./killed-after.ts";

// A process that edits lines of a job's change, until it kills itself after so many statements on the store.

const { dataDir, platform, store, statements, job, lines } = JSON.parse(process.argv[2] ?? "{}");

const clock = systemClock;
const database = openDatabase<PlatformSchema>(platform);
const log = createLog("silent", () => []);
const config = parseConfig({ DATA_DIR: dataDir });
const { pulls } = createCodeHost({ config, database, clock, log });
const killed = killedAfter(statements)<StoreSchema>(store);
const known = { platformJobId: job, platformStatus: "completed", prState: "open" };
const services = reviewCommentServices({
  platform: { pulls },
  jobs: { get: async () => known as never },
  store: createJobStore(killed),
  audit: createAudit(killed as unknown as Database<AuthSchema>, clock),
  clock,
});
await services.edit("docs", "job-1", lines, { id: "ann", name: "Ann" });
await killed.close();
await database.close();
