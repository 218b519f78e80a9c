import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { end, lastLines, launchNode } from "./processes.mjs";
import { next, root, UserError } from "./project.mjs";

const server = join(root, "scripts/server.mjs");

/**
 * Keeps the server small: V8 would let short-lived objects pile up to three times 16 MiB for every
 * thread before it looks, and the C library gives each thread a heap of its own.
 */
const SMALL = ["--max-semi-space-size=8"];
const FEW_HEAPS = { MALLOC_ARENA_MAX: "2" };

/** Milliseconds within which a healthy server answers, even on a slow machine. */
const TIMEOUT = 120_000;

/**
 * @typedef {object} Server
 * @property {string} url on which it listens, without a trailing slash
 * @property {number} pid
 * @property {Promise<number>} ended its exit code, 1 when a signal ended it
 * @property {() => string} output all it has written so far
 * @property {() => Promise<void>} stop
 * @property {() => Promise<void>} kill ends it at once, as a power cut would
 */

/**
 * Starts a build and waits until it is healthy.
 * @param {object} options
 * @param {string} options.host
 * @param {number} options.port
 * @param {string} [options.distDir]
 * @param {boolean} [options.dev]
 * @param {Record<string, string | undefined>} [options.env]
 * @param {(text: string, ready: boolean) => void} [options.onOutput]
 * @returns {Promise<Server>}
 * @throws {UserError} when the server ends instead, or stays unhealthy; with its last lines
 */
export async function serve({ host, port, distDir = ".next", dev = false, env, onOutput }) {
  const { child, ended } = launchNode(
    dev ? [next, "dev", "-H", bare(host), "-p", String(port)] : [...SMALL, server],
    {
      ...FEW_HEAPS,
      ...process.env,
      ...env,
      HOST: bare(host),
      PORT: String(port),
      ERRATA_DIST_DIR: distDir,
      NEXT_TELEMETRY_DISABLED: "1",
      NEXT_MANUAL_SIG_HANDLE: "true",
      NODE_ENV: dev ? "development" : "production",
    },
  );
  let output = "";
  let ready = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output = (output + text).slice(-1_000_000);
      onOutput?.(text, ready);
    });
  }
  const url = `http://${nameOf(bare(host))}:${port}`;
  const gone = new AbortController();
  ended.then(() => gone.abort());
  const failure = await Promise.race([
    untilHealthy(url, gone.signal),
    ended.then(({ code, error }) => error?.message ?? `it ended with exit code ${code}`),
  ]);
  if (failure !== null) {
    await end(child);
    throw new UserError(`${lastLines(output)}\n\nErrata did not start: ${failure}.`.trimStart());
  }
  ready = true;
  return {
    url,
    pid: child.pid ?? 0,
    ended: ended.then(({ code }) => code ?? 1),
    output: () => output,
    stop: () => end(child),
    kill: () => end(child, "SIGKILL"),
  };
}

/**
 * @param {string} url
 * @param {AbortSignal} gone
 * @returns {Promise<string | null>} null once healthy, otherwise what is wrong
 */
async function untilHealthy(url, gone) {
  const deadline = Date.now() + TIMEOUT;
  let last = "it did not answer";
  while (!gone.aborted && Date.now() < deadline) {
    try {
      const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5_000) });
      const body = await response.text();
      if (response.status === 200) return null;
      last = `its health answers ${response.status} (${body.slice(0, 300)})`;
    } catch {
      last = "it did not answer";
    }
    await delay(25);
  }
  return last;
}

/**
 * Under which name the machine itself reaches what listens on `host`.
 * @param {string} host
 */
function nameOf(host) {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

/** @param {string} host */
function bare(host) {
  return host.replace(/^\[|\]$/g, "");
}
