import "server-only";
import { type StoreFailure, storeFailure } from "../database/failures.ts";
import { AppError, isAppError } from "../errors.ts";
import type { Log } from "../log.ts";
import { decodePercent } from "../text/decode-percent.ts";
import { COLLECT_FORMATS, type CollectFormat, type Collector } from "./collect/collect.ts";
import {
  createOperations,
  type Operation,
  type OperationServices,
  type PathParameters,
} from "./operations.ts";
import { platformResponse } from "./platform-response.ts";

/** The collector's addresses, with its public key and the tool whose format is sent. */
const COLLECT = /^\/v1\/collect\/([\w-]+)(?:\/(fumadocs|gitbook))?$/;

/** Milliseconds after which a full disk may have room again. */
const FULL_DISK_PAUSE_MS = 60_000;

interface Route {
  path: RegExp;
  method: string;
  operation: Operation;
}

/**
 * Returns the built-in platform's request handler, used in process and over HTTP. Errors have the
 * body `{ error, details? }` (docs/contract/platform.md, "Errors"). Unexpected errors are logged and
 * answered with 500 and no detail, or with 503 if the database can't be used.
 */
export function createHandler(
  services: OperationServices & { collector: Collector },
  log: Log,
): (request: Request) => Promise<Response> {
  const { listFeedback, createJob, retrieveJob, messageJob } = createOperations(services);
  const { collector } = services;
  const project = "(?<projectId>[^/]+)";
  const job = `/v2/agent/${project}/job`;
  const routes: Route[] = [
    route("GET", `/v1/analytics/${project}/feedback`, listFeedback),
    route("POST", job, createJob),
    route("GET", `${job}/(?<jobId>[^/]+)`, retrieveJob),
    route("POST", `${job}/(?<jobId>[^/]+)/message`, messageJob),
  ];

  async function operate(request: Request, pathname: string): Promise<Response> {
    const match = matchRoute(routes, pathname);
    if (!match) throw new AppError("not_found", "This endpoint doesn't exist. Check the URL.");
    const { operation, method, parameters } = match;
    return request.method === method ? operation(request, parameters) : methodNotAllowed(method);
  }

  async function collect(
    request: Request,
    publicKey: string,
    format: CollectFormat,
  ): Promise<Response> {
    const { key, headers } = await collector.open(request, publicKey);
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers });
    if (request.method !== "POST") return methodNotAllowed("POST");
    const response = await answered(log, request, () => collector.collect(request, key, format));
    for (const [name, value] of headers) response.headers.set(name, value);
    return response;
  }

  return (request) => {
    const { pathname } = new URL(request.url);
    const [, publicKey, name] = COLLECT.exec(pathname) ?? [];
    const format = COLLECT_FORMATS.find((each) => each === name) ?? "errata";
    return answered(log, request, () =>
      publicKey === undefined ? operate(request, pathname) : collect(request, publicKey, format),
    );
  };
}

async function answered(
  log: Log,
  request: Request,
  work: () => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    // Messages of other server errors aren't meant for callers.
    const isPublic = isAppError(error) && (error.status < 500 || error.code === "unavailable");
    if (isPublic) return errorResponse(error);
    const path = new URL(request.url).pathname;
    log.error({ err: error, method: request.method, path }, "platform request failed");
    const failure = storeFailure(error);
    if (failure !== null) return errorResponse(databaseError(failure));
    return platformResponse(500, {
      error: "Something went wrong on the platform. Try again later.",
    });
  }
}

function methodNotAllowed(allowed: string): Response {
  return platformResponse(
    405,
    { error: `Method not allowed. Use ${allowed}.` },
    { allow: allowed },
  );
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

/** Decodes a path segment. Returns null if it is malformed or contains NUL. */
function decoded(segment = ""): string | null {
  const text = decodePercent(segment);
  return text?.includes("\0") ? null : text;
}

/** Returns the message for callers if the database can't be used. Its transaction stored nothing. */
function databaseError(failure: StoreFailure): AppError {
  if (failure === "full" || failure === "unwritable") {
    const reason = failure === "full" ? "the server's disk is full" : "the server can't write";
    const message = `Nothing was stored, because ${reason}. Try again later.`;
    return new AppError("unavailable", message, { retryAfter: FULL_DISK_PAUSE_MS });
  }
  return new AppError("unavailable", "The database can't be used right now. Try again later.");
}

function errorResponse(error: AppError): Response {
  const headers = new Headers();
  if (error.code === "unauthenticated") headers.set("www-authenticate", "Bearer");
  if (error.retryAfter !== undefined) {
    headers.set("retry-after", String(Math.max(1, Math.ceil(error.retryAfter / 1000))));
  }
  const body = { error: error.message, details: error.details };
  return platformResponse(error.status, body, Object.fromEntries(headers));
}
