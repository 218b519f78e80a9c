import "server-only";
import { PlatformTimeout, PlatformUnreachable } from "../errors.ts";
import { readBody } from "./read-body.ts";
import {
  CONNECT_TIMEOUT,
  type PlatformRequest,
  type PlatformResponse,
  type Transport,
} from "./transport.ts";

/** Bytes of an answer that are read; what is longer is no page of 100 entries. */
const LARGEST_BODY = 8 * 1024 * 1024;

export interface Answer {
  status: number;
  retryAfter: string | null;
  /** Null where the body is larger than what is read. */
  text: string | null;
}

/**
 * Sends one request and reads its answer, whatever its status.
 * @param deadline milliseconds for all of it, from sending to the body's last byte
 * @param signal the caller's own: when it aborts, its reason is thrown
 * @throws {PlatformTimeout} {PlatformUnreachable}
 */
export async function exchange(
  send: Transport,
  request: Omit<PlatformRequest, "signal">,
  deadline: number,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted();
  const over = new AbortController();
  const abort = () => over.abort(signal?.reason);
  const timer = setTimeout(() => over.abort(timedOut(deadline)), deadline);
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const answer = send({ ...request, signal: over.signal }).then(read);
    return await Promise.race([answer, aborted(over.signal)]);
  } catch (error) {
    over.signal.throwIfAborted();
    // What was not read would keep its connection.
    over.abort();
    throw unreachable(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

async function read(answer: PlatformResponse): Promise<Answer> {
  const { status, location, retryAfter, body } = answer;
  if (location !== null && status >= 300 && status < 400) throw new Redirected();
  return { status, retryAfter, text: await readBody(body, LARGEST_BODY) };
}

/** Ends a wait for what does not heed the signal. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

/** Whether the platform tried to send the request elsewhere, which trying again does not change. */
export function isRedirect(error: unknown): boolean {
  return error instanceof Redirected;
}

class Redirected extends Error {}

function timedOut(deadline: number): PlatformTimeout {
  return new PlatformTimeout(
    `The platform did not answer within ${Math.ceil(deadline / 1_000)} s.`,
  );
}

function unreachable(error: unknown): PlatformUnreachable {
  if (isRedirect(error)) {
    return new PlatformUnreachable(
      "The platform answered with a redirect, which is not followed, as the key must not go " +
        "elsewhere. Set PLATFORM_URL to the address that it redirects to, if you trust it.",
      error,
    );
  }
  const code = causes(error)
    .map((cause) => ("code" in cause ? String(cause.code) : ""))
    .find((text) => text !== "");
  if (code !== undefined && NOT_CONNECTED.has(code)) {
    return new PlatformUnreachable(
      `The platform cannot be reached (${code}). Check PLATFORM_URL and the network.`,
      error,
      false,
    );
  }
  return new PlatformUnreachable(
    `The connection to the platform broke off${code ? ` (${code})` : ""}.`,
    error,
  );
}

/** Failures that come before the first byte is sent. */
const NOT_CONNECTED = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", CONNECT_TIMEOUT]);

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < 8; cause = cause.cause) {
    found.push(cause);
  }
  return found;
}
