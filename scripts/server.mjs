import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import next from "next";
import { hasSources } from "./setup/build.mjs";
import { currentCommit } from "./setup/build-record.mjs";
import { createClientAddress } from "./setup/client-address.mjs";
import { answerCollector } from "./setup/collector.mjs";
import { createDrain } from "./setup/drain.mjs";
import { createKeptStaticFiles } from "./setup/kept-static-files.mjs";
import { answerMetrics, createRequestWatch } from "./setup/metrics.mjs";
import { root } from "./setup/project.mjs";
import { withRequestId } from "./setup/request-id.mjs";
import {
  createRequestLimits,
  endRequest,
  MAX_CONNECTIONS,
  refuse,
  SERVER_LIMITS,
} from "./setup/request-limits.mjs";
import { createStartup } from "./setup/startup.mjs";

// An empty variable counts as absent, as in the configuration: an empty host would listen everywhere.
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3000);
const dev = process.env.NODE_ENV === "development";
const distDir = process.env.ERRATA_DIST_DIR || ".next";

/** Identifies the build. A page compares its own with that of later responses. */
const version = dev ? null : readFileSync(join(root, distDir, "BUILD_ID"), "utf8").trim();

/**
 * True for requests that Next may handle. It would answer others with 500 or a redirect, before any
 * check of ours; none of our pages sends them.
 * @param {import("node:http").IncomingMessage} request
 */
function isAnswerable({ method = "", url = "" }) {
  if (method === "TRACE" || method === "CONNECT") return false;
  const [path = ""] = url.split("?", 1);
  if (!path.startsWith("/") || /\/\/|\\/.test(path)) return false;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

process.env.ERRATA_COMMIT = currentCommit(distDir);
const release = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
console.log(
  `Errata: starting version ${release}, commit ${process.env.ERRATA_COMMIT || "unknown"}`,
);

// The container image has the configuration that the build recorded, and nothing that could read another one.
if (!hasSources()) {
  const recorded = readFileSync(join(root, distDir, "required-server-files.json"), "utf8");
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(JSON.parse(recorded).config);
}

const clientAddress = createClientAddress(process.env.TRUSTED_PROXIES ?? "");
const server = createServer(SERVER_LIMITS);
server.maxConnections = MAX_CONNECTIONS;
// The services stop after it (lib/services/server-process.ts).
Object.assign(globalThis, { [Symbol.for("errata.drain")]: createDrain(server) });
const limit = createRequestLimits();
const watch = createRequestWatch(distDir);
const answerKeptFile = createKeptStaticFiles(join(root, distDir));
const startup = createStartup();
const isHttps = /^https:/i.test(process.env.PUBLIC_URL ?? "");
// With `httpServer`, Next serves the development server's live reloading as well.
const app = next({ dev, dir: root, hostname: host, port, httpServer: server });
const handle = app.getRequestHandler();
// The services may be open, so that requests are admitted, before Next is prepared.
const prepared = app.prepare();
server.on("request", (request, response) =>
  withRequestId(request, response, () => answer(request, response)),
);
server.listen(port, host);
await prepared;
// In development, Next opens the services with the first request.
if (dev) startup.ready();

/**
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
function answer(request, response) {
  watch(request, response);
  const client = clientAddress(request);
  request.headers["x-errata-client"] = client;
  delete request.headers["x-errata-version"];
  if (version !== null) {
    request.headers["x-errata-version"] = version;
    if (request.url?.startsWith("/api/")) response.setHeader("x-errata-version", version);
  }
  if (isHttps) response.setHeader("strict-transport-security", "max-age=31536000");
  const isApi = /^\/(?:api|v1|v2)\//.test(request.url ?? "");
  if (isApi) {
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("cross-origin-resource-policy", "same-origin");
  }
  if (!isAnswerable(request)) {
    return refuse(response, { status: 400, message: "Bad request" }, isApi);
  }
  // Next's own tools send requests of their own during development.
  const refusal = dev
    ? null
    : limit(request, client, (excess) => endRequest(response, excess, isApi));
  if (refusal) return refuse(response, refusal, isApi);
  startup.admit(response, () => {
    if (answerCollector(request, response) || answerMetrics(request, response)) return;
    if (!dev && answerKeptFile(request, response)) return;
    void prepared.then(() => handle(request, response));
  });
}
