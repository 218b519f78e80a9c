import "server-only";
import type { z } from "zod";
import { AppError, InvalidRequest } from "../errors.ts";

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
  if (!/^application\/json\b/i.test(request.headers.get("content-type") ?? "")) {
    throw new InvalidRequest("The body must be JSON (content-type: application/json).");
  }
  const parsed = schema.safeParse(parse(await readText(request)));
  if (parsed.success) return parsed.data;
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

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAXIMUM)
      throw new AppError("too_large", `The body is larger than ${MAXIMUM} bytes.`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
