import "server-only";
import { PlatformTimeout, PlatformUnreachable } from "../errors.ts";
import { readBody } from "./read-body.ts";

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
  send: (request: Request) => Promise<Response>,
  makeRequest: (signal: AbortSignal) => Request,
  deadline: number,
  signal?: AbortSignal,
): Promise<Answer> {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(deadline);
  const either = signal ? AbortSignal.any([timeout, signal]) : timeout;
  try {
    const response = await orAborted(send(makeRequest(either)), either);
    const text = await readBody(response, LARGEST_BODY, either);
    return { status: response.status, retryAfter: response.headers.get("retry-after"), text };
  } catch (error) {
    signal?.throwIfAborted();
    if (timeout.aborted) throw timedOut(deadline, error);
    throw unreachable(error);
  }
}

/** Whether the platform tried to send the request elsewhere, which trying again does not change. */
export function isRedirect(error: unknown): boolean {
  return causes(error).some(({ message }) => /redirect/i.test(message));
}

/** Rejects with the signal also where what sends does not heed it. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function timedOut(deadline: number, cause: unknown): PlatformTimeout {
  return new PlatformTimeout(
    `The platform did not answer within ${Math.ceil(deadline / 1_000)} s.`,
    cause,
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
const NOT_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function causes(error: unknown): Error[] {
  const found: Error[] = [];
  for (let cause = error; cause instanceof Error && found.length < 8; cause = cause.cause) {
    found.push(cause);
  }
  return found;
}
