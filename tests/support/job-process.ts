import { flushCompileCache } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createCodeHost } from "../../lib/platform/host/code-host.ts";
import { openJobs } from "../../lib/platform/jobs/jobs.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { findFilesOf } from "./find-files.ts";

// A process that runs agent jobs and merges their pull requests, two at a time, so that every second
// merge is a real one. Tests kill it at any time. It prints "ready", then every problem.

const { dataDir, location, name } = JSON.parse(process.argv[2] ?? "{}");

const database = openDatabase<PlatformSchema>(location);
const clock = systemClock;
const log = createLog("silent", () => []);
const config = parseConfig({ DATA_DIR: dataDir });
const host = createCodeHost({ config, database, clock, log });
const settings = { leaseDuration: 300, interval: 50, attempts: 1_000 };
const jobs = openJobs({
  config,
  database,
  clock,
  log,
  host,
  settings,
  findFiles: findFilesOf(host.repository),
});
jobs.start();
// Processes that are killed don't store their compile cache by themselves.
flushCompileCache();
console.log("ready");

for (let round = 1; ; round += 1) {
  for (const { number, state } of await host.pulls.list("docs")) {
    if (state !== "open") continue;
    await host.pulls
      .get(number)
      .then(() => host.pulls.merge(number))
      .catch(tell);
  }
  const pages = ["/quickstart", "/sdks/node"];
  const made = await Promise.all(
    pages.map((page) => jobs.create("docs", `Look at ${page}: remark ${round} of ${name}`)),
  );
  await Promise.all(made.map(({ id }) => ended(id)));
}

async function ended(id: string): Promise<void> {
  for (;;) {
    const job = await jobs.retrieve("docs", id);
    if (job?.status === "failed") return tell((await jobs.report("docs", id))?.failure);
    if (job?.status !== "active") return;
    await wait(10);
  }
}

function tell(problem: unknown): void {
  const said = problem instanceof Error ? problem.message : String(problem);
  // Two remarks at the end of one page are a conflict, and a merge that was pushed is done.
  if (!/conflicts with|is already merged/.test(said)) console.log(JSON.stringify(said));
}
