import { pino } from "pino";
import { systemClock } from "../../lib/clock.ts";
import { setStatuses } from "../../lib/platform/entries.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";
import { createStatusWrites } from "../../lib/store/write/status-writes.ts";
import { createTriage } from "../../lib/store/write/triage.ts";
import { killedAfter } from "./killed-after.ts";

// A process that decides about items, undoes that, and writes both to the platform, until it kills itself.

const { store, platform, statements, ids } = JSON.parse(process.argv[2] ?? "{}");

const open = killedAfter(statements);
const entries = open<PlatformSchema>(platform);
const database = open<StoreSchema>(store);
const statusWrites = createStatusWrites({
  database,
  clock: systemClock,
  log: pino({ level: "silent" }),
  writeStatus: (projectId, chosen, status) => setStatuses(entries, projectId, chosen, status),
});
const triage = createTriage({ database, clock: systemClock, statusWrites });
for (;;) {
  const { undo } = await triage.setStatus("docs", ids, "resolved");
  await triage.setStatus("docs", ids.slice(1), "dismissed");
  if (undo !== null) await triage.undo("docs", undo);
}
