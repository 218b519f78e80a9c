import { createServer } from "node:http";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { root } from "../setup/project.mjs";
import { watchLoop } from "./blocked.mjs";

// Loaded before the server's own code (NODE_OPTIONS). Each request to BENCH_PORT is answered with what the
// server used since the one before.

/** @typedef {import("./blocked.mjs").Blocked & { cpu: number }} Used in milliseconds; CPU time of all threads */

if (isMainThread && process.argv[1] === join(root, "scripts/server.mjs")) watch();

function watch() {
  let stop = watchLoop();
  let before = process.cpuUsage();
  const server = createServer((_, response) => {
    const { user, system } = process.cpuUsage(before);
    response.end(JSON.stringify({ ...stop(), cpu: (user + system) / 1_000 }));
    stop = watchLoop();
    before = process.cpuUsage();
  });
  server.listen(Number(process.env.BENCH_PORT), "127.0.0.1").unref();
}
