import { AsyncResource } from "node:async_hooks";
import { refuse } from "./request-limits.mjs";

/** Seconds after which clients ask again while the databases are updated. */
const RETRY_AFTER = 5;
/** The launcher waits for a server that answers with it, however long its update takes (serve.mjs). */
export const UPDATING_HEADER = "x-errata-updating";

/** Paths that answer programs. Others show a page. */
const IS_API = /^\/(?:(?:api|v1|v2)\/|(?:healthz|readyz)$)/;

/** @typedef {{ done: number, of: number }} Update steps of an update that are done */

/**
 * Lets the server listen before it's ready: requests wait until the services are open (instrumentation.ts). While these
 * update the databases (lib/database/migrate.ts), requests are answered with 503 and how far that is.
 * @returns {{
 *   admit(response: import("node:http").ServerResponse, handle: () => void): void,
 *   ready(): void,
 * }}
 */
export function createStartup() {
  let isReady = false;
  /** @type {Update | null} */
  let update = null;
  /** @type {Map<import("node:http").ServerResponse, () => void>} */
  const waiting = new Map();

  /** @param {import("node:http").ServerResponse} response @param {() => void} handle */
  const admit = (response, handle) => {
    if (isReady) return handle();
    if (update !== null) return refuseUpdating(response, update);
    // With the request's own context, such as its ID.
    waiting.set(response, AsyncResource.bind(handle));
    response.once("close", () => waiting.delete(response));
  };
  const admitWaiting = () => {
    for (const [response, handle] of waiting) {
      waiting.delete(response);
      admit(response, handle);
    }
  };
  /** @param {Update | null} progress */
  const onUpdate = (progress) => {
    update = progress;
    if (progress !== null) admitWaiting();
  };
  const ready = () => {
    isReady = true;
    admitWaiting();
  };
  Object.assign(globalThis, {
    [Symbol.for("errata.update")]: onUpdate,
    [Symbol.for("errata.ready")]: ready,
  });
  return { admit, ready };
}

/**
 * @param {import("node:http").ServerResponse} response
 * @param {Update} update
 */
function refuseUpdating(response, { done, of }) {
  const percent = Math.floor((100 * done) / of);
  const message = `Updating the database, ${percent}%`;
  const [path = ""] = (response.req.url ?? "").split("?", 1);
  const isApi = IS_API.test(path);
  response.setHeader(UPDATING_HEADER, String(percent));
  response.setHeader("cache-control", "no-store");
  if (!isApi) response.setHeader("refresh", String(RETRY_AFTER));
  refuse(
    response,
    { status: 503, message, retryAfter: RETRY_AFTER, ...(!isApi && { html: page(message) }) },
    isApi,
  );
}

/** @param {string} message */
function page(message) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${message} · Errata</title>
<style>:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif } main { max-width: 30rem; margin: 20vh auto; padding: 0 1rem } h1 { font-size: 1.25rem }</style>
</head>
<body><main><h1>${message}</h1><p>Errata was upgraded and will be back soon. This page reloads automatically.</p></main></body>
</html>
`;
}
