import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { answerWith } from "./collector.mjs";
import { isEventStream } from "./drain.mjs";
import { root } from "./project.mjs";

/**
 * @typedef {object} Metrics what lib/services/metrics.ts offers once the services run, with METRICS_TOKEN
 * @property {(request: Request) => Promise<Response>} respond
 * @property {(answered: { route: string, method: string, status: string, seconds: number }) => void} observe
 */

/** @returns {Metrics | undefined} */
function metrics() {
  return Reflect.get(globalThis, Symbol.for("errata.metrics"));
}

/**
 * Answers `/metrics` without Next.js: with a token it answers under any host, unlike every page and route.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @returns {boolean} false for other requests, and if there are no metrics
 */
export function answerMetrics(request, response) {
  const handle = metrics()?.respond;
  if (!handle || request.url?.split("?", 1)[0] !== "/metrics") return false;
  void answerWith(handle, request, response);
  return true;
}

/**
 * Returns a function that counts a request when it's answered, under its route's pattern: a path can have what
 * is secret or personal, and would make a metric of its own. Streams aren't counted, because they have no duration.
 * @param {string} distDir the build's folder
 * @returns {(request: import("node:http").IncomingMessage, response: import("node:http").ServerResponse) => void}
 */
export function createRequestWatch(distDir) {
  const patternOf = createPatterns(distDir);
  return ({ method = "", url = "" }, response) => {
    const observe = metrics()?.observe;
    if (!observe) return;
    const began = performance.now();
    response.once("close", () => {
      if (isEventStream(response)) return;
      const status = response.headersSent ? String(response.statusCode) : "aborted";
      const seconds = (performance.now() - began) / 1_000;
      observe({ route: patternOf(url), method, status, seconds });
    });
  };
}

/** Not a route of Next's. */
const OWN_ROUTES = [
  { page: "/metrics", regex: "^/metrics$" },
  { page: "/v1/collect/[key]", regex: "^/v1/collect/" },
  { page: "/_next/[...path]", regex: "^/_next/" },
];

/**
 * @param {string} distDir
 * @returns {(url: string) => string}
 */
function createPatterns(distDir) {
  // Development has none.
  const file = join(root, distDir, "routes-manifest.json");
  const built = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const { staticRoutes = [], dynamicRoutes = [] } = built;
  /** @type {{ page: string, regex: string }[]} */
  const all = [...OWN_ROUTES, ...staticRoutes, ...dynamicRoutes];
  const patterns = all.map(({ page, regex }) => ({ page, regex: new RegExp(regex) }));
  return (url) => {
    const [path = ""] = url.split("?", 1);
    return patterns.find(({ regex }) => regex.test(path))?.page ?? "other";
  };
}
