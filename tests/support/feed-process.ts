import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "../../lib/clock.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createFeedSource } from "../../lib/mirror/feed-source.ts";
import { createMirror } from "../../lib/mirror/mirror.ts";
import { latestRevision, readChanges } from "../../lib/platform/feed.ts";
import { importEntries } from "../../lib/platform/import.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { createLease } from "../../lib/store/lease.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createFeedStore } from "../../lib/store/sync/feed-store.ts";
import { createSkippedItems } from "../../lib/store/sync/skipped-items.ts";
import { createSyncStore } from "../../lib/store/sync/store.ts";

// A process that imports entries and reads the change feed at the same time, for tests that kill it.
// Prints the number of imported batches after each one. Without a name it imports nothing.

const { store, platform, name, batch, lease } = JSON.parse(process.argv[2] ?? "{}");

const database = openDatabase<StoreSchema>(store);
const { query, ...imports } = openDatabase<PlatformSchema>(platform);
const clock = systemClock;
const log = createLog("silent", () => []);
const holder = randomUUID();
const { confirm, ...held } = createLease({
  database,
  clock,
  name: "mirror",
  holder,
  duration: lease,
});
const mirror = createMirror({
  source: createFeedSource({
    feed: {
      changes: (projectId, after, limit) => readChanges(query, projectId, after, limit),
      latestRevision: (projectId) => latestRevision(query, projectId),
    },
    store: createFeedStore(database, confirm),
    sync: createSyncStore(database, confirm),
    skippedItems: createSkippedItems(database, clock),
    clock,
    log,
  }),
  projects: () => [{ id: "docs", name: "Docs" }],
  lease: { confirm, ...held },
  clock,
  log,
  delay: (_, signal) => wait(10, undefined, { signal }),
});
mirror.start();
console.log("0");
for (let count = 1; name !== null; count += 1) {
  const items = Array.from({ length: batch }, (_, index) => ({
    line: index + 1,
    value: { id: `${name}_${count}_${index}`, path: `/${name}`, source: "agent" },
  }));
  // One of them is an update of the same entry.
  items[0] = { line: 1, value: { id: "shared", path: `/${name}/${count}`, source: "agent" } };
  await importEntries({ query, ...imports }, "docs", items);
  console.log(count);
}
