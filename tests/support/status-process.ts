import type { PluginTransformResultArgs } from "kysely";
import { pino } from "pino";
import { systemClock } from "../../lib/clock.ts";
import { type DatabaseLocation, openDatabase } from "../../lib/database/open.ts";
import { setStatuses } from "../../lib/platform/entries.ts";
import type { PlatformSchema } from "../../lib/platform/schema.ts";
import { createStatusWrites } from "../../lib/store/feedback/status-writes.ts";
import { createTriage } from "../../lib/store/feedback/triage.ts";
import type { StoreSchema } from "../../lib/store/schema.ts";

// A process that decides about items, undoes that, and writes both to the platform, for tests that kill it: it kills
// itself after so many statements on the two databases, wherever it is then.

const { store, platform, statements, ids } = JSON.parse(process.argv[2] ?? "{}");

let executed = 0;
function open<Schema>(location: DatabaseLocation) {
  const database = openDatabase<Schema>(location);
  const query = database.query.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }: PluginTransformResultArgs) => {
      executed += 1;
      if (executed === statements) process.kill(process.pid, "SIGKILL");
      return result;
    },
  });
  return { ...database, query };
}

const entries = open<PlatformSchema>(platform);
const database = open<StoreSchema>(store);
const statusWrites = createStatusWrites({
  ...{ database, clock: systemClock, log: pino({ level: "silent" }) },
  writeStatus: (projectId, chosen, status) => setStatuses(entries, projectId, chosen, status),
});
const triage = createTriage({ database, clock: systemClock, statusWrites });
for (;;) {
  const { undo } = await triage.setStatus("docs", ids, "resolved");
  await triage.setStatus("docs", ids.slice(1), "dismissed");
  if (undo !== null) await triage.undo("docs", undo);
}
