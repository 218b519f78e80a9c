import "server-only";
import type { z } from "zod";
import { AppError, InvalidRequest, isAppError } from "../errors.ts";

/** Bytes of a request body that are read at the most. */
const MAXIMUM = 2_000_000;

/**
 * The JSON body of a request in the shape of `schema`.
 * @throws {InvalidRequest} with a detail for everything that does not fit
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.infer<Schema>> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get("content-type") ?? "")) {
    throw new InvalidRequest("The body must be JSON (content-type: application/json).");
  }
  const parsed = schema.safeParse(parse(await readText(request)));
  if (parsed.success) {
    if (isWellFormed(parsed.data)) return parsed.data;
    throw new InvalidRequest("The body has half a character (a lone surrogate) in a text.");
  }
  throw new InvalidRequest(
    "The body is not what this address takes.",
    parsed.error.issues.map(({ path, message }) => ({
      message: `${path.join(".") || "body"}: ${message}`,
    })),
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InvalidRequest(
      `The body is not JSON: ${cause instanceof Error ? cause.message : ""}`,
    );
  }
}

/** Whether every text in what a schema let through can be stored as it is. */
function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  return typeof value !== "object" || value === null || Object.values(value).every(isWellFormed);
}

async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InvalidRequest("The body is not UTF-8 text.");
  }
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.byteLength;
      if (size > MAXIMUM) {
        throw new AppError("too_large", `The body is larger than ${MAXIMUM} bytes.`);
      }
      chunks.push(chunk);
    }
  } catch (error) {
    if (isAppError(error)) throw error;
    // Whoever sent it went away: nothing of ours is wrong, and nobody reads the answer.
    throw new InvalidRequest("The body broke off.");
  }
  return Buffer.concat(chunks);
}
