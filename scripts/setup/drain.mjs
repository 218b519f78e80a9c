import { Server as TcpServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds that requests under way have to end. systemd's and the launcher's own limits are longer. */
const MAX_TIME = 10_000;
/** Milliseconds between two looks at what is under way. */
const PAUSE = 20;
/**
 * Looks in a row that find nothing under way before kept connections are closed: a request that a client just sent on one
 * is still answered. Time alone would end while a busy machine hasn't read that request yet.
 */
const QUIET_LOOKS = 25;

/**
 * Prepares a server to end without losing a request: it takes no more connections, answers what is under way or
 * arrives on kept connections, and asks for each to be closed with its answer. Streams of changes end at once, because
 * pages open them anew.
 * @param {import("node:http").Server} server
 * @returns {() => Promise<void>} resolves when every request has its answer, or after ten seconds
 */
export function createDrain(server) {
  /** @type {Set<import("node:http").ServerResponse>} */
  const active = new Set();
  let isDraining = false;
  /** @type {Set<import("node:net").Socket>} */
  const connections = new Set();
  server.on("connection", (socket) => {
    connections.add(socket);
    socket.once("close", () => connections.delete(socket));
  });
  // Before the listener that answers.
  server.prependListener("request", (_request, response) => {
    active.add(response);
    response.once("close", () => active.delete(response));
    if (isDraining) closeAfter(response);
  });
  return async () => {
    isDraining = true;
    // The one of HTTP would also close kept connections, on which a request may be arriving.
    TcpServer.prototype.close.call(server);
    const began = Date.now();
    let quiet = 0;
    while (connections.size > 0 && quiet < QUIET_LOOKS && Date.now() - began < MAX_TIME) {
      for (const response of active) closeAfter(response);
      quiet = active.size > 0 ? 0 : quiet + 1;
      await delay(PAUSE);
    }
    server.closeAllConnections();
  };
}

/** @param {import("node:http").ServerResponse} response */
export function isEventStream(response) {
  return String(response.getHeader("content-type")).startsWith("text/event-stream");
}

/** @param {import("node:http").ServerResponse} response */
function closeAfter(response) {
  if (isEventStream(response)) {
    response.destroy();
    return;
  }
  response.shouldKeepAlive = false;
}
