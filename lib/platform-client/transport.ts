import "server-only";
import * as http from "node:http";
import * as https from "node:https";
import type { Socket } from "node:net";

/** A request to the platform, ready to be sent. */
export interface PlatformRequest {
  method: "GET" | "POST";
  url: string;
  headers: Record<string, string>;
  body: string | null;
  signal: AbortSignal;
}

/** An answer as it begins; whoever asked reads the body. */
export interface PlatformResponse {
  status: number;
  /** The headers `Location` and `Retry-After`. */
  location: string | null;
  retryAfter: string | null;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** How requests reach the platform. A redirect is an answer like others: none is followed. */
export type Transport = (request: PlatformRequest) => Promise<PlatformResponse>;

/** Milliseconds until a host that says nothing counts as one that cannot be reached. */
const LONGEST_CONNECT = 10_000;
/** The code of the error then: nothing was sent. */
export const CONNECT_TIMEOUT = "CONNECT_TIMEOUT";

/**
 * Over the network. `fetch` would take three times the processor, which many looks at jobs add up to.
 */
export const overNetwork: Transport = ({ url, body, ...options }) =>
  new Promise((resolve, reject) => {
    const { request } = url.startsWith("https:") ? https : http;
    // A connection that was used may be closing at this moment, and whether what went over it arrived
    // nobody knows: a question is asked again, a job would wait for a person to say.
    const agent = options.method === "POST" ? false : undefined;
    const asked = request(url, { ...options, agent }, (answer) =>
      resolve({
        status: answer.statusCode ?? 0,
        location: answer.headers.location ?? null,
        retryAfter: answer.headers["retry-after"] ?? null,
        body: answer,
      }),
    );
    asked.on("error", reject);
    asked.on("socket", giveUpConnecting);
    asked.end(body ?? undefined);
  });

function giveUpConnecting(socket: Socket): void {
  if (!socket.connecting) return;
  const late = Object.assign(new Error("No connection came about"), { code: CONNECT_TIMEOUT });
  const timer = setTimeout(() => socket.destroy(late), LONGEST_CONNECT);
  for (const event of ["connect", "close"]) socket.once(event, () => clearTimeout(timer));
}

/** To a platform in this process. */
export function withinProcess(handle: (request: Request) => Promise<Response>): Transport {
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
