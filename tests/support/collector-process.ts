import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { openPlatform } from "../../lib/platform/platform.ts";
import type { PlatformSchema } from "../../lib/platform/schema/schema.ts";
import { answerCollector } from "../../scripts/setup/collector.mjs";
import { findNoFiles } from "./find-files.ts";

// A process that serves the collector over HTTP, for tests that kill it. Prints its address once it listens.

const { location, dataDir } = JSON.parse(process.argv[2] ?? "{}");

const { handle } = await openPlatform({
  database: openDatabase<PlatformSchema>(location),
  config: parseConfig({ DATA_DIR: dataDir }),
  clock: systemClock,
  log: createLog("warn", () => []),
  sample: null,
  findFiles: findNoFiles,
});
Reflect.set(globalThis, Symbol.for("errata.platform"), handle);
const server = createServer((request, response) => void answerCollector(request, response));
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
console.log(`http://127.0.0.1:${port}`);
