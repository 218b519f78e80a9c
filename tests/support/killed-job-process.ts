import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createCodeHost } from "../../lib/platform/host/code-host.ts";
import { openJobs } from "../../lib/platform/jobs/jobs.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { findFilesOf } from "./find-files.ts";
import { givesBack } from "./gives-back.ts";

// A process that runs agent jobs whose problems go back to the agent. It kills itself before or after the first statement
// that has a text in it; a transaction that the statement is in is then undone.

const { environment, location, text, moment } = JSON.parse(process.argv[2] ?? "{}");

const opened = openDatabase<PlatformSchema>(location);
const found = new WeakSet<object>();
const kill = () => process.kill(process.pid, "SIGKILL");
const query = opened.query.withPlugin({
  transformQuery: ({ node, queryId }) => {
    if (JSON.stringify(node).includes(text)) {
      found.add(queryId);
      if (moment === "before") kill();
    }
    return node;
  },
  transformResult: async ({ result, queryId }) => {
    if (found.has(queryId)) kill();
    return result;
  },
});
const database = { ...opened, query };
const config = parseConfig(environment);
const log = createLog("silent", () => []);
const host = createCodeHost({ config, database, clock: systemClock, log });
openJobs({
  config,
  database,
  clock: systemClock,
  log,
  host,
  findFiles: findFilesOf(host.repository),
  leashOf: givesBack,
  settings: { leaseDuration: 300, interval: 50 },
}).start();
