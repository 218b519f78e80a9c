/** Largest body that any route accepts, in bytes. Routes have smaller limits of their own. */
export const MAX_BODY = 2_000_000;
/** Body bytes that may be on their way at once. */
const MAX_IN_FLIGHT = 32_000_000;

/** Paths whose routes read a body. Every other path is a page or a file. */
const TAKES_BODY = /^\/(?:api|v1|v2)\/|^\/pulls\/[^/]+\/(?:merge|close)$/;

/** Limits of the HTTP server. Times are in milliseconds. */
export const SERVER_LIMITS = {
  /** For a whole request: a body that arrives more slowly ends with 408. */
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
};
export const MAX_CONNECTIONS = 2_000;

/** @typedef {{ status: number, message: string, retryAfter?: number, allow?: string }} Refusal */

/**
 * Creates a check of requests by their headers, before a body is read.
 * @param {number} [most] body bytes that may be on their way at once
 * @returns {(request: import("node:http").IncomingMessage) => Refusal | null} null to go on; the
 *   request's body then counts as on its way until the request ends
 */
export function createRequestLimits(most = MAX_IN_FLIGHT) {
  let inFlight = 0;
  return (request) => {
    const { method = "", url = "", headers } = request;
    const declared = headers["content-length"];
    const isChunked = headers["transfer-encoding"] !== undefined;
    const [path = ""] = url.split("?", 1);
    if (!TAKES_BODY.test(path)) {
      const reads = method === "GET" || method === "HEAD";
      if (!reads) return { status: 405, message: "Method not allowed", allow: "GET, HEAD" };
      if (isChunked || Number(declared ?? 0) > 0) return { status: 413, message: "Body too large" };
      return null;
    }
    const bytes = isChunked ? MAX_BODY : Number(declared ?? 0);
    if (bytes > MAX_BODY) return { status: 413, message: "Body too large" };
    if (bytes === 0) return null;
    if (inFlight + bytes > most) {
      return { status: 503, message: "The server is busy. Try again in a moment.", retryAfter: 2 };
    }
    inFlight += bytes;
    let isCounted = true;
    const release = () => {
      if (isCounted) inFlight -= bytes;
      isCounted = false;
    };
    request.once("end", release);
    request.once("close", release);
    return null;
  };
}

/**
 * Answers a request that isn't handled. The connection ends, so that the body isn't read.
 * @param {import("node:http").ServerResponse} response
 * @param {Refusal} refusal
 * @param {boolean} isApi whether the client expects JSON
 */
export function refuse(response, { status, message, retryAfter, allow }, isApi) {
  const code = CODES[status] ?? "invalid_request";
  const body = isApi ? JSON.stringify({ error: { code, message } }) : `${message}\n`;
  response.writeHead(status, {
    "content-type": isApi ? "application/json" : "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    connection: "close",
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...(allow === undefined ? {} : { allow }),
  });
  response.end(body);
}

/** @type {Record<number, string>} */
const CODES = { 405: "method_not_allowed", 413: "too_large", 503: "unavailable" };
