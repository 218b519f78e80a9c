import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { end, lastLines, launchNode } from "./processes.mjs";
import { root, UserError } from "./project.mjs";
import { UPDATING_HEADER } from "./startup.mjs";

const server = join(root, "scripts/server.mjs");

/**
 * Options that save memory: V8 would otherwise let short-lived objects grow to three times 16 MiB per
 * thread, and collect the others only when they have doubled; and the C library would give each thread
 * its own heap.
 */
const SMALL_HEAP = ["--max-semi-space-size=8", "--heap-growing-percent=15"];
const FEW_HEAPS = { MALLOC_ARENA_MAX: "2" };

/** Milliseconds within which a healthy server answers, even on a slow machine. The update of a database may take longer. */
const TIMEOUT = 120_000;

/**
 * @typedef {object} Server
 * @property {string} url on which it listens, without a trailing slash
 * @property {number} pid
 * @property {import("node:child_process").ChildProcess} child
 * @property {Promise<number>} ended resolves with the exit code, or 1 after a signal
 * @property {() => string} output everything the server has written so far
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} kill ends the server immediately, like a power cut
 */

/**
 * Starts the server, and resolves once it is healthy.
 * @param {object} options
 * @param {string} options.host
 * @param {number} options.port
 * @param {string} [options.distDir]
 * @param {boolean} [options.dev]
 * @param {boolean} [options.saveMemory] true unless the server runs for a short time only
 * @param {string} [options.preload] a module that the server loads first
 * @param {Record<string, string | undefined>} [options.env]
 * @param {(text: string, ready: boolean) => void} [options.onOutput]
 * @returns {Promise<Server>}
 * @throws {UserError} with the last lines of output, when the server exits or stays unhealthy
 */
export async function serve({
  host,
  port,
  distDir = ".next",
  dev = false,
  saveMemory = !dev,
  preload,
  env,
  onOutput,
}) {
  const options = [...(saveMemory ? SMALL_HEAP : []), ...(preload ? ["--import", preload] : [])];
  const { child, ended } = launchNode([...options, server], {
    ...FEW_HEAPS,
    ...process.env,
    ...env,
    HOST: bare(host),
    PORT: String(port),
    ERRATA_DIST_DIR: distDir,
    NEXT_TELEMETRY_DISABLED: "1",
    NEXT_MANUAL_SIG_HANDLE: "true",
    NODE_ENV: dev ? "development" : "production",
  });
  let output = "";
  let ready = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-1_000_000);
      onOutput?.(text, ready);
    });
  }
  const url = `http://${reachableHost(bare(host))}:${port}`;
  const exited = new AbortController();
  ended.then(() => exited.abort());
  const failure = await Promise.race([
    untilHealthy(url, exited.signal),
    ended.then(
      ({ code, signal, error }) =>
        error?.message ?? (signal ? `${signal} ended it` : `it exited with code ${code}`),
    ),
  ]);
  if (failure !== null) {
    await end(child);
    throw new UserError(`${lastLines(output)}\n\nErrata didn't start: ${failure}.`.trimStart());
  }
  ready = true;
  return {
    url,
    pid: child.pid ?? 0,
    child,
    ended: ended.then(({ code }) => code ?? 1),
    output: () => output,
    stop: () => end(child),
    kill: () => end(child, "SIGKILL"),
  };
}

/**
 * Waits for a server that starts, and longer while it updates its database.
 * @param {string} url
 * @param {AbortSignal} exited
 * @param {number} [timeout] milliseconds
 * @returns {Promise<string | null>} null once healthy, otherwise the problem
 */
export async function untilHealthy(url, exited, timeout = TIMEOUT) {
  let deadline = Date.now() + timeout;
  let last = "it didn't respond";
  while (!exited.aborted && Date.now() < deadline) {
    try {
      const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) });
      const body = await response.text();
      if (response.status === 200) return null;
      if (response.headers.has(UPDATING_HEADER)) deadline = Date.now() + timeout;
      last = `its health check returned ${response.status} (${body.slice(0, 300)})`;
    } catch {
      last = "it didn't respond";
    }
    await delay(25);
  }
  return last;
}

/**
 * Returns the host name that reaches a server listening on `host` from this machine.
 * @param {string} host
 */
function reachableHost(host) {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** @param {string} host */
function bare(host) {
  return host.replace(/^\[|\]$/g, "");
}
