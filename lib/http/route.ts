import "server-only";
import { config } from "../config.ts";
import { type StoreFailure, storeFailure } from "../database/failures.ts";
import { AppError, type ErrorCode, isAppError, REFUSED_HEADER } from "../errors.ts";
import { currentRequestId, processLog } from "../log.ts";
import { assertNotDemo } from "./demo.ts";
import { assertHost, assertSameOrigin } from "./origin.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

/** The arguments of a handler. */
export interface RouteContext {
  request: Request;
  /** The parameters of the path. */
  params: Record<string, string>;
  query: URLSearchParams;
}

/** Returns a JSON body (status 200) or a response. */
export type Handler = (context: RouteContext) => Promise<object>;

type RouteParams = Record<string, string | string[]>;

type NextHandler = (
  request: Request,
  // Next passes no parameters to static routes.
  context: { params: Promise<RouteParams | undefined> },
) => Promise<Response>;

/**
 * The methods of one path. Each request passes the host check, the origin check (writes only), and
 * the handler. Every failure becomes `{ error: { code, message, details? } }` with the status of
 * its code. Methods without a handler respond with 405.
 * @param checkOrigin left out only where something else says who sent the request, such as a signature
 */
export function routes(
  handlers: Partial<Record<Method, Handler>>,
  checkOrigin = assertSameOrigin,
): Record<Method, NextHandler> {
  const allow = METHODS.filter((method) => handlers[method]).join(", ");
  const respond = (method: Method): NextHandler => {
    const handler = handlers[method];
    return async (request, context) => {
      try {
        assertHost(request, config());
        assertNotDemo(request, config());
        if (!handler) return methodNotAllowed(method, allow);
        if (method !== "GET" && method !== "HEAD") checkOrigin(request, config());
        const params = singleParams(await context.params);
        const result = await handler({ request, params, query: queryOf(request) });
        return result instanceof Response ? result : json(result);
      } catch (error) {
        return errorResponse(error);
      }
    };
  };
  return {
    GET: respond("GET"),
    POST: respond("POST"),
    PUT: respond("PUT"),
    PATCH: respond("PATCH"),
    DELETE: respond("DELETE"),
    HEAD: respond(handlers.HEAD ? "HEAD" : "GET"),
    OPTIONS: respond("OPTIONS"),
  };
}

/** A JSON response that must not be cached: it is personal and changes by the minute. */
export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: { "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers },
  });
}

/** Maps a failure to a response. Unexpected errors are logged, and the client gets no details. */
export function errorResponse(failure: unknown): Response {
  const error = isAppError(failure) ? failure : storeError(failure);
  if (error === null) {
    processLog().error({ err: failure }, "request failed");
    return json({ error: { code: "internal", message: unexpectedError() } }, 500);
  }
  if (error.status >= 500) processLog().warn({ err: error }, "request failed");
  const { code, message, details, retryAfter } = error;
  const headers: Record<string, string> = error.isRefusal ? { [REFUSED_HEADER]: "content" } : {};
  if (retryAfter !== undefined) headers["retry-after"] = String(Math.ceil(retryAfter / 1000));
  return json({ error: { code, message, details } }, error.status, headers);
}

function unexpectedError(): string {
  const id = currentRequestId();
  const sought = id === undefined ? "check the server log" : `look for ${id} in the server log`;
  return `Something went wrong on the server. Try again. If it keeps happening, ask an admin to ${sought}.`;
}

function methodNotAllowed(method: Method, allow: string): Response {
  const message = `${method} isn't supported for this URL. Use ${allow}.`;
  return json({ error: { code: "method_not_allowed", message } }, 405, { allow });
}

function queryOf(request: Request): URLSearchParams {
  return new URL(request.url).searchParams;
}

/** Joins the segments of a catch-all parameter, which Next passes as an array. */
function singleParams(params: RouteParams = {}): Record<string, string> {
  const joined = Object.entries(params).map(([name, value]) => [name, [value].flat().join("/")]);
  return Object.fromEntries(joined);
}

const ERRORS: Record<StoreFailure, { code: ErrorCode; message: string }> = {
  full: {
    code: "disk_full",
    message: "Not saved: the disk is full. Free up some space on the server, then try again.",
  },
  unwritable: {
    code: "disk_full",
    message:
      "Not saved: the server can't write to its disk. Check whether the disk is full or read-only, then try again.",
  },
  locked: {
    code: "unavailable",
    message: "Not saved: another program is using the database. Try again in a moment.",
  },
  closed: {
    code: "unavailable",
    message: "Not saved: the database is read-only right now. Try again later.",
  },
  away: {
    code: "unavailable",
    message: "Couldn't reach the database. Try again in a moment.",
  },
};

/** Returns what people should know about a failure of the database; null for any other error. */
function storeError(error: unknown): AppError | null {
  const kind = storeFailure(error);
  return kind && new AppError(ERRORS[kind].code, ERRORS[kind].message, { cause: error });
}
