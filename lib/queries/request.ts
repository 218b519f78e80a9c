import { itemSegment } from "../contract/api/item-segment.ts";
import type {
  BodyInput,
  OperationAt,
  PathParams,
  QueryInput,
  ResponseBody,
} from "../contract/api/operations.ts";
import type { Route } from "../contract/api/routes.ts";
import { AppError, type ErrorCode, HTTP_STATUS, isAppError, REFUSED_HEADER } from "../errors.ts";
import { isFromGateway } from "./gateway.ts";
import { serverReachable } from "./reachability.ts";
import { reportVersion, VERSION_HEADER } from "./version.ts";

type Part<Name extends string, Value> = [Value] extends [undefined] ? object : Record<Name, Value>;

/** The parts of an operation's URL: `params` of its path, and `query`. */
type UrlParts<One extends Route> = ([keyof PathParams<One>] extends [never]
  ? object
  : { params: PathParams<One> }) & { query?: QueryInput<OperationAt<One>> };

type RequestParts<One extends Route> = UrlParts<One> &
  Part<"body", BodyInput<OperationAt<One>>> & { signal?: AbortSignal };

/**
 * Maximum characters of a request that the browser delivers although its page closes: 64 KiB for all of them
 * together.
 */
const KEEPALIVE_LENGTH = 4_096;

interface UntypedParts {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Where the first part of a list begins, for lists that continue at a cursor or after a number. */
export const FIRST_CURSOR: string | null = null;
export const FIRST_NUMBER: number | null = null;

/** The URL of an operation, with its query. */
export function urlOf<const One extends Route>(route: One, parts: UrlParts<One>): string;
export function urlOf(route: Route, parts: UntypedParts): string {
  return untypedUrl(route, parts);
}

/**
 * Sends a request to the dashboard's API.
 * @throws {AppError} the server's error, or `unavailable` if the server can't be reached
 */
export function request<const One extends Route>(
  route: One,
  parts: RequestParts<One>,
): Promise<ResponseBody<OperationAt<One>>>;
export async function request(route: Route, parts: UntypedParts): Promise<unknown> {
  const { signal } = parts;
  const body = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  const response = await reach(untypedUrl(route, parts), {
    signal,
    method: route.method,
    headers: body ? { "content-type": "application/json" } : {},
    body,
    keepalive: route.method !== "GET" && (body ?? "").length < KEEPALIVE_LENGTH,
  });
  const received: Received = await response.json().catch(() => null);
  if (!response.ok) throw failure(received, response);
  return received;
}

function untypedUrl({ path }: Route, { params = {}, query = {} }: UntypedParts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name] ?? "";
    return encodeURIComponent(name === "feedbackId" ? itemSegment(value) : value);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value);
  }
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(address, init);
    if (isFromGateway(response)) throw new Error(String(response.status));
    serverReachable.set(true);
    reportVersion(response.headers.get(VERSION_HEADER));
    return response;
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    serverReachable.set(false);
    throw new AppError("unavailable", "Couldn't reach the Errata server. Try again in a moment.", {
      cause,
    });
  }
}

interface ErrorBody {
  error: { code: ErrorCode; message: string; details?: { message: string }[] };
}

type Received = Partial<ErrorBody> | null;

function isErrorBody(body: Received): body is ErrorBody {
  const error = body?.error;
  return typeof error?.message === "string" && Object.hasOwn(HTTP_STATUS, error.code);
}

function failure(body: Received, response: Response): AppError {
  if (isErrorBody(body)) {
    const { code, message, details } = body.error;
    const isRefusal = response.headers.has(REFUSED_HEADER);
    return new AppError(code, message, { details, isRefusal });
  }
  return new AppError("internal", `Server error (${response.status}). Try again.`);
}

/** Whether a retry can succeed: the server was unreachable or reported an error of its own. */
export function isTransient(error: unknown): boolean {
  return isAppError(error) && (error.code === "unavailable" || error.status >= 500);
}
