import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { systemClock } from "../../lib/clock.ts";
import { parseConfig } from "../../lib/config.ts";
import { openDatabase } from "../../lib/database/open.ts";
import { createLog } from "../../lib/log.ts";
import { openPlatform } from "../../lib/platform/platform.ts";
import type { PlatformSchema } from "../../lib/platform/schema.ts";

// A process that serves the collector over HTTP, for tests that kill it. Prints its address once it listens.

const { location, dataDir } = JSON.parse(process.argv[2] ?? "{}");

const platform = await openPlatform({
  database: openDatabase<PlatformSchema>(location),
  config: parseConfig({ DATA_DIR: dataDir }),
  ...{ clock: systemClock, log: createLog("warn", () => []), sample: null },
});
const server = createServer(async (request, response) => {
  const { url = "", method } = request;
  const headers = { "content-type": "application/json" };
  const client = String(request.headers["x-errata-client"]);
  const answer = await platform.handle(
    new Request(new URL(url, "http://127.0.0.1"), {
      ...{ method, body: await text(request) },
      headers: { ...headers, "x-errata-client": client },
    }),
  );
  response.writeHead(answer.status, headers).end(await answer.text());
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const { port } = server.address() as AddressInfo;
console.log(`http://127.0.0.1:${port}`);
