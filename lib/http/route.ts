import "server-only";
import { config } from "../config.ts";
import { isAppError } from "../errors.ts";
import { processLog } from "../log.ts";
import { assertHost, assertSameOrigin } from "./origin.ts";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
export type Method = (typeof METHODS)[number];

/** What a handler gets: the request, the parameters of its path, and its query. */
export interface RouteContext<Params> {
  request: Request;
  params: Params;
  query: URLSearchParams;
}

/** Answers with JSON (status 200), or with the response it makes itself. */
export type Handler<Params> = (context: RouteContext<Params>) => Promise<object>;

type NextHandler<Params> = (
  request: Request,
  context: { params: Promise<Params> },
) => Promise<Response>;

/**
 * The methods of one address of the dashboard's API. Each goes the same way: host, origin (for
 * writes), handler, and any failure becomes `{ error: { code, message, details? } }` with the
 * status of its code. Methods that are not given answer 405.
 */
export function routes<Params = unknown>(
  handlers: Partial<Record<Method, Handler<Params>>>,
): Record<Method, NextHandler<Params>> {
  const allow = METHODS.filter((method) => method in handlers).join(", ");
  const answer = (method: Method): NextHandler<Params> => {
    const handler = handlers[method];
    return async (request, context) => {
      try {
        assertHost(request, config());
        if (!handler) return notAllowed(method, allow);
        if (method !== "GET" && method !== "HEAD") assertSameOrigin(request, config());
        const params = await context.params;
        const result = await handler({ request, params, query: queryOf(request) });
        return result instanceof Response ? result : json(result);
      } catch (error) {
        return errorResponse(error);
      }
    };
  };
  return {
    GET: answer("GET"),
    POST: answer("POST"),
    PUT: answer("PUT"),
    PATCH: answer("PATCH"),
    DELETE: answer("DELETE"),
    HEAD: answer(handlers.HEAD ? "HEAD" : "GET"),
    OPTIONS: answer("OPTIONS"),
  };
}

/** A JSON answer that no cache keeps: what people see is theirs and changes by the minute. */
export function json(body: object, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(body, {
    status,
    headers: { "cache-control": "no-store", "x-content-type-options": "nosniff", ...headers },
  });
}

/** The one mapping from a failure to an answer. What nobody foresaw is logged, never said. */
export function errorResponse(error: unknown): Response {
  if (!isAppError(error)) {
    processLog().error({ err: error }, "a request failed");
    return json({ error: { code: "internal", message: UNFORESEEN } }, 500);
  }
  if (error.status >= 500) processLog().warn({ err: error }, "a request failed");
  const { code, message, details, retryAfter } = error;
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { "retry-after": String(Math.ceil(retryAfter / 1000)) };
  return json({ error: { code, message, details } }, error.status, headers);
}

const UNFORESEEN =
  "Something went wrong on the server; nothing you entered was lost. The server's log has the cause.";

function notAllowed(method: Method, allow: string): Response {
  const message = `${method} is not possible here; possible: ${allow}.`;
  return json({ error: { code: "method_not_allowed", message } }, 405, { allow });
}

function queryOf(request: Request): URLSearchParams {
  return new URL(request.url).searchParams;
}
