import "server-only";
import type { ZodError, ZodType } from "zod";
import type { Clock } from "../clock.ts";
import { HOUR } from "../contract/platform/vocabulary.ts";
import { type AppError, ContractMismatch, NotFound, PlatformResponseTooLarge } from "../errors.ts";
import type { Log } from "../log.ts";
import type { RequestBudget, Share } from "./budget.ts";
import { type BufferedResponse, exchange, type ReadBody } from "./exchange.ts";
import { detailOf, isWebPage, rejection } from "./rejection.ts";
import { type Delay, withRetries } from "./retry.ts";
import { parseRetryAfter, pauseAfter } from "./retry-after.ts";
import type { PlatformRequest, Transport } from "./transport.ts";

/** A call of one operation of the interface. */
export interface Call<T> {
  method: "GET" | "POST";
  projectId: string;
  /** Includes the query. */
  path: string;
  body?: unknown;
  /** The budget that the request counts against; null if the operation has no limit. */
  budget: string | null;
  /** The share of the budget that it may use; the whole budget if undefined. */
  share?: Share;
  received: ZodType<T>;
  /** Message for a 404. If undefined, a 404 means that the project doesn't exist. */
  notFound?: string;
  /** Sends a GET only once, because the caller repeats it anyway. */
  once?: boolean;
  signal?: AbortSignal;
  /** Reads the body of a response, if not up to the usual limit. */
  read?: ReadBody;
}

export interface Caller {
  baseUrl: string;
  apiKey: () => Promise<string>;
  send: Transport;
  budget: RequestBudget;
  clock: Clock;
  log: Log;
  keyAdvice: string;
  /** Milliseconds for one attempt. */
  deadlines: Record<Call<unknown>["method"], number>;
  delay: Delay;
  random: () => number;
}

/** The longest pause where the platform has no limit, such as for polls, in milliseconds. */
const MAX_UNLIMITED_PAUSE_MS = 5 * 60_000;

/** Characters of a response up to which it may report an error: a page of feedback isn't parsed again. */
const MAX_ERROR_LENGTH = 64 * 1024;

/** Returns a function that runs calls. Counts each attempt before sending and retries only GETs. */
export function createCaller(caller: Caller): <T>(call: Call<T>) => Promise<T> {
  // Keys without a rate limit since the last success, so that frequent polls don't write each time.
  const successful = new Set<string>();

  const pause = async (call: Call<unknown>, retryAfter: string | null): Promise<number> => {
    const key = rateLimitKey(call);
    successful.delete(key);
    const now = caller.clock.now();
    const longest = call.budget === null ? MAX_UNLIMITED_PAUSE_MS : HOUR;
    const requested = parseRetryAfter(retryAfter, now, longest);
    const rejections = await caller.budget.recordRateLimit(key);
    // Polls of many jobs at once count as consecutive.
    const wait = Math.min(pauseAfter(requested, rejections), longest);
    if (call.budget !== null) await caller.budget.pause(call.budget, now + wait);
    return wait;
  };

  const attempt = async (call: Call<unknown>): Promise<BufferedResponse> => {
    const key = await caller.apiKey();
    const counted =
      call.budget === null ? null : await caller.budget.spend(call.budget, call.share);
    const response = await exchange(
      caller.send,
      requestFor(call, caller.baseUrl, key),
      caller.deadlines[call.method],
      call.signal,
      call.read,
    );
    if (response.status >= 200 && response.status < 300) {
      const limitKey = rateLimitKey(call);
      if (counted === null ? !successful.has(limitKey) : counted.rateLimits > 0) {
        successful.add(limitKey);
        await caller.budget.recordSuccess(limitKey);
      }
      return response;
    }
    if (response.status === 404 && call.notFound) throw new NotFound(call.notFound);
    const retryAfter = asksForPause(response, caller.clock.now())
      ? await pause(call, response.retryAfter)
      : undefined;
    const { keyAdvice } = caller;
    throw rejection(response, { projectId: call.projectId, key, keyAdvice, retryAfter });
  };

  const send = (call: Call<unknown>): Promise<BufferedResponse> => {
    if (call.method === "POST" || call.once) return attempt(call);
    const { delay, random, log } = caller;
    const { projectId, signal } = call;
    const onRetry = (error: AppError, attempts: number) =>
      log.warn({ projectId, attempts, problem: error.message }, "retrying request");
    return withRetries(() => attempt(call), { delay, random, signal, onRetry });
  };

  return async (call) => parseResponse(await send(call), call.received, caller);
}

async function parseResponse<T>(
  { text, status }: BufferedResponse,
  received: ZodType<T>,
  { apiKey }: Pick<Caller, "apiKey">,
): Promise<T> {
  const body = withinLimit(text);
  const parsed = received.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  const isShort = body.length <= MAX_ERROR_LENGTH;
  const detail = isShort ? detailOf(body.replaceAll(await apiKey(), "[key]")) : "";
  throw mismatch(parsed.error, detail && ` with status ${status}${detail}`);
}

/** Returns whether a response asks for a pause: a 429, or a 5xx with a `Retry-After`. */
function asksForPause({ status, retryAfter }: BufferedResponse, now: number): boolean {
  return status === 429 || (status >= 500 && parseRetryAfter(retryAfter, now) !== null);
}

/** Returns the key under which 429 responses count; calls without a budget share one per project. */
function rateLimitKey(call: Call<unknown>): string {
  return call.budget ?? `questions:${call.projectId}`;
}

function requestFor(
  { method, path, body }: Call<unknown>,
  baseUrl: string,
  key: string,
): Omit<PlatformRequest, "signal"> {
  return {
    method,
    url: baseUrl + path,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  };
}

function withinLimit(text: string | null): string {
  if (text !== null) return text;
  throw new PlatformResponseTooLarge(
    "The platform's response is too large, so Errata didn't read it. If this keeps " +
      "happening, contact the platform's operator.",
  );
}

/** @param reported the status and the platform's own words, if it says that something failed; else empty */
function mismatch(error: ZodError, reported: string): ContractMismatch {
  if (reported) {
    return new ContractMismatch(
      `The platform returned an error${reported}. Check PLATFORM_URL and the API key.`,
      error,
    );
  }
  const field = error.issues[0]?.path[0];
  const what = field === undefined ? "" : ` (${String(field)} is missing or wrong)`;
  return new ContractMismatch(
    `The platform's response doesn't match its documented interface${what}. Check PLATFORM_URL.`,
    error,
  );
}

function contentOf(text: string): string {
  if (text.trim() === "") return "nothing";
  return isWebPage(text) ? "a web page" : "a text";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message quotes the response, which must not appear in logs.
    throw new ContractMismatch(
      /^\s*[[{]/.test(text)
        ? "The platform's response is incomplete or isn't valid JSON. If this keeps happening, contact the platform's operator."
        : `The platform returned ${contentOf(text)} instead of JSON. Check that PLATFORM_URL points to its API.`,
    );
  }
}
