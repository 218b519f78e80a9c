import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

/** IDs that proxies give: UUIDs, hexadecimal numbers, and the like. Anything else could imitate a log's text. */
const WELL_FORMED = /^[\w.-]{16,64}$/;

/** @type {AsyncLocalStorage<string>} */
const current = new AsyncLocalStorage();
// Error messages and every line of the log contain it (lib/log.ts).
Object.assign(globalThis, { [Symbol.for("errata.request-id")]: current });

/**
 * Answers a request under an ID, which the response has as `X-Request-Id`: the proxy's if it gave one, so that its
 * log and Errata's can be read together, or else a new one.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {() => void} answer
 */
export function withRequestId({ headers }, response, answer) {
  const given = String(headers["x-request-id"] ?? "");
  const id = WELL_FORMED.test(given) ? given : randomUUID();
  response.setHeader("x-request-id", id);
  current.run(id, answer);
}
