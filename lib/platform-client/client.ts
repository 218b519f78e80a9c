import "server-only";
import type { Clock } from "../clock.ts";
import { listFeedback, type ReceivedFeedbackPage } from "../contract/platform/feedback.ts";
import { createJob, messageJob, type ReceivedJob, retrieveJob } from "../contract/platform/job.ts";
import type { Log } from "../log.ts";
import { EXPORT_BUDGET, jobsBudget, type RequestBudget, type Share } from "./budget.ts";
import { createCaller } from "./call.ts";
import { cursorOf } from "./cursor.ts";
import { type Delay, systemDelay } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** What the export can be asked (contract: "List feedback"). */
export interface ListFeedbackQuery {
  /** `YYYY-MM-DD` or an ISO 8601 date-time. */
  dateFrom?: string;
  /** Exclusive. */
  dateTo?: string;
  source?: string;
  status?: string[];
  /** 1 to 100. */
  limit?: number;
  cursor?: string;
}

/**
 * The documented interface, as the dashboard uses it.
 *
 * Every operation throws `BudgetExhausted` (nothing was sent), `PlatformHttpError` (429 with
 * `retryAfter`), `PlatformTimeout`, `PlatformUnreachable` or `ContractMismatch`. A GET was tried up
 * to three times by then; a POST is never repeated. For a POST, what became of it:
 * - `BudgetExhausted`, `NotFound`, `PlatformHttpError` with `upstreamStatus` below 500, and
 *   `PlatformUnreachable` with `sent: false`: it was certainly not carried out;
 * - `PlatformTimeout`, `ContractMismatch`, `PlatformHttpError` from 500 on, and every other
 *   `PlatformUnreachable`: nobody knows.
 */
export interface PlatformClient {
  /** A page as received; `nextCursor` is ready to be passed back, also where a URL was received. */
  listFeedback(
    projectId: string,
    query: ListFeedbackQuery,
    options?: { signal?: AbortSignal; share?: Share },
  ): Promise<ReceivedFeedbackPage>;
  createJob(projectId: string, prompt: string): Promise<ReceivedJob>;
  /** @throws {NotFound} where the platform does not know the job */
  retrieveJob(projectId: string, id: string): Promise<ReceivedJob>;
  /** @throws {NotFound} where the platform does not know the job */
  sendMessage(projectId: string, id: string, prompt: string): Promise<ReceivedJob>;
}

/** Milliseconds for one attempt, from sending to the last byte of the answer. */
const DEADLINE = 15_000;

/**
 * A client of the platform at `baseUrl`.
 * @param options.baseUrl origin (and prefix) without a trailing slash
 * @param options.send over the network, or to an embedded platform
 * @param options.keyAdvice what a person does about a key that is refused
 */
export function createPlatformClient(options: {
  baseUrl: string;
  apiKey: () => Promise<string>;
  send: Transport;
  budget: RequestBudget;
  clock: Clock;
  log: Log;
  keyAdvice?: string;
  timeouts?: { request?: number };
  delay?: Delay;
  random?: () => number;
}): PlatformClient {
  const call = createCaller({
    ...options,
    keyAdvice:
      options.keyAdvice ?? "Set PLATFORM_API_KEY to a valid admin API key and start again.",
    deadline: options.timeouts?.request ?? DEADLINE,
    delay: options.delay ?? systemDelay,
    random: options.random ?? Math.random,
  });
  return {
    listFeedback: async (projectId, query, options = {}) => {
      const page = await call({
        method: "GET",
        projectId,
        path: `${listFeedback.path(projectId)}${searchOf(query)}`,
        budget: EXPORT_BUDGET,
        received: listFeedback.received,
        ...options,
      });
      return { ...page, nextCursor: cursorOf(page.nextCursor) };
    },
    createJob: (projectId, prompt) =>
      call({
        method: "POST",
        projectId,
        path: createJob.path(projectId),
        body: { prompt },
        budget: jobsBudget(projectId),
        received: createJob.received,
      }),
    retrieveJob: (projectId, id) =>
      call({
        method: "GET",
        projectId,
        path: retrieveJob.path(projectId, id),
        budget: null,
        received: retrieveJob.received,
        notFound: `The platform does not know the job ${id}.`,
      }),
    sendMessage: (projectId, id, prompt) =>
      call({
        method: "POST",
        projectId,
        path: messageJob.path(projectId, id),
        body: { prompt },
        budget: jobsBudget(projectId),
        received: messageJob.received,
        notFound: `The platform does not know the job ${id}. Nothing was sent to it.`,
      }),
  };
}

function searchOf(query: ListFeedbackQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}
