/** Largest body that any route accepts, in bytes. Routes have smaller limits of their own. */
export const MAX_BODY = 2_000_000;
/** Largest body of a route that answers people who aren't signed in, in bytes. */
const MAX_OPEN_BODY = 16_384;
/** Bytes of unfinished bodies that the server holds at once. */
const MAX_IN_FLIGHT = 32_000_000;
/** Share of them that one client can take, so that it can't keep out the others. */
const CLIENT_SHARE = 1 / 4;

/** Paths whose routes read a body. Every other path is a page or a file. */
const TAKES_BODY = /^\/(?:api|v1|v2)\/|^\/pulls\/[^/]+\/(?:merge|close|update)$/;

/** Paths whose routes answer people who aren't signed in. */
const IS_OPEN = /^\/api\/(?:auth|invitation)(?:\/|$)/;

/** Limits of the HTTP server. Times are in milliseconds. */
export const SERVER_LIMITS = {
  /** For a whole request: a body that arrives more slowly ends with 408. */
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
  /**
   * Longer than proxies keep an idle connection for the next request: two minutes in Caddy, one in nginx. Whichever
   * side closes first, a request that crosses the end of its connection is lost when it's the server.
   */
  keepAliveTimeout: 125_000,
};
export const MAX_CONNECTIONS = 2_000;

/**
 * @typedef {object} Refusal
 * @property {number} status
 * @property {string} message
 * @property {number} [retryAfter] seconds
 * @property {string} [allow]
 * @property {string} [html] a page with the message, for a browser
 */

/**
 * Creates a check of requests by their headers, and of their bodies as they arrive. Bytes count only
 * once they have arrived: what a request declares costs its sender nothing.
 * @param {number} [most] bytes of unfinished bodies that the server holds at once
 * @returns {(
 *   request: import("node:http").IncomingMessage,
 *   client: string,
 *   onExcess: (refusal: Refusal) => void,
 * ) => Refusal | null} null to go on. `client` is the sender's address. `onExcess` is called at most
 *   once, when more arrives than there is room for; the rest of the body is dropped
 */
export function createRequestLimits(most = MAX_IN_FLIGHT) {
  const arrivals = createArrivals(most);
  return (request, client, onExcess) => {
    const { method = "", url = "", headers } = request;
    const declared = Number(headers["content-length"] ?? 0);
    const isChunked = headers["transfer-encoding"] !== undefined;
    const [path = ""] = url.split("?", 1);
    if (!TAKES_BODY.test(path)) {
      const reads = method === "GET" || method === "HEAD";
      if (!reads) return { status: 405, message: "Method not allowed", allow: "GET, HEAD" };
      return isChunked || declared > 0 ? TOO_LARGE : null;
    }
    const largest = IS_OPEN.test(path) ? MAX_OPEN_BODY : MAX_BODY;
    if (declared > largest) return TOO_LARGE;
    if (!isChunked && declared === 0) return null;
    if (!arrivals.hasRoom(client, 1)) return BUSY;
    let size = 0;
    watchBody(request, (bytes) => {
      const isTooLarge = size + bytes > largest;
      if (isTooLarge || !arrivals.hasRoom(client, bytes)) {
        onExcess(isTooLarge ? TOO_LARGE : BUSY);
        return false;
      }
      size += bytes;
      arrivals.add(client, bytes);
      return true;
    });
    const release = () => {
      arrivals.add(client, -size);
      size = 0;
    };
    request.once("end", release);
    request.once("close", release);
    return null;
  };
}

/** @type {Refusal} */
const TOO_LARGE = { status: 413, message: "Body too large" };
/** @type {Refusal} */
const BUSY = {
  status: 503,
  message: "The server is busy. Try again in a moment.",
  retryAfter: 2,
};

/**
 * Counts the bytes of unfinished bodies, together and by client.
 * @param {number} most
 */
function createArrivals(most) {
  let total = 0;
  /** @type {Map<string, number>} */
  const byClient = new Map();
  return {
    /** @param {string} client @param {number} bytes */
    hasRoom: (client, bytes) =>
      total + bytes <= most && (byClient.get(client) ?? 0) + bytes <= most * CLIENT_SHARE,
    /** @param {string} client @param {number} bytes negative to release */
    add: (client, bytes) => {
      total += bytes;
      const left = (byClient.get(client) ?? 0) + bytes;
      if (left === 0) byClient.delete(client);
      else byClient.set(client, left);
    },
  };
}

/**
 * Reports a body's parts as they arrive. A listener for `data` would start to read the body before its
 * handler does, so this replaces the method that node's HTTP parser calls.
 * @param {import("node:http").IncomingMessage} request
 * @param {(bytes: number) => boolean} accept false drops this part and all after it
 */
function watchBody(request, accept) {
  const push = request.push.bind(request);
  let isAccepted = true;
  request.push = (part, encoding) => {
    if (!isAccepted) return true;
    if (part !== null) isAccepted = accept(part.length);
    return isAccepted ? push(part, encoding) : true;
  };
}

/**
 * Milliseconds in which what still arrives of a refused body is dropped. A connection that closes while the client
 * sends is reset, and the client may then never see the answer.
 */
const LINGER = 1_000;

/**
 * Answers a request that isn't handled. The connection ends soon, so that a long body isn't read.
 * @param {import("node:http").ServerResponse} response
 * @param {Refusal} refusal
 * @param {boolean} isApi whether the client expects JSON
 */
export function refuse(response, { status, message, retryAfter, allow, html }, isApi) {
  const code = CODES[status] ?? "invalid_request";
  const text = html ?? `${message}\n`;
  const body = isApi ? JSON.stringify({ error: { code, message } }) : text;
  response.writeHead(status, {
    "content-type": isApi ? "application/json" : `text/${html ? "html" : "plain"}; charset=utf-8`,
    "content-length": Buffer.byteLength(body),
    "x-content-type-options": "nosniff",
    connection: "close",
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
    ...(allow === undefined ? {} : { allow }),
  });
  response.write(body);
  const { req: request } = response;
  const close = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(close, LINGER);
  if (request.readableEnded) close();
  else request.resume().once("end", close).once("close", close);
}

/**
 * Answers a request whose handler waits for the rest of its body, and ends it.
 * @param {import("node:http").ServerResponse} response
 * @param {Refusal} refusal
 * @param {boolean} isApi whether the client expects JSON
 */
export function endRequest(response, refusal, isApi) {
  if (response.headersSent) response.req.destroy();
  else refuse(response, refusal, isApi);
}

/** @type {Record<number, string>} */
const CODES = { 405: "method_not_allowed", 413: "too_large", 503: "unavailable" };
