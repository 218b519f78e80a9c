import { mkdtempSync, rmSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { systemClock } from "../../lib/clock.ts";
import { migrate } from "../../lib/database/migrate.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { parseFilters } from "../../lib/filters/feedback-filters.ts";
import { createLog } from "../../lib/log.ts";
import { createFeedSource } from "../../lib/mirror/feed-source.ts";
import { createMirror } from "../../lib/mirror/mirror.ts";
import { latestRevision, readChanges } from "../../lib/platform/feed.ts";
import { sampleEntries } from "../../lib/platform/sample/entries.ts";
import { platformRoom } from "../../lib/platform/schema/schema.ts";
import { createGrouping } from "../../lib/services/grouping.ts";
import { createFeedbackStore } from "../../lib/store/feedback-store.ts";
import { createLease } from "../../lib/store/lease.ts";
import { migrateStore } from "../../lib/store/open.ts";
import { createFeedStore } from "../../lib/store/sync/feed-store.ts";
import { createSkippedItems } from "../../lib/store/sync/skipped-items.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";
import { launch } from "../setup/processes.mjs";
import { node } from "../setup/project.mjs";
import { blockedBy } from "./blocked.mjs";
import { table } from "./table.mjs";

// Imports a file with `npm run import` next to a process that syncs it into the store and groups it, as the server
// does, and asks for the inbox's first page all the time.

const COUNT = Number(process.argv[2] ?? 100_000);
const folder = mkdtempSync(join(tmpdir(), "errata-bench-import-"));
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, "feedback.ndjson");
await writeEntries();
/** @type {import("../../lib/database/open.ts").Database<any>} */
const platform = openDatabase({ databaseUrl: null, file: join(folder, "platform.sqlite") });
await migrate(platform, platformRoom);
const project = { id: "docs", name: "Docs", organization: "o" };
await platform.query.insertInto("platform_project").values(project).execute();
/** @type {import("../../lib/database/open.ts").Database<any>} */
const database = openDatabase({ databaseUrl: null, file: join(folder, "errata.sqlite") });
await migrateStore(database);
const [clock, log] = [systemClock, createLog("silent", () => [])];
const lease = createLease({ database, clock, name: "mirror", holder: "bench", duration: 15_000 });
const source = createFeedSource({
  feed: {
    changes: (projectId, after, limit) => readChanges(platform.query, projectId, after, limit),
    latestRevision: (projectId) => latestRevision(platform.query, projectId),
  },
  store: createFeedStore(database, lease.confirm),
  sync: createSyncStore(database, lease.confirm),
  skippedItems: createSkippedItems(database, clock),
  clock,
  log,
});
const mirror = createMirror({ source, projects: () => [project], lease, clock, log });
const feedback = createFeedbackStore(database);
const { filters } = parseFilters(new URLSearchParams());
const grouping = createGrouping(database, log);
mirror.start();
grouping.start();

let [imported, slowest] = [0, 0];
const began = performance.now();
const blocked = await blockedBy(async () => {
  const script = [
    "--conditions=react-server",
    "--max-semi-space-size=4",
    "scripts/import.ts",
    file,
  ];
  const env = { ...process.env, DATA_DIR: folder, DATABASE_URL: "", PLATFORM_URL: "" };
  const { ended } = launch(node, script, { env, stdio: ["ignore", "ignore", "inherit"] });
  ended.then(() => {
    imported = (performance.now() - began) / 1_000;
  });
  for (;;) {
    const before = performance.now();
    await feedback.page("docs", filters, { limit: 50, cursor: null });
    await feedback.facets("docs", filters);
    slowest = Math.max(slowest, performance.now() - before);
    const { items, changesLeft } = await mirror.status("docs");
    if (imported > 0 && changesLeft === 0 && items > 0) break;
    await delay(20);
  }
});
const synced = (performance.now() - began) / 1_000;
const { items } = await mirror.status("docs");
await mirror.stop();
await grouping.stop();
await database.close();
await platform.close();
console.log(
  table([
    {
      name: `Import of ${COUNT.toLocaleString("en")} items`,
      value: imported,
      unit: "s",
      digits: 1,
    },
    { name: "  to all of them in the inbox", value: synced, unit: "s", digits: 1, target: 60 },
    { name: "  items", value: items, unit: "items" },
    { name: "  longest event loop block", value: blocked.longest, unit: "ms", target: 50 },
    { name: "  of which this thread's own work", value: blocked.own, unit: "ms", target: 50 },
    { name: "  slowest first page with its counts", value: slowest, unit: "ms" },
  ]),
);

async function writeEntries() {
  const CHUNK = 20_000;
  for (let chunk = 0; chunk * CHUNK < COUNT; chunk += 1) {
    const count = Math.min(CHUNK, COUNT - chunk * CHUNK);
    const entries = sampleEntries({ now: Date.now(), seed: 20_261_122 + chunk, count });
    const lines = entries.map((entry, at) => JSON.stringify({ ...entry, id: `fb_${chunk}_${at}` }));
    await writeFile(file, `${lines.join("\n")}\n`, { flag: "a" });
  }
}
