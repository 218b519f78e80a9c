import "server-only";
import type { ZodType } from "zod";
import type { Clock } from "../clock.ts";
import { type AppError, ContractMismatch, NotFound, PlatformUnreachable } from "../errors.ts";
import type { Log } from "../log.ts";
import type { RequestBudget, Share } from "./budget.ts";
import { type Answer, exchange } from "./exchange.ts";
import { refusal } from "./refusal.ts";
import { type Delay, withRetries } from "./retry.ts";
import { parseRetryAfter, unnamedPause } from "./retry-after.ts";
import type { PlatformRequest, Transport } from "./transport.ts";

/** One operation of the interface, about to be carried out. */
export interface Call<T> {
  method: "GET" | "POST";
  projectId: string;
  /** With the query. */
  path: string;
  body?: unknown;
  /** What the request counts against; null where the interface names no limit. */
  budget: string | null;
  /** What part of the budget it may take; all of it where there is none. */
  share?: Share;
  received: ZodType<T>;
  /** What a 404 says; without it a 404 means that the project is unknown. */
  notFound?: string;
  signal?: AbortSignal;
}

export interface Caller {
  baseUrl: string;
  apiKey: () => Promise<string>;
  send: Transport;
  budget: RequestBudget;
  clock: Clock;
  log: Log;
  keyAdvice: string;
  deadline: number;
  delay: Delay;
  random: () => number;
}

/** Carries out calls: each attempt is counted before it is sent, and only a GET is tried again. */
export function createCaller(caller: Caller): <T>(call: Call<T>) => Promise<T> {
  // What was answered since it was last refused here. Looks at jobs are many: each would write.
  const answered = new Set<string>();

  const silence = async (call: Call<unknown>, retryAfter: string | null): Promise<number> => {
    const key = silencedTogether(call);
    answered.delete(key);
    const now = caller.clock.now();
    const named = parseRetryAfter(retryAfter, now);
    const wait = named ?? unnamedPause(await caller.budget.refuse(key));
    if (call.budget !== null) await caller.budget.pause(call.budget, now + wait);
    return wait;
  };

  const attempt = async (call: Call<unknown>): Promise<Answer> => {
    const key = await caller.apiKey();
    const spent = call.budget === null ? null : await caller.budget.spend(call.budget, call.share);
    const answer = await exchange(
      caller.send,
      requestFor(call, caller.baseUrl, key),
      caller.deadline,
      call.signal,
    );
    if (answer.status >= 200 && answer.status < 300) {
      const together = silencedTogether(call);
      if (spent === null ? !answered.has(together) : spent.refusals > 0) {
        answered.add(together);
        await caller.budget.answered(together);
      }
      return answer;
    }
    if (answer.status === 404 && call.notFound) throw new NotFound(call.notFound);
    const retryAfter = asksForSilence(answer, caller.clock.now())
      ? await silence(call, answer.retryAfter)
      : undefined;
    const { keyAdvice } = caller;
    throw refusal(answer, { projectId: call.projectId, key, keyAdvice, retryAfter });
  };

  const answerTo = (call: Call<unknown>): Promise<Answer> => {
    if (call.method === "POST") return attempt(call);
    const { delay, random, log } = caller;
    const { projectId, signal } = call;
    const onRetry = (error: AppError, tried: number) =>
      log.warn({ projectId, tried, problem: error.message }, "trying again");
    return withRetries(() => attempt(call), { delay, random, signal, onRetry });
  };

  return async (call) => readAnswer(await answerTo(call), call.received);
}

/** A 429 always does; a failure of the platform does where it says for how long. */
function asksForSilence({ status, retryAfter }: Answer, now: number): boolean {
  return status === 429 || (status >= 500 && parseRetryAfter(retryAfter, now) !== null);
}

/** What a 429 without a pause counts for; where no budget is named, the project's questions. */
function silencedTogether(call: Call<unknown>): string {
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

function readAnswer<T>(answer: Answer, received: ZodType<T>): T {
  if (answer.text === null) {
    throw new PlatformUnreachable(
      "The platform's answer is larger than 8 MB and was not read. If it persists, tell whoever " +
        "runs the platform.",
    );
  }
  const parsed = received.safeParse(parseJson(answer.text));
  if (parsed.success) return parsed.data;
  throw new ContractMismatch(
    "The platform answered with JSON that its interface does not describe. Check PLATFORM_URL.",
    parsed.error,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the answer, which does not belong in a log.
    const html = /^\s*</.test(text);
    throw new ContractMismatch(
      html
        ? "The platform answered with a web page instead of JSON. Check that PLATFORM_URL is the address of its API."
        : "The platform's answer is incomplete or not JSON.",
    );
  }
}
