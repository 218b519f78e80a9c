import "server-only";
import type { z } from "zod";
import { AppError, InvalidRequest, isAppError } from "../errors.ts";

/** Problems that the message about an invalid body names. */
const MAX_NAMED = 3;
/** Largest accepted request body, in bytes. */
const MAX_BYTES = 2_000_000;
/** Levels of nesting. The deepest body that Errata's own pages send has five. */
const MAX_DEPTH = 32;

/**
 * Reads and parses the JSON body of a request.
 * @throws {InvalidRequest} with one detail for each problem
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  return parseBody(await readJsonValue(request), schema);
}

/** Reads the JSON body of a request. @throws {InvalidRequest} if it isn't JSON or arrived incomplete */
export async function readJsonValue(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new InvalidRequest("The request body must be JSON. Set content-type: application/json.");
  }
  return parse(await readText(request));
}

/** @throws {InvalidRequest} with one detail for each problem */
export function parseBody<Schema extends z.ZodType>(
  body: unknown,
  schema: Schema,
): z.infer<Schema> {
  if (isTooDeep(body)) throw new InvalidRequest("The request body is nested too deeply.");
  const parsed = schema.safeParse(body);
  if (parsed.success) {
    if (isWellFormed(parsed.data)) return parsed.data;
    throw new InvalidRequest(
      "The request body contains a lone surrogate. Send valid Unicode text.",
    );
  }
  const problems = parsed.error.issues.map(
    ({ path, message }) => `${path.join(".") || "body"}: ${message}`,
  );
  throw new InvalidRequest(
    `This request is invalid: ${problems.slice(0, MAX_NAMED).join("; ")}.`,
    problems.map((message) => ({ message })),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidRequest(
      `The request body isn't valid JSON: ${cause instanceof Error ? cause.message : ""}`,
    );
  }
}

/** Whether all text in a parsed body can be stored unchanged. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value !== "object" || value === null || Object.values(value).every(isWellFormed);
}

/** Whether a parsed body is nested deeper than `MAX_DEPTH`. Looks no deeper than that. */
function isTooDeep(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth >= MAX_DEPTH || Object.values(value).some((inner) => isTooDeep(inner, depth + 1));
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidRequest("The request body isn't valid UTF-8.");
  }
}

/** Reads a body as it was received. @throws {AppError} `too_large` {InvalidRequest} if it arrived incomplete */
export async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > MAX_BYTES) {
        throw new AppError("too_large", `The request body is larger than ${MAX_BYTES} bytes.`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (isAppError(error)) throw error;
    // The client disconnected: this is no server error, and nobody reads the response.
    throw new InvalidRequest("The request body is incomplete.");
  }
  return Buffer.concat(chunks);
}
