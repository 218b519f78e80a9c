import "server-only";
import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";

/** A complete request to the platform. */
export interface PlatformRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
}

/** A response whose body isn't read yet. */
export interface PlatformResponse {
  status: number;
  /** The headers `Location` and `Retry-After`. */
  location: string | null;
  retryAfter: string | null;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Sends a request to the platform. Doesn't follow redirects. */
export type Transport = (request: PlatformRequest) => Promise<PlatformResponse>;

/** Milliseconds to wait for a connection. */
const CONNECT_DEADLINE_MS = 10_000;
/** Error code when no connection was made in time. Nothing was sent. */
export const CONNECT_TIMEOUT_MS = "CONNECT_TIMEOUT_MS";

/** Sends requests over the network. `fetch` takes three times the CPU, which adds up when polling. */
export const networkTransport: Transport = ({ url, body, ...options }) =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith("https:") ? https : http;
    // A reused connection may be closing, which leaves the outcome of a POST unknown. A GET is simply
    // retried, but a job would need someone to set its outcome.
    const agent = options.method === "POST" ? false : undefined;
    const outgoing = request(url, { ...options, agent }, (incoming) =>
      resolve({
        status: incoming.statusCode ?? 0,
        location: incoming.headers.location ?? null,
        retryAfter: incoming.headers["retry-after"] ?? null,
        body: incoming,
      }),
    );
    outgoing.on("error", reject);
    outgoing.on("socket", limitConnectTime);
    outgoing.end(body ?? undefined);
  });

function limitConnectTime(socket: Socket): void {
  if (!socket.connecting) return;
  const timeout = Object.assign(new Error("Connecting took too long"), {
    code: CONNECT_TIMEOUT_MS,
  });
  const timer = setTimeout(() => socket.destroy(timeout), CONNECT_DEADLINE_MS);
  for (const event of ["connect", "close"]) socket.once(event, () => clearTimeout(timer));
}

/** Sends requests to a platform in this process. */
export function inProcessTransport(handle: (request: Request) => Promise<Response>): Transport {
  return async ({ url, ...options }) => {
    const { status, headers, body } = await handle(new Request(url, options));
    return {
      status,
      location: headers.get("location"),
      retryAfter: headers.get("retry-after"),
      body: body ?? [],
    };
  };
}
