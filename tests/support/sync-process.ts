import { randomUUID } from "node:crypto";
import { systemClock } from "../../lib/clock.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createMirror } from "../../lib/mirror/mirror.ts";
import { createPlatformClient } from "../../lib/platform-client/client.ts";
import { createLease } from "../../lib/store/lease.ts";
import { openStore } from "../../lib/store/open.ts";
import { createQuarantine } from "../../lib/store/quarantine.ts";
import { createRequestBudget } from "../../lib/store/requests.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";
import { createSyncStore } from "../../lib/store/sync.ts";

// A process that mirrors, for tests that end it in the middle. Says "ready" once the store answers.

const { databaseUrl, file, platformUrl, limit } = JSON.parse(process.argv[2] ?? "{}");

const database = openDatabase<StoreSchema>({ databaseUrl, file });
await openStore(database);
const clock = systemClock;
const log = createLog("silent", () => []);
const holder = randomUUID();
const budget = createRequestBudget({ database, clock, allowance: () => ({ limit, reserve: 0 }) });
const mirror = createMirror({
  projects: () => [{ id: "docs", name: "Docs" }],
  client: createPlatformClient({
    ...{ baseUrl: platformUrl, send: fetch, budget, clock, log },
    apiKey: async () => holder,
  }),
  ...{ sync: createSyncStore(database), quarantine: createQuarantine(database, clock) },
  ...{ budget, clock, log },
  lease: createLease({ database, clock, name: "mirror", holder, duration: 500 }),
  delay: (_, signal) =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, 50);
      signal?.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
    }),
});
mirror.start();
await mirror.status("docs");
console.log("ready");
