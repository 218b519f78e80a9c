import { refuse } from "./request-limits.mjs";

const PATH = "/v1/collect/";

/** @typedef {(request: Request) => Promise<Response>} Handler */

/**
 * Answers requests to the collector without Next.js, whose work on a request takes several times as long as
 * the collector's own.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @returns {boolean} false for other requests, and until instrumentation.ts has started the services
 */
export function answerCollector(request, response) {
  /** @type {Handler | undefined} */
  const handle = Reflect.get(globalThis, Symbol.for("errata.platform"));
  if (!handle || !request.url?.startsWith(PATH)) return false;
  void answerWith(handle, request, response);
  return true;
}

/**
 * Answers a request with what a handler returns for it.
 * @param {Handler} handle
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export async function answerWith(handle, request, response) {
  try {
    const { status, headers, body } = await handle(webRequest(request));
    const parts = await Array.fromAsync(body ?? []);
    // The limits of the server have answered a body that is too large.
    if (response.headersSent) return;
    response.writeHead(status, Object.fromEntries(headers)).end(Buffer.concat(parts));
    // What the handler didn't read, up to the server's limit.
    request.resume();
  } catch {
    if (!response.headersSent) refuse(response, { status: 400, message: "Bad request" }, true);
  }
}

/** @param {import("node:http").IncomingMessage} request */
function webRequest(request) {
  const { url = "", method = "GET", headers } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  // A handler that doesn't read everything must still be able to answer on this connection.
  const body = request.iterator({ destroyOnReturn: false });
  return new Request(`http://localhost${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(hasBody && { body, duplex: "half" }),
  });
}
