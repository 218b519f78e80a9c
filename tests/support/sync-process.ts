import { randomUUID } from "node:crypto";
import { flushCompileCache } from "node:module";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../../lib/clock.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createExportSource } from "../../lib/mirror/export/export-source.ts";
import { createMirror } from "../../lib/mirror/mirror.ts";
import { createRequestBudget } from "../../lib/platform-client/budget.ts";
import { createPlatformClient } from "../../lib/platform-client/client.ts";
import { networkTransport } from "../../lib/platform-client/transport.ts";
import { createLease } from "../../lib/store/lease.ts";
import { migrateStore } from "../../lib/store/open.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createSkippedItems } from "../../lib/store/sync/skipped-items.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";

// A syncing process for tests that kill it. Prints "ready" once the store answers.

const { location, platformUrl, limit, lease } = JSON.parse(process.argv[2] ?? "{}");

const database = openDatabase<StoreSchema>(location);
await migrateStore(database);
const clock = systemClock;
const log = createLog("silent", () => []);
const holder = randomUUID();
const budget = createRequestBudget({ database, clock, allowance: () => ({ limit, reserve: 0 }) });
const mirror = createMirror({
  projects: () => [{ id: "docs", name: "Docs" }],
  source: createExportSource({
    client: createPlatformClient({
      baseUrl: platformUrl,
      send: networkTransport,
      budget,
      clock,
      log,
      apiKey: async () => holder,
    }),
    sync: createSyncStore(database),
    skippedItems: createSkippedItems(database, clock),
    budget,
    clock,
    log,
  }),
  clock,
  log,
  lease: createLease({ database, clock, name: "mirror", holder, duration: lease }),
  // Checks more often than a server whether the lease is free.
  delay: (_, signal) => wait(20, undefined, { signal }),
});
mirror.start();
await mirror.status("docs");
// Processes that are killed don't store their compile cache by themselves.
flushCompileCache();
console.log("ready");
