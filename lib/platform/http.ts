import "server-only";
import { AppError, isAppError } from "../errors.ts";
import type { Log } from "../log.ts";
import {
  answer,
  type Operation,
  type OperationServices,
  openOperations,
  type PathParameters,
} from "./operations.ts";

interface Route {
  path: RegExp;
  method: string;
  operation: Operation;
}

/**
 * The embedded platform as a web service: a request in, the documented answer out, in process and
 * over HTTP alike. Errors carry the interface's body `{ error, details? }` (contract: "Errors");
 * one that is not meant for the caller is logged and answered as 500, unsaid.
 */
export function createHandler(
  services: OperationServices,
  log: Log,
): (request: Request) => Promise<Response> {
  const { listFeedback, createJob, retrieveJob, messageJob } = openOperations(services);
  const project = "(?<projectId>[^/]+)";
  const job = `/v2/agent/${project}/job`;
  const routes: Route[] = [
    route("GET", `/v1/analytics/${project}/feedback`, listFeedback),
    route("POST", job, createJob),
    route("GET", `${job}/(?<jobId>[^/]+)`, retrieveJob),
    route("POST", `${job}/(?<jobId>[^/]+)/message`, messageJob),
  ];

  return async (request) => {
    const { pathname } = new URL(request.url);
    try {
      const match = matchRoute(routes, pathname);
      if (!match) throw new AppError("not_found", "There is nothing at this address.");
      const { operation, method, parameters } = match;
      if (request.method === method) return await operation(request, parameters);
      return answer(405, { error: `Only ${method} is answered here.` }, { allow: method });
    } catch (error) {
      // Other failures of the server have no words for callers.
      const isSaid = isAppError(error) && (error.status < 500 || error.code === "unavailable");
      if (isSaid) return refusal(error);
      log.error({ err: error, method: request.method, path: pathname }, "platform request failed");
      return answer(500, { error: "The platform met an error. Nothing more is known; try again." });
    }
  };
}

function route(method: string, path: string, operation: Operation): Route {
  return { method, path: new RegExp(`^${path}$`), operation };
}

function matchRoute(
  routes: Route[],
  pathname: string,
): { operation: Operation; method: string; parameters: PathParameters } | undefined {
  for (const { path, method, operation } of routes) {
    const groups = path.exec(pathname)?.groups;
    if (!groups) continue;
    const projectId = decoded(groups.projectId);
    const jobId = decoded(groups.jobId);
    if (projectId === null || jobId === null) return undefined;
    return { operation, method, parameters: { projectId, jobId } };
  }
  return undefined;
}

/** A path segment as text; null where it is none that a database could hold. */
function decoded(segment = ""): string | null {
  try {
    const text = decodeURIComponent(segment);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

function refusal(error: AppError): Response {
  const headers = new Headers();
  if (error.code === "unauthenticated") headers.set("www-authenticate", "Bearer");
  if (error.retryAfter !== undefined) {
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfter / 1000))));
  }
  const body = { error: error.message, details: error.details };
  return answer(error.status, body, Object.fromEntries(headers));
}
