import { randomUUID } from "node:crypto";
import { systemClock } from "../../lib/clock.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { createEmbedding } from "../../lib/services/embedding.ts";
import { createLease } from "../../lib/store/lease.ts";
import type { StoreSchema } from "../../lib/store/schema/schema.ts";

// A process that reads comments with an embeddings service, for tests that kill it.

const { location, service, duration } = JSON.parse(process.argv[2] ?? "{}");

const database = openDatabase<StoreSchema>(location);
const clock = systemClock;
const holder = randomUUID();
createEmbedding({
  database,
  service,
  lease: createLease({ database, clock, name: "embeddings", holder, duration }),
  clock,
  log: createLog("silent", () => []),
}).start();
