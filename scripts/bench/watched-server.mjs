import { createServer } from "node:http";
import { Session } from "node:inspector";
import { join } from "node:path";
import { isMainThread } from "node:worker_threads";
import { root } from "../setup/project.mjs";
import { watchLoop } from "./blocked.mjs";
import { slowestFunctions } from "./slowest-functions.mjs";

// Loaded before the server's own code (NODE_OPTIONS). Each request to BENCH_PORT is answered with what the
// server used since the one before, and each to its /profile with the function that used the most since the one before.

/** @typedef {import("./blocked.mjs").Blocked & { cpu: number }} Used in milliseconds; CPU time of all threads */

/** Microseconds between two samples of a profile. */
const SAMPLING = 500;

if (isMainThread && process.argv[1] === join(root, "scripts/server.mjs")) watch();

function watch() {
  let stop = watchLoop();
  let before = process.cpuUsage();
  const profile = createProfile();
  const server = createServer((request, response) => {
    if (request.url === "/profile") {
      response.end(JSON.stringify(profile()));
      return;
    }
    const { user, system } = process.cpuUsage(before);
    response.end(JSON.stringify({ ...stop(), cpu: (user + system) / 1_000 }));
    stop = watchLoop();
    before = process.cpuUsage();
  });
  server.listen(Number(process.env.BENCH_PORT), "127.0.0.1").unref();
}

/** Returns a function that starts a profile, and says with the next call what it found. */
function createProfile() {
  const session = new Session();
  session.connect();
  let isRunning = false;
  return () => {
    isRunning = !isRunning;
    let found = "";
    if (isRunning) {
      session.post("Profiler.enable");
      session.post("Profiler.setSamplingInterval", { interval: SAMPLING });
      session.post("Profiler.start");
    } else {
      session.post("Profiler.stop", (error, result) => {
        if (!error) found = slowestFunctions(result.profile);
      });
      session.post("Profiler.disable");
    }
    return found;
  };
}
