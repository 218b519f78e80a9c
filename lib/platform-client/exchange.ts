import "server-only";
import { PlatformTimeout, PlatformUnreachable } from "../errors.ts";
import { readBody } from "./read-body.ts";
import {
  CONNECT_TIMEOUT_MS,
  type PlatformRequest,
  type PlatformResponse,
  type Transport,
} from "./transport.ts";

/** Bytes of a response that are parsed. */
export const MAX_BODY_SIZE = 8 * 1024 * 1024;

/** Returns a body's text; null if it's too large. */
export type ReadBody = (body: PlatformResponse["body"]) => Promise<string | null>;

const readUpToLimit: ReadBody = (body) => readBody(body, MAX_BODY_SIZE);

/** A response whose body was read. */
export interface BufferedResponse {
  status: number;
  retryAfter: string | null;
  /** Null if the body is too large. */
  text: string | null;
}

/**
 * Sends one request and reads its response, whatever the status.
 * @param deadline milliseconds from sending to the last byte of the body
 * @param signal when it aborts, its reason is thrown
 * @throws {PlatformTimeout} {PlatformUnreachable}
 */
export async function exchange(
  send: Transport,
  request: Omit<PlatformRequest, "signal">,
  deadline: number,
  signal?: AbortSignal,
  read: ReadBody = readUpToLimit,
): Promise<BufferedResponse> {
  signal?.throwIfAborted();
  const ended = new AbortController();
  const abort = () => ended.abort(signal?.reason);
  const timer = setTimeout(() => ended.abort(timedOut(deadline)), deadline);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const response = send({ ...request, signal: ended.signal }).then((received) =>
      readResponse(received, read),
    );
    return await Promise.race([response, rejectOnAbort(ended.signal)]);
  } catch (error) {
    ended.signal.throwIfAborted();
    // An unread body would keep its connection open.
    ended.abort();
    throw unreachable(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function readResponse(response: PlatformResponse, read: ReadBody): Promise<BufferedResponse> {
  const { status, location, retryAfter, body } = response;
  if (location !== null && status >= 300 && status < 400) throw new Redirected();
  return { status, retryAfter, text: await read(body) };
}

/** Rejects when the signal aborts, for transports that ignore it. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Returns whether the platform redirected the request; retrying doesn't help then. */
export function isRedirect(error: unknown): boolean {
  return error instanceof Redirected;
}

class Redirected extends Error {}

function timedOut(deadline: number): PlatformTimeout {
  return new PlatformTimeout(
    `The platform didn't respond within ${Math.ceil(deadline / 1_000)} seconds.`,
  );
}

function unreachable(error: unknown): PlatformUnreachable {
  if (isRedirect(error)) {
    return new PlatformUnreachable(
      "The platform returned a redirect. To protect the API key, Errata didn't follow it. " +
        "If you trust the new address, set PLATFORM_URL to it.",
      error,
    );
  }
  const code = causes(error)
    .map((cause) => ("code" in cause ? String(cause.code) : ""))
    .find((text) => text !== "");
  if (code !== undefined && NOT_CONNECTED.has(code)) {
    return new PlatformUnreachable(
      `Couldn't reach the platform (${code}). Check PLATFORM_URL and the network.`,
      error,
      false,
    );
  }
  return new PlatformUnreachable(
    `The connection to the platform was interrupted${code ? ` (${code})` : ""}.`,
    error,
  );
}

/** Errors that occur before the first byte is sent. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", CONNECT_TIMEOUT_MS]);

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < 8; cause = cause.cause) {
    found.push(cause);
  }
  return found;
}
