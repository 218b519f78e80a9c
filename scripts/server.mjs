import { createServer } from "node:http";
import next from "next";
import { root } from "./setup/project.mjs";

// An empty variable counts as absent, as in the configuration: an empty host would be all of them.
const host = process.env.HOST || "127.0.0.1";
const port = Number(process.env.PORT || 3000);

/** @param {import("node:http").IncomingMessage} request */
function isAnswerable({ method = "", url = "" }) {
  if (method === "TRACE" || method === "CONNECT") return false;
  if (!url.startsWith("/") || url.startsWith("//")) return false;
  try {
    decodeURIComponent(url.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

/**
 * Whom a request comes from, by which attempts to sign in are counted. A proxy on this machine is
 * believed when it says for whom it asks; from elsewhere anybody could say anything.
 * @param {import("node:http").IncomingMessage} request
 */
function clientOf({ socket, headers }) {
  const peer = socket.remoteAddress ?? "";
  const forwarded = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  const isOwn = /^(?:::ffff:)?127\.|^::1$/.test(peer);
  return (isOwn && forwarded) || peer;
}

// Next answers 500 to an address that cannot be decoded, and redirects odd ones before any check of
// ours: neither is a request that one of our pages makes.
const app = next({ dir: root, hostname: host, port });
await app.prepare();
const handle = app.getRequestHandler();
const server = createServer((request, response) => {
  request.headers["x-errata-client"] = clientOf(request);
  if (isAnswerable(request)) return void handle(request, response);
  response.writeHead(400, { "content-type": "text/plain; charset=utf-8" });
  response.end("This is not an address of Errata.\n");
});
server.listen(port, host);
