import "server-only";
import { AsyncLocalStorage } from "node:async_hooks";
import { AppError } from "../errors.ts";
import { AnswerTooLarge, HostRejected } from "./rejection.ts";

/** Most bytes that are read of a response. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Most redirects of a request: a repository moved, and a host prefers another address. */
const MAX_REDIRECTS = 2;

/** Why an answer isn't used. */
class UnusableAnswer extends Error {
  /** Status of the last of too many redirects; null for an answer that is too large. */
  readonly redirect: number | null;

  constructor(message: string, redirect: number | null) {
    super(message);
    this.redirect = redirect;
  }
}

const counter = new AsyncLocalStorage<() => Promise<void>>();

/**
 * Runs work, and `count` before each request that the work sends: also where one is redirected, or signs in. A request for
 * which `count` fails isn't sent, and the work fails with the same error if it is an `AppError`.
 */
export function countingRequests<T>(count: () => Promise<void>, work: () => Promise<T>) {
  return counter.run(count, work);
}

/**
 * Sends a request, and again to where the host redirects it: without credentials at another origin, and what isn't a GET only
 * where the redirect keeps its method. `redirect: "manual"` follows none.
 * @throws {Error} if it is redirected again and again
 */
export async function sendFollowing(address: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  let to = new URL(address);
  for (let redirects = 0; ; redirects += 1) {
    await counter.getStore()?.();
    const response = await fetch(to, { ...init, headers, redirect: "manual" });
    const next = init.redirect === "manual" ? null : nextAddress(response, init.method, to);
    if (next === null) return response;
    await response.body?.cancel();
    if (redirects === MAX_REDIRECTS) {
      throw new UnusableAnswer("redirected too often", response.status);
    }
    if (next.origin !== to.origin) headers.delete("authorization");
    to = next;
  }
}

function nextAddress(response: Response, method = "GET", from: URL): URL | null {
  const location = response.headers.get("location");
  const statuses = method === "GET" ? [301, 302, 303, 307, 308] : [307, 308];
  if (location === null || !statuses.includes(response.status)) return null;
  const to = URL.parse(location, from);
  return to && /^https?:$/.test(to.protocol) ? to : null;
}

/** Reads the text of a code host's response. @throws {Error} if it is too large */
export async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new UnusableAnswer("too large", null);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/**
 * Says what to do about a request without an answer that can be used.
 * @param error what the functions here threw, or `fetch`, or what counts requests
 * @param host its address
 * @param variable names the setting that has the address
 */
export function unanswered(
  error: unknown,
  { action, host, variable }: { action: string; host: string; variable: string },
): AppError {
  // Nothing was sent.
  if (error instanceof AppError) return error;
  if (!(error instanceof UnusableAnswer)) {
    return new HostRejected(
      `Couldn't ${action}: no response from ${host}. Try again later.`,
      null,
      "",
    );
  }
  const { redirect } = error;
  return redirect === null
    ? new AnswerTooLarge(`Couldn't ${action}: the response of ${host} is too large.`, null, "")
    : new HostRejected(
        `Couldn't ${action}: ${host} redirects again and again. Check ${variable} and DOCS_REPOSITORY.`,
        redirect,
        "",
      );
}
