import "server-only";
import type { Clock } from "../clock.ts";
import { listFeedback, type ReceivedExportPage } from "../contract/platform/feedback.ts";
import { createJob, messageJob, type ReceivedJob, retrieveJob } from "../contract/platform/job.ts";
import type { Log } from "../log.ts";
import { EXPORT_BUDGET, jobsBudget, type RequestBudget, type Share } from "./budget.ts";
import { createCaller } from "./call.ts";
import { MAX_BODY_SIZE, type ReadBody } from "./exchange.ts";
import { MAX_ENTRY_SIZE, type OversizedEntry, withoutOversized } from "./oversized.ts";
import { readShortened } from "./read-body.ts";
import { type Delay, systemDelay } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** Query of the export (docs/contract/platform.md, "List feedback"). */
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

/** An export page as received, with the entries that were too large for it. */
export interface FetchedExportPage extends ReceivedExportPage {
  oversized: OversizedEntry[];
}

/**
 * The operations of the platform interface that Errata uses.
 *
 * Every operation throws `BudgetExhausted` (nothing was sent), `PlatformHttpError` (with `retryAfter`
 * for a 429), `PlatformTimeout`, `PlatformUnreachable`, or `ContractMismatch`. An export page
 * is requested up to three times, a job or a message once. After a failed POST:
 * - `BudgetExhausted`, `NotFound`, `PlatformHttpError` with `upstreamStatus` below 500, and
 *   `PlatformUnreachable` with `sent: false` mean that the platform didn't process it;
 * - with any other error, the outcome is unknown.
 */
export interface PlatformClient {
  /**
   * Returns an export page as received, with `nextCursor` extracted if the platform sent a URL. Of a
   * page over 8 MB, entries over 1 MB are only in `oversized`. With `once`, it's requested only once.
   * @throws {PlatformResponseTooLarge} if it's larger than 256 MB, than 32 MB with strings
   * shortened to 1 MB, or than 8 MB without those entries
   */
  listFeedback(
    projectId: string,
    query: ListFeedbackQuery,
    options?: { signal?: AbortSignal; share?: Share; once?: boolean },
  ): Promise<FetchedExportPage>;
  createJob(projectId: string, prompt: string): Promise<ReceivedJob>;
  /** @throws {NotFound} if the job doesn't exist on the platform */
  retrieveJob(projectId: string, id: string): Promise<ReceivedJob>;
  /** @throws {NotFound} if the job doesn't exist on the platform */
  sendMessage(projectId: string, id: string, prompt: string): Promise<ReceivedJob>;
}

const MB = 1024 * 1024;
/**
 * Bytes of an export page that are read and kept. Strings are shortened only where their entry is
 * skipped for its size anyway. What is larger is requested in smaller pages.
 */
const EXPORT_PAGE_SIZES = { string: MAX_ENTRY_SIZE, kept: 32 * MB, read: 256 * MB };

/** Milliseconds for one attempt, from sending to the last byte of the response. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The same for a POST: giving up early would lose the answer, and the platform may already have acted. */
const POST_TIMEOUT = 60_000;

/**
 * Creates a client of the platform at `baseUrl`.
 * @param options.baseUrl origin and optional prefix, without a trailing slash
 * @param options.send sends over the network or to the built-in platform
 * @param options.keyAdvice what to do about a rejected key, for error messages
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
      options.keyAdvice ?? "Set PLATFORM_API_KEY to a valid admin API key and restart Errata.",
    deadlines: {
      GET: options.timeouts?.request ?? REQUEST_TIMEOUT_MS,
      POST: options.timeouts?.request ?? POST_TIMEOUT,
    },
    delay: options.delay ?? systemDelay,
    random: options.random ?? Math.random,
  });
  return {
    listFeedback: fetchExportPage.bind(null, call),
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
        once: true,
        notFound: `Job ${id} doesn't exist on the platform.`,
      }),
    sendMessage: (projectId, id, prompt) =>
      call({
        method: "POST",
        projectId,
        path: messageJob.path(projectId, id),
        body: { prompt },
        budget: jobsBudget(projectId),
        received: messageJob.received,
        notFound: `Job ${id} doesn't exist on the platform. Your message wasn't sent.`,
      }),
  };
}

async function fetchExportPage(
  call: ReturnType<typeof createCaller>,
  projectId: string,
  query: ListFeedbackQuery,
  options: { signal?: AbortSignal; share?: Share } = {},
): Promise<FetchedExportPage> {
  let oversized: OversizedEntry[] = [];
  const read: ReadBody = async (body) => {
    const received = await readShortened(body, EXPORT_PAGE_SIZES);
    if (!received) return null;
    const { bytes, cuts } = received;
    if (bytes.length <= MAX_BODY_SIZE && cuts.length === 0) return decode(bytes);
    const page = withoutOversized(bytes, cuts);
    oversized = page.oversized;
    return page.text.length <= MAX_BODY_SIZE ? page.text : null;
  };
  const page = await call({
    method: "GET",
    projectId,
    path: `${listFeedback.path(projectId)}${searchOf(query)}`,
    budget: EXPORT_BUDGET,
    received: listFeedback.received,
    read,
    ...options,
  });
  // Removed entries left nulls behind.
  const feedback =
    oversized.length === 0 ? page.feedback : page.feedback.filter((entry) => entry !== null);
  return { ...page, feedback, nextCursor: cursorOf(page.nextCursor), oversized };
}

function decode(bytes: Buffer): string {
  return new TextDecoder().decode(bytes);
}

function searchOf(query: ListFeedbackQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? "" : `?${parameters}`;
}

/**
 * Returns the cursor in `nextCursor`, which may also be a full URL with a `cursor` parameter. The
 * URL's host is never contacted (docs/contract/live-services.md, "Feedback export"). Null if none.
 */
export function cursorOf(nextCursor: string | null | undefined): string | null {
  if (!nextCursor) return null;
  if (!/^https?:\/\//i.test(nextCursor)) return nextCursor;
  return URL.parse(nextCursor)?.searchParams.get("cursor") || null;
}
